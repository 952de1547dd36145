using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Runs;
using AzurePerf.TaskManager.Dispatch;

namespace AzurePerf.TaskManager.Bags;

/// <summary>Carries out what is decided for an open bag.</summary>
internal sealed class BagStages(BagDispatcher bags, BagFences fences, BagInspection look, BagClosing closing, TimeProvider time)
    : IStageDispatcher
{
    public bool Dispatches(StageShape shape) => shape == StageShape.Bag;

    public RunAction? UnderWay(RunSnapshot snapshot, RunRuntimeState runtime) =>
        BagClosing.RecordedNow(snapshot, runtime) is { } bag ? new RunAction.ScanBag(bag) : null;

    /// <summary>
    /// Whatever is done next, executions that take too long are stopped first: a bag of short tasks is dispatched for hours.
    /// </summary>
    public async Task KeepLimitsAsync(RunSnapshot snapshot, RunAction action, RunRuntimeState runtime, CancellationToken cancellationToken)
    {
        if (snapshot.Bag is not null && runtime.Bag is { } bag && action is not RunAction.CancelBag)
        {
            await fences.FenceOverdueAsync(snapshot.Run, bag, cancellationToken);
        }
    }

    public Task<StepEnd>? TryDo(RunAction action, RunSnapshot snapshot, RunRuntimeState runtime, CancellationToken cancellationToken) =>
        action switch
        {
            RunAction.FillBag fill => FillAsync(fill, snapshot, runtime, cancellationToken),
            RunAction.ScanBag scan => closing.ScanAsync(snapshot, scan.Stage, runtime, cancellationToken),
            RunAction.CancelBag cancel => closing.CancelAsync(snapshot, cancel.Stage, runtime, cancellationToken),
            _ => null,
        };

    public Task RestAsync(RunSnapshot snapshot, RunRuntimeState runtime, CancellationToken cancellationToken)
    {
        runtime.Rest(look.PauseAfter(runtime.Bag!, snapshot.Bag!, put: 0), time);
        return Task.CompletedTask;
    }

    private async Task<StepEnd> FillAsync(
        RunAction.FillBag fill, RunSnapshot snapshot, RunRuntimeState runtime, CancellationToken cancellationToken)
    {
        var put = await bags.FillAsync(snapshot.Run, fill.Stage, runtime.Bag!, cancellationToken);
        if (snapshot.Bag!.ScanIsUnderWay)
        {
            return await closing.ScanAsync(snapshot, fill.Stage, runtime, cancellationToken);
        }

        runtime.Rest(look.PauseAfter(runtime.Bag!, snapshot.Bag, put), time);
        return StepEnd.Rest;
    }
}
