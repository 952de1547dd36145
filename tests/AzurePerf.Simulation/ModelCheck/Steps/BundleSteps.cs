using AzurePerf.Core.Messages;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Simulation.ModelCheck.Rules;
using AzurePerf.Simulation.ModelCheck.Worlds;

namespace AzurePerf.Simulation.ModelCheck.Steps;

/// <summary>
/// What a slot does with the message of several tasks: claim them together, execute them in turn, settle what is left. An unread claim and one after reading are one step: rows that are
/// as the message says are claimed either way.
/// </summary>
internal sealed class BundleSteps(Scope scope, EngineRules rules, RowRules rows)
{
    private readonly BundleEnds _ends = new(scope, rules, rows);

    public void Get(in World world, int slot, Ways ways)
    {
        if (world.Processes[scope.ProcessOf(slot)] != Life.Alive)
        {
            return;
        }

        if (world.Shared > 0)
        {
            var next = world;
            next.Shared--;
            Got(next, slot, false, ways);
        }

        for (var other = 0; other < scope.Slots; other++)
        {
            if (world.Slots[other] is { Shared: true, Message: not Receipt.None })
            {
                var next = world;
                next.Slots[other].Message = Receipt.None;
                Got(next, slot, true, ways);
            }
        }
    }

    public void Add(in World world, int slot, Ways ways)
    {
        switch (world.Slots[slot].Step)
        {
            case SlotStep.Holding:
                Claim(world, slot, ways);
                break;
            case SlotStep.Claiming:
                FindOutAboutClaim(world, slot, ways);
                break;
            case SlotStep.GivingOn:
                GiveOn(world, slot, ways);
                break;
            case SlotStep.Executing when !_ends.AddPending(world, slot, ways):
                _ends.AddMeanwhile(world, slot, ways);
                Execute(world, slot, ways);
                break;
            case SlotStep.EndedBadly or SlotStep.EndedForGood when !_ends.AddPending(world, slot, ways):
                _ends.Fail(world, slot, ways);
                break;
            case SlotStep.Storing:
                _ends.FindOutAboutFailure(world, slot, ways);
                break;
            case SlotStep.Turning when !_ends.AddPending(world, slot, ways):
                Turn(world, slot, ways);
                break;
            case SlotStep.Leaving when !_ends.AddPending(world, slot, ways):
                _ends.Leave(world, slot, ways);
                break;
        }
    }

    private bool IsStopping(in World world, int slot) => world.Processes[scope.ProcessOf(slot)] == Life.Stopping;

    private static Arrow By(int slot, string what, int task = -1) => new('W', slot, what, task);

    private void Got(World next, int slot, bool ofAnother, Ways ways)
    {
        if (rows.ByRun(next.Run) == MessageStep.Delete)
        {
            ways.Add(next, By(slot, "gets the message of several and deletes it, because the run has ended"), Promises.DeletingShared(next, slot));
        }

        next.Slots[slot] = new() { Step = SlotStep.Holding, Message = Receipt.OfStale, Shared = true };
        ways.Add(next, By(slot, ofAnother ? "gets the message of several of another slot, hidden for too long" : "gets the message of several"));
    }

    private void Claim(in World world, int slot, Ways ways)
    {
        var stopping = IsStopping(world, slot);
        if (stopping)
        {
            Free(world, slot, "stops itself and leaves the message of several", ways);
        }

        var (taken, isOver) = (0, true);
        for (var task = 0; task < scope.Tasks; task++)
        {
            var step = rows.ByBundledRow(world.Rows[task], task, -1);
            taken |= step == MessageStep.Take || !rules.ClaimsIfMatch ? 1 << task : 0;
            isOver &= step == MessageStep.Delete;
        }

        if (taken != 0)
        {
            Take(world, slot, taken, ways);
        }
        else if (!stopping)
        {
            LeaveUnclaimed(world, slot, isOver, ways);
        }
    }

    private void Take(in World world, int slot, int taken, Ways ways)
    {
        var (next, broken) = (world, default(string));
        next.ForgetNonce(slot);
        for (var task = 0; task < scope.Tasks; task++)
        {
            next.Slots[slot].Parts[task] = Part.OfOthers;
            if (((taken >> task) & 1) != 0)
            {
                broken ??= rules.ClaimsIfMatch && !world.Rows[task].Bundled ? "a task that is handed out alone was claimed with others" : null;
                var ready = rules.ClaimsIfMatch ? world.Rows[task] : world.Rows[task] with { Status = BenchmarkTaskStatus.Ready };
                next.Rows[task] = rows.Claim(ready, task, slot)!.Value with { ClaimedTogether = true };
                next.Slots[slot].Parts[task] = Part.Waiting;
            }
        }

        next.Slots[slot].Attempt = 1;
        var isAll = taken == (1 << scope.Tasks) - 1;
        var unsure = next;
        unsure.Slots[slot] = new() { Step = SlotStep.Claiming, Message = next.Slots[slot].Message, Shared = true };
        ways.Add(unsure, By(slot, isAll ? "3 claims all that share the message, without the answer" : "3 claims what it still can of the message, without the answer"), broken);
        Begin(next, slot, isAll ? "3 claims all that share the message" : "3 claims what it still can of the message", ways);
    }

    /// <summary>The next one, after the claim or after the one before. Whoever stops itself begins none.</summary>
    private void Begin(World next, int slot, string what, Ways ways)
    {
        next.Slots[slot].Step = SlotStep.Leaving;
        next.Slots[slot].Task = 0;
        if (!IsStopping(next, slot))
        {
            var task = next.Slots[slot].Parts[0] == Part.Waiting ? 0 : 1;
            next.Slots[slot].Step = SlotStep.Executing;
            next.Slots[slot].Task = (byte)task;
            next.Slots[slot].Parts[task] = Part.None;
        }

        ways.Add(next, By(slot, what));
    }

    private void FindOutAboutClaim(in World world, int slot, Ways ways)
    {
        var next = world;
        var owns = false;
        for (var task = 0; task < scope.Tasks; task++)
        {
            var isOwn = rows.ByBundledRow(world.Rows[task], task, slot) == MessageStep.Execute;
            next.Slots[slot].Parts[task] = isOwn ? Part.Waiting : Part.OfOthers;
            owns |= isOwn;
        }

        if (owns)
        {
            next.Slots[slot].Attempt = 1;
            Begin(next, slot, "reads that its claim of several was stored", ways);
        }
        else if (IsStopping(world, slot))
        {
            Free(world, slot, "reads that no row is its own", ways);
        }
        else
        {
            next.Slots[slot].Parts = default;
            next.Slots[slot].Step = SlotStep.Holding;
            Claim(next, slot, ways);
        }
    }

    private void LeaveUnclaimed(World next, int slot, bool isOver, Ways ways)
    {
        if (next.Rows[0].Is(BenchmarkTaskStatus.Ready) || next.Rows[1].Is(BenchmarkTaskStatus.Ready))
        {
            next.Slots[slot].Step = SlotStep.GivingOn;
            for (var task = 0; task < scope.Tasks; task++)
            {
                next.Slots[slot].Parts[task] = next.Rows[task].Is(BenchmarkTaskStatus.Ready) ? Part.WithoutMessage : next.Rows[task].IsTerminal ? Part.None : Part.OfOthers;
            }

            ways.Add(next, By(slot, "sees that what the message leads to is handed out alone by now"));
        }
        else if (isOver)
        {
            var broken = next.Slots[slot].Message == Receipt.None ? null : Promises.DeletingShared(WithoutMessageOf(next, slot), slot);
            Free(WithoutMessageOf(next, slot), slot, "deletes the message of several: the rows say so", ways, broken);
        }
        else
        {
            Free(next, slot, "leaves the message of several hidden", ways);
        }
    }

    /// <summary>Puts messages for all but the first; the message of several becomes that of the first, last of all.</summary>
    private void GiveOn(World next, int slot, Ways ways)
    {
        var parts = next.Slots[slot].Parts;
        if (parts[0] == Part.WithoutMessage && parts[1] == Part.WithoutMessage)
        {
            next.AddMessage(1, fresh: false);
            next.Slots[slot].Parts[1] = Part.None;
            ways.Add(next, By(slot, "puts a message of its own", 1));
            return;
        }

        var first = parts[0] == Part.WithoutMessage ? 0 : 1;
        if (next.Slots[slot].Message == Receipt.None)
        {
            if (rules.PutsWhereRefused)
            {
                next.AddMessage(first, fresh: false);
            }

            Free(next, slot, "finds that somebody else has the message of several, and puts one", ways, task: first);
        }
        else
        {
            next = WithoutMessageOf(next, slot);
            next.ConvertShared(first);
            next.Slots[slot].Parts[first] = Part.None;

            // One that ran when it read the rows may be Ready by now: whoever made it so puts it a message, unless it died.
            next.LostMessage |= next.Slots[slot].Has(Part.OfOthers) && !Promises.HaveMessages(next);
            var broken = Promises.DeletingShared(next, slot);
            Free(next, slot, "makes the message of several that of one", ways, broken, first);
        }
    }

    private void Execute(in World world, int slot, Ways ways)
    {
        var task = world.Slots[slot].Task;
        var next = world;
        next.Slots[slot].Step = SlotStep.Turning;
        next.Slots[slot].Task = 0;
        next.Slots[slot].Parts[task] = Part.Unstored;
        ways.Add(next, By(slot, "ends with a result", task));
        next = world;
        next.Slots[slot].Step = SlotStep.EndedBadly;
        if (world.Run == RunStatus.Cancelling)
        {
            ways.Add(next, By(slot, "stops as ordered", task));
        }

        if (world.Faults > 0)
        {
            next.Faults--;
            ways.Add(next, By(slot, "fails", task));
            next.Slots[slot].Step = SlotStep.EndedForGood;
            ways.Add(next, By(slot, "fails for good", task));
        }
    }

    /// <summary>Results may be stored now or later. The next task begins, unless somebody took one from this worker, or the rest had better go to others.</summary>
    private void Turn(in World world, int slot, Ways ways)
    {
        var has = world.Slots[slot];
        if (has.Has(Part.Waiting))
        {
            _ends.AddFlush(world, slot, ways);
            if (!has.Has(Part.Lost) && !IsStopping(world, slot))
            {
                Begin(world, slot, "begins the next task", ways);
            }
        }

        var next = world;
        next.Slots[slot].Step = SlotStep.Leaving;
        ways.Add(next, By(slot, "begins nothing more"));
    }

    private static World WithoutMessageOf(World next, int slot)
    {
        next.Slots[slot].Message = Receipt.None;
        return next;
    }

    private static void Free(World next, int slot, string what, Ways ways, string? broken = null, int task = -1)
    {
        next.Free(slot);
        ways.Add(next, By(slot, what, task), broken);
    }
}
