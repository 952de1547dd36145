using AzurePerf.Core.Tasks;
using AzurePerf.Simulation.ModelCheck.Rules;
using AzurePerf.Simulation.ModelCheck.Worlds;
using AzurePerf.TaskManager.Bags;

namespace AzurePerf.Simulation.ModelCheck.Steps;

/// <summary>What a TaskManager does with the rows of a bag whose tasks share a message at first.</summary>
internal sealed class BundleActions(Scope scope, RowRules rows, Listing listing)
{
    private static Arrow By(int manager, string what, int task = -1) => new('T', manager, what, task);

    /// <summary>What is to be put for rows that were just made or found made: a bit for each task, and whether they share one message.</summary>
    public (byte Tasks, bool Share) PutsFor(in World world)
    {
        var ready = new List<BenchmarkTask>();
        for (var task = 0; task < scope.Tasks; task++)
        {
            if (world.Rows[task].Is(BenchmarkTaskStatus.Ready))
            {
                ready.Add(rows.Mapping.ToTask(world.Rows[task], task));
            }
        }

        return ((byte)ready.Sum(task => 1 << task.Key.Number), BagBundles.Of(ready) is [[_, _]]);
    }

    /// <summary>A look through the rows, then at the workers. True when it found nothing open.</summary>
    public bool Scan(World next, int manager, Manager seen, Sight sight, Ways ways)
    {
        if (AreOver(next) && seen.Stage.HasFlag(StageMarks.Created))
        {
            return true;
        }

        var sees = false;
        for (var task = 0; task < scope.Tasks; task++)
        {
            var row = next.Rows[task];
            if (row.Is(BenchmarkTaskStatus.Running))
            {
                var isDead = ((sight.Dead >> task) & 1) != 0;
                var isUnlisted = !isDead && next.Faults > 0 && row.Owner != Row.Gone && !listing.Holds(next, task);
                if (isDead || isUnlisted)
                {
                    var fenced = next;
                    fenced.Faults -= (byte)(isDead ? 0 : 1);
                    Fence(fenced, manager, task, overdue: false, isDead ? Promises.TakingForDead(next, task) : null, ways);
                    sees |= isDead;
                }
            }
            else if (row.Is(BenchmarkTaskStatus.Ready) && next.MessagesOf(task) < 2)
            {
                Remind(next, manager, task, ways);
            }
        }

        if (!sees)
        {
            ways.Add(next, By(manager, "looks through the bag"));
        }

        return false;
    }

    /// <summary>Takes what needs too long from a worker that lives: one of the faults that may happen. What only waits has no time yet.</summary>
    public void FenceOverdue(World next, int manager, Ways ways)
    {
        for (var task = 0; task < scope.Tasks && next.Faults > 0; task++)
        {
            var row = next.Rows[task];
            if (row.Is(BenchmarkTaskStatus.Running) && row.Owner != Row.Gone && next.Processes[row.Owner - 1] == Life.Alive && HasBegun(next, task))
            {
                var fenced = next;
                fenced.Faults--;
                Fence(fenced, manager, task, overdue: true, null, ways);
            }
        }
    }

    /// <summary>Gives up one row after the other, whoever executes it. True when all were given up before.</summary>
    public bool Cancel(in World world, int manager, Ways ways)
    {
        var isDone = true;
        for (var task = 0; task < scope.Tasks; task++)
        {
            if (world.Rows[task].Exists && rows.Cancel(world.Rows[task], task) is { } cancelled)
            {
                var next = world;
                next.Rows[task] = cancelled;
                ways.Add(next, By(manager, "9 gives the task up", task));
                isDone = false;
            }
        }

        return isDone;
    }

    /// <summary>The message that the fenced worker held for this task alone, if its receipt still opens it, else a new one.</summary>
    public void Steal(in World world, int manager, Ways ways)
    {
        var task = world.Managers[manager].Puts == 1 ? 0 : 1;
        var loot = world.Managers[manager].Loot;
        var put = world;
        put.Managers[manager] = default;
        var stolen = put;
        put.AddMessage(task, fresh: false);
        ways.Add(put, By(manager, "puts a new message", task));
        if (loot == Loot.Own && stolen.Stale[task] > 0)
        {
            ways.Add(stolen, By(manager, "steals the message", task));
        }

        if (loot == Loot.Shared && stolen.Shared > 0)
        {
            stolen.Shared--;
            stolen.ConvertShared(task);
            stolen.LostMessage |= !Promises.HaveMessages(stolen);
            ways.Add(stolen, By(manager, "steals the message of several", task));
        }

        for (var slot = 0; slot < scope.Slots; slot++)
        {
            var held = world.Slots[slot];
            if (held.Message != Receipt.None && (held.Shared ? loot == Loot.Shared && world.Rows[task].Nonce == slot + 1 : loot == Loot.Own && held.Task == task))
            {
                var taken = world;
                taken.Managers[manager] = default;
                taken.Slots[slot].Message = Receipt.None;
                if (held.Shared)
                {
                    taken.ConvertShared(task);
                    taken.LostMessage |= !Promises.HaveMessages(taken);
                }
                else
                {
                    taken.AddMessage(task, fresh: false);
                }

                ways.Add(taken, By(manager, "steals the message of a worker", task));
            }
        }
    }

    public void Remind(World next, int manager, int task, Ways ways)
    {
        if (rows.Remind(next.Rows[task], task) is { } reminded)
        {
            if (scope.SharesMessage && reminded.Code == next.Rows[task].Code)
            {
                // Whoever dies before the put has changed nothing, and a message that comes later is one that nobody gets before.
                next.AddMessage(task, fresh: false);
                ways.Add(next, By(manager, "reminds of a Ready task that is handed out alone", task));
                return;
            }

            next.Rows[task] = reminded;
            next.RowWritten(task);
            next.Managers[manager] = new() { Step = ManagerStep.Putting, Puts = (byte)(1 << task), RowsFresh = !scope.SharesMessage };
            ways.Add(next, new('T', manager, "writes a Ready row anew, because its message may be lost", task));
        }
    }

    private void Fence(World next, int manager, int task, bool overdue, string? broken, Ways ways)
    {
        var before = next.Rows[task];
        if (rows.Fence(before, task, overdue) is not { } fenced)
        {
            return;
        }

        if (!overdue && before.ClaimedTogether && rows.IsChargedWithLoss(before, task))
        {
            broken ??= "a task that shared its message was charged with the loss of its worker";
        }

        next.Rows[task] = fenced;
        var loot = !before.Bundled ? Loot.Own : !overdue ? Loot.Shared : Loot.None;
        next.Managers[manager] = fenced.Is(BenchmarkTaskStatus.Ready) ? new() { Step = ManagerStep.Stealing, Puts = (byte)(1 << task), Loot = loot } : default;
        ways.Add(next, By(manager, overdue ? "7 fences a task that needs too long" : before.ClaimedTogether ? "7 fences one of several orphans" : "7 fences an orphan", task), broken);
    }

    private bool AreOver(in World world)
    {
        for (var task = 0; task < scope.Tasks; task++)
        {
            if (!world.Rows[task].IsTerminal)
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>Whether a heartbeat may have said that it is executed, now or before.</summary>
    private bool HasBegun(in World world, int task)
    {
        for (var slot = 0; slot < scope.Slots; slot++)
        {
            var there = world.Slots[slot];
            if (world.Rows[task].Nonce == slot + 1 && there.Step is not (SlotStep.Claiming or SlotStep.Holding) && there.Parts[task] is not (Part.Waiting or Part.Returning))
            {
                return true;
            }
        }

        return false;
    }
}
