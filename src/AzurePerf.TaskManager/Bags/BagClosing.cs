using System.Runtime.CompilerServices;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Workers;
using AzurePerf.TaskManager.Dispatch;
using AzurePerf.TaskManager.Workers;

namespace AzurePerf.TaskManager.Bags;

/// <summary>Looks whether a bag is finished and closes it. Counts are taken from the rows: what workers counted is a hint and may count a
/// task twice.</summary>
internal sealed class BagClosing(BagDispatcher bags, BagCancelling cancelling, BagRecord record, StageClosing closing,
    PointPublication publication, WorkerWatch watch, EngineTimes times, TimeProvider time)
{
    /// <summary>The open bag of which the record has been begun: its tasks are all terminal, so that it only goes on.</summary>
    public static StageState? RecordedNow(RunSnapshot snapshot, RunRuntimeState runtime) =>
        snapshot.Stages.FirstOrDefault(stage => !stage.Closed && runtime.LongStep.IsUnderWay(RecordOf(stage)));

    public async Task<StepEnd> ScanAsync(
        RunSnapshot snapshot, StageState stage, RunRuntimeState runtime, CancellationToken cancellationToken)
    {
        var isRecorded = RecordedNow(snapshot, runtime) is not null;
        return isRecorded
            || (await runtime.LongStep.ContinueAsync(
                BagInspection.ScanOf(stage), () => bags.ScanAsync(snapshot.Run, stage, runtime.Bag!, cancellationToken),
                time) is { Open: 0 } scan
            && scan.Created == stage.Total)
            ? await CloseAsync(snapshot, stage, isRecorded, runtime, cancellationToken)
            : StepEnd.GoOn;
    }

    public async Task<StepEnd> CancelAsync(
        RunSnapshot snapshot, StageState stage, RunRuntimeState runtime, CancellationToken cancellationToken)
    {
        var isRecorded = RecordedNow(snapshot, runtime) is not null;
        return isRecorded
            || await runtime.LongStep.ContinueAsync(
                $"cancel {stage.Id}", () => cancelling.CancelAsync(stage, cancellationToken), time) is { Tasks: 0 }
            ? await CloseAsync(snapshot, stage, isRecorded, runtime, cancellationToken)
            : StepEnd.GoOn;
    }

    private async Task<StepEnd> CloseAsync(
        RunSnapshot snapshot, StageState stage, bool isRecorded, RunRuntimeState runtime, CancellationToken cancellationToken)
    {
        if (!isRecorded && runtime.Keys.Count > 0 && !IsQuiet(stage, runtime.Bag!))
        {
            runtime.Rest(times.WorkerRead, time);
            return StepEnd.Rest;
        }

        if (await runtime.LongStep.ContinueAsync(
            RecordOf(stage), () => RecordAsync(snapshot.Run, stage, cancellationToken), time) is { } counts)
        {
            var requests = runtime.Bag?.RequestsAtOpening is { } before ? Math.Max(watch.Requests - before, 0) : 0;
            var run = Flagged(snapshot.Run, counts) with { Points = snapshot.Run.Points + counts.Points.Count };
            await closing.CloseAsync(
                run, snapshot.Stages,
                counts.NotedIn(stage) with
                {
                    Requests = requests,

                    // Who did not see the opening knows them for a part of the time only.
                    Slots = runtime.Bag is { RequestsAtOpening: not null } seen ? seen.Slots.MeanUntil(time.GetTimestamp()) : null,
                },
                cancellationToken);
        }

        return StepEnd.GoOn;
    }

    /// <summary>Counts the tasks and publishes the points that they were folded into; the counts are the last item.</summary>
    private async IAsyncEnumerable<BagCounts?> RecordAsync(
        RunState run, StageState stage, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await foreach (var counts in record.KeepAsync(run, stage, cancellationToken))
        {
            await foreach (var _ in publication.PublishAsync(Flagged(run, counts), stage, counts?.Points ?? [], cancellationToken))
            {
                yield return null;
            }

            yield return counts;
        }
    }

    private static RunState Flagged(RunState run, BagCounts? counts) =>
        run with { HasInjectedFaults = run.HasInjectedFaults || counts is { HasInjectedFaults: true } };

    /// <summary>
    /// The keys of a run keep others from its target as long as anything of it is executed. A worker that claimed a task just before it was
    /// given up, or that does not stop what was taken from it, lists that in its heartbeats from the next one on.
    /// </summary>
    private bool IsQuiet(StageState stage, BagRuntimeState bag)
    {
        bag.WithoutOpenTasksSince ??= time.GetTimestamp();
        return time.GetElapsedTime(bag.WithoutOpenTasksSince.Value) >= times.Heartbeat + times.WorkerRead
            && !watch.Alive.Any(worker => worker.Running.Any(task => task.RunId == stage.RunId && task.Stage == stage.Id.Number));
    }

    private static string RecordOf(StageState stage) => $"record {stage.Id}";
}
