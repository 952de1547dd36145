using System.Globalization;
using AzurePerf.Core.Api;
using AzurePerf.Core.Workers;
using AzurePerf.Storage;
using AzurePerf.Storage.Queues;
using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Workers;

namespace AzurePerf.Cli.Local;

/// <summary>Looks at a pool's queue and workers again and again, and starts and stops worker processes as <see cref="ScaleRule"/>
/// says.</summary>
/// <param name="pool">The pool.</param>
/// <param name="fleet">Its processes, and those of other pools.</param>
/// <param name="queue">The pool's queue.</param>
/// <param name="rows">What workers say of themselves.</param>
/// <param name="limits">What people say of its limits.</param>
/// <param name="pace">How often it looks, and how long it waits before it stops a worker.</param>
/// <param name="progress">Told what is started and stopped, and why.</param>
internal sealed class PoolScaler(
    LocalPool pool, WorkerFleet fleet, IMessageQueue queue, WorkerStore rows, PoolScaleStore limits, ScalePace pace,
    IProgress<string> progress, TimeProvider time)
{
    private readonly ScaleRule _rule = new(pool.Limits, pace.Cooldown);
    private readonly DateTimeOffset _startedAt = time.GetUtcNow();
    private readonly long _began = time.GetTimestamp();
    private string _trouble = "";

    /// <summary>Returns when it is cancelled. Trouble with the control account or with a start leaves the workers as they are until the
    /// next look.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        using var looks = new PeriodicTimer(pace.Interval, time);
        try
        {
            do
            {
                await TryLookAsync(cancellationToken);
            }
            while (await looks.WaitForNextTickAsync(cancellationToken));
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            return;
        }
    }

    private async Task TryLookAsync(CancellationToken cancellationToken)
    {
        try
        {
            await LookAsync(cancellationToken);
            _trouble = "";
        }
        catch (Exception failure) when (failure is LocalStartException or CorruptRowException || StorageFailure.Matches(failure))
        {
            if (!cancellationToken.IsCancellationRequested)
            {
                Complain(failure is LocalStartException or CorruptRowException ? failure.Message : StorageFailure.Describe(failure));
            }
        }
    }

    private async Task LookAsync(CancellationToken cancellationToken)
    {
        await ReadLimitsAsync(cancellationToken);
        var workers = fleet.Of(pool);

        // The count comes last: a task that was claimed after the workers were read then has its message counted, and nobody is taken for
        // idle.
        var running = workers.Count > _rule.Limits.Min ? await RunningTasksAsync(cancellationToken) : [];
        var messages = await queue.CountAsync(cancellationToken);
        var decision = _rule.Decide(messages, [.. workers.Select(worker => Describe(worker, running))], time.GetElapsedTime(_began));
        if (decision.Start > 0)
        {
            progress.Report(pool.Starting(messages, decision.Start));
            fleet.StartWatched(pool, decision.Start);
        }

        if (decision.Stop.Count > 0)
        {
            progress.Report(pool.Stopping(decision.Needed, pace.Cooldown, decision.Stop));
            fleet.Stop(workers.Where(worker => decision.Stop.Contains(worker.Name)));
        }
    }

    /// <summary>Only what was said since the start counts: what an earlier installation on this account was told says nothing about this
    /// machine.</summary>
    private async Task ReadLimitsAsync(CancellationToken cancellationToken)
    {
        if (await limits.FindAsync(pool.Name, cancellationToken) is not { } said || said.At < _startedAt)
        {
            return;
        }

        var most = Math.Min(said.Max, PoolScaleRequest.MostLocal);
        var wanted = _rule.Limits with { Min = Math.Min(said.Min, most), Max = most };
        if (wanted != _rule.Limits)
        {
            _rule.Limits = wanted;
            progress.Report(
                string.Create(CultureInfo.InvariantCulture,
                    $"the pool {pool.Name} now has {wanted.Min} to {wanted.Max} workers, as {said.By} asked for"));
        }
    }

    private async Task<Dictionary<string, int>> RunningTasksAsync(CancellationToken cancellationToken) =>
        await rows.ListAsync(pool.Name, cancellationToken: cancellationToken)
            .ToDictionaryAsync(worker => worker.WorkerId, worker => worker.Running.Count, cancellationToken: cancellationToken);

    private static ScaledWorker Describe(FleetWorker worker, Dictionary<string, int> running) =>
        new(worker.Name, worker.Host.WorkerId is { } id && running.TryGetValue(id, out var tasks) ? tasks : null);

    /// <summary>Once while it stays the same.</summary>
    private void Complain(string trouble)
    {
        if (_trouble != trouble)
        {
            _trouble = trouble;
            progress.Report($"{pool.Queue} is not looked at: {trouble}; the workers stay as they are");
        }
    }
}

/// <summary>How fast pools of workers follow their queues.</summary>
/// <param name="Interval">Time between two looks at a queue; each costs a request or two.</param>
/// <param name="Cooldown">How long fewer workers must have been needed before any is stopped; 0 stops them at the next look.</param>
public sealed record ScalePace(TimeSpan Interval, TimeSpan Cooldown)
{
    /// <summary>2 s and 60 s: on one machine a worker starts and ends within seconds and costs nothing while it is idle.</summary>
    public static readonly ScalePace Default = new(TimeSpan.FromSeconds(2), TimeSpan.FromSeconds(60));
}
