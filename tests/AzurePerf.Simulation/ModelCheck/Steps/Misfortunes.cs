using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Simulation.ModelCheck.Worlds;

namespace AzurePerf.Simulation.ModelCheck.Steps;

/// <summary>What happens to the processes and to the queue; each but a start and an orderly end is one of the faults that may happen. And somebody may cancel.</summary>
internal sealed class Misfortunes(Scope scope)
{
    public void Add(in World world, Ways ways)
    {
        for (var process = 0; process < scope.Workers; process++)
        {
            Live(world, process, ways);
        }

        if (scope.Cancels && world.Run is RunStatus.Accepted or RunStatus.Running)
        {
            Cancel(world, ways);
        }

        if (world.Faults > 0)
        {
            CrashManagers(world, ways);
            LoseMessages(world, ways);
        }
    }

    private void Live(in World world, int process, Ways ways)
    {
        var next = world;
        var busy = IsBusy(world, process);
        if (world.Processes[process] == Life.None)
        {
            next.Processes[process] = Life.Alive;
            ways.Add(next, new('W', process, "starts"));
        }
        else if (busy && world.Faults > 0)
        {
            next.Faults--;
            var cut = next;
            End(ref next, process);
            next.LostMessage |= world.IsConverted && !Promises.HaveMessages(next);
            ways.Add(next, new('W', process, "dies"));
            if (world.Processes[process] == Life.Alive)
            {
                CutOff(ref cut, process);
                ways.Add(cut, new('W', process, "is cut off or told to end, and stops what it executes"));
            }
        }
        else if (!busy && world.Processes[process] == Life.Stopping)
        {
            End(ref next, process);
            ways.Add(next, new('W', process, "ends"));
        }
    }

    public bool IsBusy(in World world, int process)
    {
        for (var slot = 0; slot < scope.Slots; slot++)
        {
            if (scope.ProcessOf(slot) == process && world.Slots[slot].Step != SlotStep.Idle)
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Whatever has its name names nobody any more: the next start is another worker.</summary>
    public void End(ref World next, int process)
    {
        for (var slot = 0; slot < scope.Slots; slot++)
        {
            if (scope.ProcessOf(slot) == process)
            {
                next.Free(slot);
            }
        }

        for (var task = 0; task < scope.Tasks; task++)
        {
            next.Rows[task].Owner = next.Rows[task].Owner == process + 1 ? Row.Gone : next.Rows[task].Owner;
            next.GoOwners[task] = next.GoOwners[task] == process + 1 ? Row.Gone : next.GoOwners[task];
        }

        next.Processes[process] = Life.None;
    }

    private void CutOff(ref World next, int process)
    {
        next.Processes[process] = Life.Stopping;
        for (var slot = 0; slot < scope.Slots; slot++)
        {
            if (scope.ProcessOf(slot) == process && next.Slots[slot].Executes)
            {
                next.Slots[slot].Step = SlotStep.EndedBadly;
            }
        }
    }

    private static void Cancel(in World world, Ways ways)
    {
        var next = world;
        next.Run = RunStatus.Cancelling;
        next.RunWritten();
        ways.Add(next, new(' ', 0, "the run is cancelled"));
    }

    private void CrashManagers(in World world, Ways ways)
    {
        for (var manager = 0; manager < scope.Managers; manager++)
        {
            if (world.Managers[manager].Step is not (ManagerStep.Idle or ManagerStep.Looked))
            {
                var next = world;
                next.Faults--;
                next.Managers[manager] = default;
                next.LostMessage |= scope.SharesMessage && world.Managers[manager].Step == ManagerStep.Stealing && MayStayWithoutMessage(next, world.Managers[manager].Puts == 1 ? 0 : 1);
                ways.Add(next, new('T', manager, "dies"));
            }
        }
    }

    /// <summary>Whether a task that was just fenced has no message, or only one that its worker may delete: that knows only that its execution did not count.</summary>
    private bool MayStayWithoutMessage(in World world, int task)
    {
        for (var slot = 0; slot < scope.Slots; slot++)
        {
            var there = world.Slots[slot];
            var isDeleting = there is { Shared: true, Message: not Receipt.None, Step: not (SlotStep.Holding or SlotStep.Claiming or SlotStep.GivingOn) };
            if (isDeleting && there.Parts[task] != Part.OfOthers)
            {
                return true;
            }
        }

        return world.Rows[task].Is(BenchmarkTaskStatus.Ready) && world.MessagesOf(task) == 0;
    }

    private void LoseMessages(in World world, Ways ways)
    {
        if (world.Shared > 0)
        {
            var next = world;
            next.Faults--;
            next.LostMessage = true;
            next.Shared--;
            ways.Add(next, new(' ', 0, "the queue loses the message of several"));
        }

        for (var task = 0; task < scope.Tasks; task++)
        {
            if (world.Fresh[task] + world.Stale[task] > 0)
            {
                var next = world;
                next.Faults--;
                next.LostMessage = true;
                next.Fresh[task] -= (byte)(world.Fresh[task] > 0 ? 1 : 0);
                next.Stale[task] -= (byte)(world.Fresh[task] > 0 ? 0 : 1);
                ways.Add(next, new(' ', 0, "the queue loses a message", task));
            }
        }
    }
}
