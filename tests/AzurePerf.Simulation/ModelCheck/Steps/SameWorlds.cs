using AzurePerf.Core.Tasks;
using AzurePerf.Simulation.ModelCheck.Worlds;

namespace AzurePerf.Simulation.ModelCheck.Steps;

/// <summary>
/// Where tasks share a message, worlds that differ in nothing that matters are made one, because there are many: a worker that is not there starts at once, and one that has stopped
/// itself is gone when it has nothing more to do; a TaskManager that has read header and stage as they are is one that has not begun to look, so that it has looked before somebody
/// else writes them, or not. Messages of what is over are not counted, and whose claim a row names is forgotten when nobody asks for it any more.
/// </summary>
internal sealed class SameWorlds(Scope scope, Misfortunes misfortunes)
{
    /// <summary>Messages of one kind that are told apart.</summary>
    private const int MostMessages = 2;

    public World First(World world)
    {
        for (var process = 0; process < scope.Workers; process++)
        {
            world.Processes[process] = Life.Alive;
        }

        return world;
    }

    public void Merge(in World before, Ways ways)
    {
        for (int at = 0, count = ways.All.Count; at < count; at++)
        {
            var step = ways.All[at];
            var next = Merged(step.Next);
            ways.Replace(at, step with { Next = next });
            if (scope.TornLooks && (next.Run != before.Run || next.Stage != before.Stage))
            {
                AddLooks(before, next, step, ways);
            }
        }
    }

    private World Merged(World next)
    {
        for (var process = 0; process < scope.Workers; process++)
        {
            if (next.Processes[process] == Life.None || (next.Processes[process] == Life.Stopping && !misfortunes.IsBusy(next, process)))
            {
                misfortunes.End(ref next, process);
                next.Processes[process] = Life.Alive;
            }
        }

        for (var slot = 0; slot < scope.Slots; slot++)
        {
            MergeSlot(ref next, slot);
        }

        // What is over has messages only to be deleted.
        var areOver = next.RunEnded || (next.Rows[0].IsTerminal && next.Rows[1].IsTerminal);
        next.Shared = (byte)Math.Min(next.Shared, areOver ? 1 : MostMessages);
        for (var task = 0; task < scope.Tasks; task++)
        {
            next.Stale[task] = (byte)Math.Min(next.Stale[task], next.RunEnded || next.Rows[task].IsTerminal ? 1 : MostMessages);
            if (next.Rows[task].Nonce != 0 && !next.Rows[task].Is(BenchmarkTaskStatus.Running) && !IsAskedFor(next, task))
            {
                next.Rows[task].Nonce = 0;
                next.Rows[task].EndedByOwner = false;
            }
        }

        return next;
    }

    /// <summary>Whoever begins nothing more is at its end.</summary>
    private void MergeSlot(ref World next, int slot)
    {
        if (!next.Slots[slot].Shared)
        {
            return;
        }

        var isStopping = next.Processes[scope.ProcessOf(slot)] == Life.Stopping;
        if (next.Slots[slot].Step == SlotStep.Turning && (isStopping || next.Slots[slot].Has(Part.Lost) || !next.Slots[slot].Has(Part.Waiting)))
        {
            next.Slots[slot].Step = SlotStep.Leaving;
        }

        for (var task = 0; task < scope.Tasks; task++)
        {
            var mattersNoMore = next.Slots[slot].Step == SlotStep.Leaving || !next.Slots[slot].Has(Part.Waiting);
            if (mattersNoMore && next.Slots[slot].Parts[task] == Part.Lost)
            {
                next.Slots[slot].Parts[task] = Part.None;
            }
        }
    }

    /// <summary>Whether it matters whose claim a row still names that is not Running: its slot has to find out what it has stored, or its message may be taken from it.</summary>
    private bool IsAskedFor(in World world, int task)
    {
        var slot = world.Slots[world.Rows[task].Nonce - 1];
        var isAsked = slot.Step == SlotStep.Storing && slot.Task == task;
        isAsked |= slot.Shared && slot.Parts[task] is Part.Unstored or Part.Returning;
        for (var manager = 0; manager < scope.Managers; manager++)
        {
            isAsked |= world.Managers[manager].Step == ManagerStep.Stealing && ((world.Managers[manager].Puts >> task) & 1) != 0;
        }

        return isAsked;
    }

    /// <summary>Each TaskManager that did nothing meanwhile may have looked before.</summary>
    private void AddLooks(in World before, World next, in Step step, Ways ways)
    {
        var isClosed = (next.Stage & StageMarks.Closed) != (before.Stage & StageMarks.Closed);
        var resting = 0;
        for (var manager = 0; manager < scope.Managers; manager++)
        {
            resting |= step.Arrow.Who == 'T' && step.Arrow.Number == manager || next.Managers[manager].Step != ManagerStep.Idle || before.Managers[manager].Step != ManagerStep.Idle ? 0 : 1 << manager;
        }

        for (var looked = resting; looked > 0; looked = (looked - 1) & resting)
        {
            var other = next;
            for (var manager = 0; manager < scope.Managers; manager++)
            {
                if (((looked >> manager) & 1) != 0)
                {
                    // Whoever closes a stage writes the header too.
                    other.Managers[manager] = ManagerSteps.Looked(before) with { RunFresh = next.Run == before.Run && !isClosed, StageFresh = next.Stage == before.Stage };
                }
            }

            ways.Add(other, step.Arrow, step.Broken);
        }
    }
}
