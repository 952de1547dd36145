using AzurePerf.Core.Messages;
using AzurePerf.Core.Tasks;
using AzurePerf.Simulation.ModelCheck.Rules;
using AzurePerf.Simulation.ModelCheck.Worlds;

namespace AzurePerf.Simulation.ModelCheck.Steps;

/// <summary>What a slot stores of tasks that it claimed together: results, failures, and what it gives back; and what becomes of their message.</summary>
internal sealed class BundleEnds(Scope scope, EngineRules rules, RowRules rows)
{
    private static Arrow By(int slot, string what, int task = -1) => new('W', slot, what, task);

    /// <summary>What must be done before anything else; false for nothing.</summary>
    public bool AddPending(in World world, int slot, Ways ways)
    {
        var has = world.Slots[slot];
        if (has.Has(Part.Returning))
        {
            FindOutAboutReturn(world, slot, ways);
        }
        else if (has.Has(Part.WithoutMessage))
        {
            Put(world, slot, Part.WithoutMessage, ways);
        }
        else if (has.Has(Part.Unstored) && has.Step is not (SlotStep.Executing or SlotStep.Turning))
        {
            AddFlush(world, slot, ways);
        }
        else if (has.Has(Part.Waiting) && has.Step == SlotStep.Leaving)
        {
            Return(world, slot, ways);
        }
        else
        {
            return false;
        }

        return true;
    }

    /// <summary>While the current task is executed: stores what is done, and only then gives back what waits too long.</summary>
    public void AddMeanwhile(in World world, int slot, Ways ways)
    {
        if (world.Slots[slot].Has(Part.Unstored))
        {
            AddFlush(world, slot, ways);
        }
        else if (world.Slots[slot].Has(Part.Waiting))
        {
            Return(world, slot, ways);
        }
    }

    /// <summary>Stores the results that are kept, those that it still owns in one transaction.</summary>
    public void AddFlush(in World world, int slot, Ways ways)
    {
        var (next, written, lost) = (world, 0, false);
        for (var task = 0; task < scope.Tasks; task++)
        {
            if (world.Slots[slot].Parts[task] != Part.Unstored)
            {
                continue;
            }

            next.Slots[slot].Parts[task] = Part.None;
            if (rows.ByRow(world.Rows[task], task, slot) == MessageStep.Execute)
            {
                next.Rows[task] = rows.Complete(world.Slots[slot].Attempt, task, slot) with { Nonce = (byte)(slot + 1), EndedByOwner = true };
                written++;
            }
            else if (!rows.IsStored(world.Rows[task], task, slot, world.Slots[slot].Attempt))
            {
                lost = true;
                next.Slots[slot].Parts[task] = Part.Lost;
            }
        }

        if (written == 0 && !lost && !world.Slots[slot].Has(Part.Unstored))
        {
            return;
        }

        if (written > 0)
        {
            var unsure = next;
            unsure.Slots[slot].Parts = world.Slots[slot].Parts;
            ways.Add(unsure, By(slot, "4 stores results together, without the answer"), BrokenByCommit(unsure, slot));
        }

        if (lost && !rules.CommitsIfMatch)
        {
            ways.Add(next, By(slot, "4 stores results, whoever owns the rows"), $"a result of attempt 1 was stored in rows that are {world.Rows[0]} and {world.Rows[1]}");
            return;
        }

        var what = lost ? "finds that a result does not count"
            : written == 0 ? "reads that its results were stored"
            : written == scope.Tasks ? "4 stores all results together"
            : "4 stores the results that it has";
        ways.Add(next, By(slot, what), written > 0 ? BrokenByCommit(next, slot) : null);
    }

    /// <summary>Stores an execution that brought no result.</summary>
    public void Fail(in World world, int slot, Ways ways)
    {
        var task = world.Slots[slot].Task;
        var next = world;
        next.Slots[slot].Step = SlotStep.Turning;
        next.Slots[slot].Task = 0;
        if (rows.GiveUp(world.Rows[task], task, slot, world.Slots[slot].Step == SlotStep.EndedForGood) is not { } row)
        {
            ways.Add(next, By(slot, "finds that its failure does not count", task));
            return;
        }

        var unsure = world;
        next.Rows[task] = unsure.Rows[task] = row;
        unsure.Slots[slot].Step = SlotStep.Storing;
        ways.Add(unsure, By(slot, "5, 6 gives one of several up, without the answer", task));
        Failed(next, slot, task, "5, 6 gives one of several up", ways);
    }

    public void FindOutAboutFailure(World next, int slot, Ways ways)
    {
        var (task, attempt) = (next.Slots[slot].Task, next.Slots[slot].Attempt);
        next.Slots[slot].Step = SlotStep.Turning;
        next.Slots[slot].Task = 0;
        if (rows.IsStored(next.Rows[task], task, slot, attempt))
        {
            Failed(next, slot, task, "reads that the end of one of several was stored", ways);
            return;
        }

        ways.Add(next, By(slot, "finds that its failure does not count", task));
    }

    /// <summary>Nothing is left to do but to settle the message: it is deleted when it leads to no other tasks.</summary>
    public void Leave(World next, int slot, Ways ways)
    {
        for (var task = 0; task < scope.Tasks; task++)
        {
            if (next.Slots[slot].Parts[task] == Part.OfOthers && rows.ByRow(next.Rows[task], task, -1) != MessageStep.Delete)
            {
                next.Free(slot);
                ways.Add(next, By(slot, "leaves the message of several hidden, for what others have of it"));
                return;
            }
        }

        var held = next.Slots[slot].Message != Receipt.None;
        next.Slots[slot].Message = Receipt.None;
        var broken = held ? Promises.DeletingShared(next, slot) : null;
        next.Free(slot);
        ways.Add(next, By(slot, held ? "deletes the message of several" : "cannot delete the message of several: somebody else has it"), broken);
    }

    private static void Failed(World next, int slot, int task, string what, Ways ways)
    {
        next.Slots[slot].Parts[task] = next.Rows[task].Is(BenchmarkTaskStatus.Ready) ? Part.WithoutMessage : Part.None;
        ways.Add(next, By(slot, what, task));
    }

    /// <summary>Uncharged, in one transaction.</summary>
    private void Return(in World world, int slot, Ways ways)
    {
        var (next, unsure, written) = (world, world, 0);
        for (var task = 0; task < scope.Tasks; task++)
        {
            if (world.Slots[slot].Parts[task] != Part.Waiting)
            {
                continue;
            }

            if (world.Rows[task].Nonce == slot + 1 && rows.Return(world.Rows[task], task) is { } returned)
            {
                next.Rows[task] = unsure.Rows[task] = returned;
                next.Slots[slot].Parts[task] = rules.PutsWhatItReturns ? Part.WithoutMessage : Part.None;
                unsure.Slots[slot].Parts[task] = Part.Returning;
                written++;
            }
            else
            {
                next.Slots[slot].Parts[task] = unsure.Slots[slot].Parts[task] = Part.None;
            }
        }

        if (written > 0)
        {
            ways.Add(unsure, By(slot, "7b gives back what has not begun, without the answer"));
        }

        ways.Add(next, By(slot, written > 0 ? "7b gives back what has not begun" : "finds that what has not begun is not its own any more"));
    }

    private void FindOutAboutReturn(World next, int slot, Ways ways)
    {
        for (var task = 0; task < scope.Tasks; task++)
        {
            if (next.Slots[slot].Parts[task] == Part.Returning)
            {
                var row = next.Rows[task];
                var isOwn = row.Nonce == slot + 1 && row.Is(BenchmarkTaskStatus.Ready);
                next.Slots[slot].Parts[task] = isOwn && rules.PutsWhatItReturns ? Part.WithoutMessage : Part.None;
            }
        }

        ways.Add(next, By(slot, "reads what it has given back"));
    }

    private static void Put(World next, int slot, Part part, Ways ways)
    {
        var task = next.Slots[slot].Parts[0] == part ? 0 : 1;
        next.AddMessage(task, fresh: false);
        next.Slots[slot].Parts[task] = Part.None;
        ways.Add(next, By(slot, "puts a message of its own", task));
    }

    /// <summary>Only where a mutation deletes the message now.</summary>
    private string? BrokenByCommit(World next, int slot)
    {
        if (!rules.DeletesAtFirstCommit || next.Slots[slot].Message == Receipt.None)
        {
            return null;
        }

        next.Slots[slot].Message = Receipt.None;
        return Promises.DeletingShared(next, slot);
    }
}
