using AzurePerf.Core.Workers;

namespace AzurePerf.Core.Runs;

/// <summary>What the TaskManager does next for an open bag: a pure function of hints. Whatever the hints say, only a scan that finds no
/// open task closes the bag.</summary>
/// <param name="times">Intervals of the engine.</param>
internal sealed class BagDecisions(EngineTimes times)
{
    public RunAction Next(StageState stage, BagView bag, bool abandoned)
    {
        if (abandoned)
        {
            return new RunAction.CancelBag(stage);
        }

        // A scan of many rows takes several turns, and workers are not kept waiting for it.
        var hasRoom = stage.Created < stage.Total && bag.Outstanding < bag.Window;
        var scans = bag.ScanIsUnderWay ? !hasRoom : ScanIsDue(stage, bag);
        return scans ? new RunAction.ScanBag(stage) : hasRoom ? new RunAction.FillBag(stage) : new RunAction.Wait();
    }

    private bool ScanIsDue(StageState stage, BagView bag)
    {
        if (bag.WorkerDied || bag.SinceScan is not { } since || since >= times.Reconciliation)
        {
            return stage.Created > 0;
        }

        // What the service says of its messages is approximate, and what workers say is late: a scan that came too early is repeated, but
        // not at once.
        var handedOut = stage.Created == stage.Total;
        var looksDone = bag.Outstanding == 0 || (bag.WorkersAreIdle && bag.Unchanged >= times.WorkerRead)
            || bag.Unchanged >= times.BagQuiet;

        // While another bag is worked on, the messages that are out change at every look.
        var isLeft = bag.WorkersAreIdle && bag.SinceCounted >= times.WorkerRead;
        return handedOut && ((looksDone && (since >= times.BagQuiet || bag.Unchanged < since))
            || (isLeft && (since >= times.BagQuiet || bag.SinceCounted < since)));
    }
}
