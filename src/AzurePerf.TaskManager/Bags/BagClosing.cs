using AzurePerf.Core.Runs;
using AzurePerf.TaskManager.Dispatch;
using AzurePerf.TaskManager.Workers;

namespace AzurePerf.TaskManager.Bags;

/// <summary>Looks whether a bag is finished and closes it. Counts are taken from the rows: what workers counted is a hint and may count a task twice.</summary>
internal sealed class BagClosing(BagConductor bags, BagRecord record, StageClosing closing, WorkerWatch watch)
{
    public async Task ScanAsync(RunSnapshot snapshot, StageState stage, BagMemory memory, CancellationToken cancellationToken)
    {
        var scan = await bags.ScanAsync(snapshot.Run, stage, memory, snapshot.Bag!.Outstanding, cancellationToken);
        if (scan.Open == 0 && stage.Created == stage.Total)
        {
            await CloseAsync(snapshot, stage, memory, cancellationToken);
        }
    }

    public async Task CancelAsync(RunSnapshot snapshot, StageState stage, BagMemory? memory, CancellationToken cancellationToken)
    {
        if (await bags.CancelAsync(stage, cancellationToken))
        {
            await CloseAsync(snapshot, stage, memory, cancellationToken);
        }
    }

    private async Task CloseAsync(RunSnapshot snapshot, StageState stage, BagMemory? memory, CancellationToken cancellationToken)
    {
        var counts = await record.KeepAsync(snapshot.Run, stage, cancellationToken);
        var requests = memory?.RequestsAtOpening is { } before ? Math.Max(watch.Requests - before, 0) : 0;
        await closing.CloseAsync(snapshot.Run, snapshot.Stages, counts.NotedIn(stage) with { Requests = requests }, cancellationToken);
    }
}
