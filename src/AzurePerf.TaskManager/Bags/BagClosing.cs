using AzurePerf.Core.Runs;
using AzurePerf.TaskManager.Dispatch;
using AzurePerf.TaskManager.Workers;

namespace AzurePerf.TaskManager.Bags;

/// <summary>What came of giving up a bag.</summary>
/// <param name="Tasks">That were not terminal: while there are any, workers may still change their rows.</param>
internal sealed record BagCancel(int Tasks);

/// <summary>Looks whether a bag is finished and closes it. Counts are taken from the rows: what workers counted is a hint and may count a task twice.</summary>
internal sealed class BagClosing(BagDispatcher bags, BagRecord record, StageClosing closing, WorkerWatch watch, TimeProvider time)
{
    /// <summary>The open bag of which the record has been begun: its tasks are all terminal, so that it only goes on.</summary>
    public static StageState? RecordedNow(RunSnapshot snapshot, RunRuntimeState runtime) =>
        snapshot.Stages.FirstOrDefault(stage => !stage.Closed && runtime.LongStep.IsUnderWay(RecordOf(stage)));

    public async Task ScanAsync(RunSnapshot snapshot, StageState stage, RunRuntimeState runtime, CancellationToken cancellationToken)
    {
        if (RecordedNow(snapshot, runtime) is not null)
        {
            await CloseAsync(snapshot, stage, runtime, cancellationToken);
            return;
        }

        if (await runtime.LongStep.ContinueAsync(ScanOf(stage), () => bags.ScanAsync(snapshot.Run, stage, runtime.Bag!, cancellationToken), time) is { Open: 0 } scan
            && scan.Created == stage.Total)
        {
            await CloseAsync(snapshot, stage, runtime, cancellationToken);
        }
    }

    public async Task CancelAsync(RunSnapshot snapshot, StageState stage, RunRuntimeState runtime, CancellationToken cancellationToken)
    {
        if (RecordedNow(snapshot, runtime) is not null
            || await runtime.LongStep.ContinueAsync($"cancel {stage.Id}", () => bags.CancelAsync(stage, cancellationToken), time) is { Tasks: 0 })
        {
            await CloseAsync(snapshot, stage, runtime, cancellationToken);
        }
    }

    private async Task CloseAsync(RunSnapshot snapshot, StageState stage, RunRuntimeState runtime, CancellationToken cancellationToken)
    {
        if (await runtime.LongStep.ContinueAsync(RecordOf(stage), () => record.KeepAsync(snapshot.Run, stage, cancellationToken), time) is not { } counts)
        {
            return;
        }

        var requests = runtime.Bag?.RequestsAtOpening is { } before ? Math.Max(watch.Requests - before, 0) : 0;
        await closing.CloseAsync(snapshot.Run, snapshot.Stages, counts.NotedIn(stage) with { Requests = requests }, cancellationToken);
    }

    /// <summary>Names the look through the rows of a bag.</summary>
    public static string ScanOf(StageState stage) => $"scan {stage.Id}";

    private static string RecordOf(StageState stage) => $"record {stage.Id}";
}
