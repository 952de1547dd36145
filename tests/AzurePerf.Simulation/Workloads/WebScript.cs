using AzurePerf.Core.Runs;
using AzurePerf.Core.Schedules;
using AzurePerf.Hosting.Lifetime;
using AzurePerf.Storage;
using AzurePerf.Storage.Runs;
using AzurePerf.Storage.Schedules;

namespace AzurePerf.Simulation.Workloads;

/// <summary>What users do with Web: submit and cancel, and do it again when it fails. Web keeps nothing, so a new process begins anew with what is not settled.</summary>
internal sealed class WebScript(Workload workload, RunSubmission submission, RunCancellation cancellation, ScheduleStore schedules, TimeProvider time) : LoopService
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(500);

    protected override async Task ExecuteAsync(CancellationToken stoppingToken) =>
        await Task.WhenAll(workload.Requests.Where(request => !request.Settled).Select(request => SettleAsync(request, stoppingToken))
            .Append(SettleAsync(workload.Schedule, stoppingToken)));

    private async Task SettleAsync(RunRequest request, CancellationToken cancellationToken)
    {
        await Task.Delay(request.After, time, cancellationToken);
        await RepeatAsync(() => submission.SubmitAsync(request.Spec, "simulation", request.Key, request.Key, cancellationToken), cancellationToken);
        if (request.CancelledAfter is { } after)
        {
            await Task.Delay(after, time, cancellationToken);
            await RepeatAsync(() => cancellation.RequestAsync(request.RunId, "cancelled by its user", cancellationToken), cancellationToken);
        }

        request.Settled = true;
    }

    private async Task SettleAsync(ScheduleRequest? request, CancellationToken cancellationToken)
    {
        if (request is null or { Settled: true })
        {
            return;
        }

        var schedule = request.AddedAt(time.GetUtcNow());
        await RepeatAsync(() => schedules.TryAddAsync(schedule, cancellationToken), cancellationToken);
        await Task.Delay(request.PausedAfter, time, cancellationToken);
        await RepeatAsync(() => schedules.ChangeAsync(schedule.Id, now => FiringDecisions.Enable(now, false, time.GetUtcNow()), cancellationToken), cancellationToken);
        request.Settled = true;
    }

    private async Task RepeatAsync(Func<Task> ask, CancellationToken cancellationToken)
    {
        while (true)
        {
            try
            {
                await ask();
                return;
            }
            catch (Exception failure) when (StorageFailure.MayPass(failure))
            {
                await Task.Delay(Pause, time, cancellationToken);
            }
        }
    }
}
