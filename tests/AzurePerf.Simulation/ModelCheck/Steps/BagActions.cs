using AzurePerf.Core.Tasks;
using AzurePerf.Simulation.ModelCheck.Rules;
using AzurePerf.Simulation.ModelCheck.Worlds;

namespace AzurePerf.Simulation.ModelCheck.Steps;

/// <summary>What a TaskManager does with the rows of a bag, here with the one that is alone in its message.</summary>
internal sealed class BagActions(Scope scope, RowRules rows, Listing listing)
{
    private readonly BundleActions _bundles = new(scope, rows, listing);

    /// <summary>A look through the rows, then at the workers. True when it found nothing open.</summary>
    public bool Scan(World next, int manager, Manager seen, Sight sight, Ways ways)
    {
        if (scope.SharesMessage)
        {
            return _bundles.Scan(next, manager, seen, sight, ways);
        }

        var row = next.Rows[0];
        if (row.Exists && (row.IsTerminal || !seen.Stage.HasFlag(StageMarks.Created)))
        {
            return row.IsTerminal && seen.Stage.HasFlag(StageMarks.Created);
        }

        if (row.Is(BenchmarkTaskStatus.Running))
        {
            var isDead = sight.Dead != 0;
            if (isDead || (next.Faults > 0 && IsUnlisted(next)))
            {
                next.Faults -= (byte)(isDead ? 0 : 1);
                Fence(next, manager, overdue: false, isDead ? Promises.TakingForDead(next, 0) : null, ways);
                return false;
            }
        }
        else if (row.Is(BenchmarkTaskStatus.Ready) && next.MessagesOf(0) < 2)
        {
            Remind(next, manager, 0, ways);
        }

        ways.Add(next, new('T', manager, "looks through the bag"));
        return false;
    }

    /// <summary>Takes a task that needs too long from a worker that lives: one of the faults that may happen.</summary>
    public void FenceOverdue(World next, int manager, Ways ways)
    {
        if (scope.SharesMessage)
        {
            _bundles.FenceOverdue(next, manager, ways);
            return;
        }

        var row = next.Rows[0];
        if (next.Faults > 0 && row.Is(BenchmarkTaskStatus.Running) && row.Owner != Row.Gone && next.Processes[row.Owner - 1] == Life.Alive)
        {
            next.Faults--;
            Fence(next, manager, overdue: true, null, ways);
        }
    }

    /// <summary>Gives the row up, whoever executes it. True when it was given up before.</summary>
    public bool Cancel(World next, int manager, Ways ways)
    {
        if (scope.SharesMessage)
        {
            return _bundles.Cancel(next, manager, ways);
        }

        if (!next.Rows[0].Exists || rows.Cancel(next.Rows[0], 0) is not { } cancelled)
        {
            return true;
        }

        next.Rows[0] = cancelled;
        next.RowWritten(0);
        ways.Add(next, new('T', manager, "9 gives the task up", 0));
        return false;
    }

    public void Remind(in World next, int manager, int task, Ways ways) => _bundles.Remind(next, manager, task, ways);

    private void Fence(World next, int manager, bool overdue, string? broken, Ways ways)
    {
        if (rows.Fence(next.Rows[0], 0, overdue) is not { } fenced)
        {
            return;
        }

        next.Rows[0] = fenced;
        next.RowWritten(0);
        next.Managers[manager] = fenced.Is(BenchmarkTaskStatus.Ready) ? new() { Step = ManagerStep.Stealing, RowsFresh = true } : default;
        ways.Add(next, new('T', manager, overdue ? "7 fences a task that needs too long" : "7 fences an orphan", 0), broken);
    }

    /// <summary>Its worker lives, but does not know of it yet: the answer to the claim is out for so long that this is one of the faults that may happen.</summary>
    private bool IsUnlisted(in World world)
    {
        for (var slot = 0; slot < scope.Slots; slot++)
        {
            if (world.Slots[slot].Step == SlotStep.Claiming && world.Rows[0].Nonce == slot + 1)
            {
                return true;
            }
        }

        return false;
    }
}
