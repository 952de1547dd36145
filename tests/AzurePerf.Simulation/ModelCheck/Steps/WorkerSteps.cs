using AzurePerf.Core.Messages;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Simulation.ModelCheck.Rules;
using AzurePerf.Simulation.ModelCheck.Worlds;

namespace AzurePerf.Simulation.ModelCheck.Steps;

/// <summary>What the slots of the workers do: get, claim, execute, store, settle the message.</summary>
internal sealed class WorkerSteps(Scope scope, EngineRules rules, RowRules rows)
{
    private const string Result = "4 stores its result";
    private const string ResultOfPoint = "4g stores its result";
    private const string AnyResult = "4 stores its result, whoever owns the row";
    private const string Failure = "5, 6 gives its execution up";
    private const string FailureOfPoint = "8 gives its execution up";

    /// <summary>What is said of writes that were stored without their answer.</summary>
    private readonly Dictionary<string, string> _unanswered =
        new[] { Result, ResultOfPoint, AnyResult, Failure, FailureOfPoint }.ToDictionary(what => what, what => what + ", without the answer");

    private readonly BundleSteps _bundles = new(scope, rules, rows);

    public void Add(in World world, Ways ways)
    {
        for (var slot = 0; slot < scope.Slots; slot++)
        {
            if (world.Slots[slot].Shared)
            {
                _bundles.Add(world, slot, ways);
                continue;
            }

            if (scope.SharesMessage && world.Slots[slot].Step == SlotStep.Idle)
            {
                _bundles.Get(world, slot, ways);
            }

            switch (world.Slots[slot].Step)
            {
                case SlotStep.Idle:
                    Get(world, slot, ways);
                    Settle(world, slot, ways);
                    break;
                case SlotStep.Holding:
                    Claim(world, slot, ways);
                    break;
                case SlotStep.Claiming:
                    FindOutAboutClaim(world, slot, ways);
                    break;
                case SlotStep.Executing:
                case SlotStep.Waiting:
                case SlotStep.Starting:
                case SlotStep.Measuring:
                    Execute(world, slot, ways);
                    break;
                case SlotStep.Ended:
                    StoreResult(world, slot, ways);
                    break;
                case SlotStep.EndedBadly:
                case SlotStep.EndedForGood:
                    StoreFailure(world, slot, ways);
                    break;
                case SlotStep.Storing:
                    FindOutAboutEnd(world, slot, ways);
                    break;
                case SlotStep.Deleting:
                    Delete(world, slot, ways);
                    break;
                case SlotStep.Showing:
                    Show(world, slot, ways);
                    break;
            }
        }
    }

    private bool IsStopping(in World world, int slot) => world.Processes[scope.ProcessOf(slot)] == Life.Stopping;

    private static Arrow By(int slot, string what, int task) => new('W', slot, what, task);

    private void Get(in World world, int slot, Ways ways)
    {
        if (world.Processes[scope.ProcessOf(slot)] != Life.Alive)
        {
            return;
        }

        for (var task = 0; task < scope.Tasks; task++)
        {
            if (world.Fresh[task] > 0)
            {
                var next = world;
                next.Fresh[task]--;
                Got(next, slot, task, Receipt.OfFresh, false, ways);
            }

            if (world.Stale[task] > 0)
            {
                var next = world;
                next.Stale[task]--;
                Got(next, slot, task, Receipt.OfStale, false, ways);
            }

            for (var other = 0; other < scope.Slots; other++)
            {
                if (world.Slots[other] is { Shared: false, Message: not Receipt.None } && world.Slots[other].Task == task)
                {
                    var next = world;
                    next.Slots[other].Message = Receipt.None;
                    Got(next, slot, task, world.Slots[other].Message, true, ways);
                }
            }
        }
    }

    /// <summary>The header is read with the get, as early as can be; the row only with the claim. Of a bag the header may be known from before.</summary>
    private void Got(World next, int slot, int task, Receipt receipt, bool ofAnother, Ways ways)
    {
        if (rows.ByRun(next.Run) == MessageStep.Delete)
        {
            ways.Add(next, By(slot, "gets a message and deletes it, because the run has ended", task), Promises.Deleting(next, task));
            if (!scope.IsBag)
            {
                return;
            }
        }

        next.Slots[slot] = new() { Step = SlotStep.Holding, Task = (byte)task, Message = receipt };
        ways.Add(next, By(slot, ofAnother ? "gets the message of another slot, hidden for too long" : "gets a message", task));
    }

    /// <summary>A message whose execution left its row to the TaskManager. Any that nobody holds may be the one.</summary>
    private void Settle(in World world, int slot, Ways ways)
    {
        for (var task = 0; scope.Measures && task < scope.Tasks; task++)
        {
            var row = world.Rows[task];
            if (world.Processes[scope.ProcessOf(slot)] == Life.Alive && world.Stale[task] > 0 && rows.AfterDecision(row, task, row.Attempt) == MessageStep.Delete)
            {
                var next = world;
                next.Stale[task]--;
                ways.Add(next, By(slot, "deletes the message of a point that is decided", task), Promises.Deleting(world, task));
            }
        }
    }

    private void Claim(in World world, int slot, Ways ways)
    {
        var task = world.Slots[slot].Task;
        var stopping = IsStopping(world, slot);
        if (stopping)
        {
            var back = world;
            back.Free(slot);
            ways.Add(back, By(slot, "stops itself and leaves its message", task));
        }

        var isUnread = scope.IsBag && (world.Slots[slot].Message == Receipt.OfFresh || !rules.ClaimsIfMatch);
        var step = isUnread ? MessageStep.Take : rows.ByRow(world.Rows[task], task, -1);
        if (step == MessageStep.Take)
        {
            Take(world, slot, task, ways);
        }
        else if (!stopping)
        {
            Leave(world, slot, task, step, ways);
        }
    }

    /// <summary>A claim that was sent may land although the worker has stopped itself by then: what it took it hands back unexecuted.</summary>
    private void Take(in World world, int slot, int task, Ways ways)
    {
        var ready = rules.ClaimsIfMatch ? world.Rows[task] : world.Rows[task] with { Status = BenchmarkTaskStatus.Ready };
        if (rows.Claim(ready, task, slot) is not { } claimed)
        {
            return;
        }

        var next = world;
        var broken = rules.DeletesAtClaim ? Promises.Deleting(world, task) : null;
        next.ForgetNonce(slot);
        next.Rows[task] = claimed;
        next.RowWritten(task);
        next.Slots[slot].Attempt = claimed.Attempt;
        if (scope.Measures)
        {
            next.LetGo(slot);
        }

        next.Slots[slot].Step = AfterClaim(next, slot);
        ways.Add(next, By(slot, "3 claims", task), broken);
        next.Slots[slot].Step = SlotStep.Claiming;
        ways.Add(next, By(slot, "3 claims, without the answer", task), broken);
    }

    private SlotStep AfterClaim(in World world, int slot) =>
        IsStopping(world, slot) ? SlotStep.EndedBadly
        : scope.IsGang ? SlotStep.Waiting
        : scope.Measures ? SlotStep.Measuring
        : SlotStep.Executing;

    private static void Leave(in World world, int slot, int task, MessageStep step, Ways ways)
    {
        var next = world;
        if (step == MessageStep.Delete)
        {
            var broken = world.Slots[slot].Message == Receipt.None ? null : Promises.Deleting(world, task);
            next.Slots[slot].Message = Receipt.None;
            next.Free(slot);
            ways.Add(next, By(slot, "deletes its message: the row says so", task), broken);
            return;
        }

        next.Free(slot);
        ways.Add(next, By(slot, "leaves its message hidden", task));
    }

    private void FindOutAboutClaim(in World world, int slot, Ways ways)
    {
        var task = world.Slots[slot].Task;
        var step = rows.ByRow(world.Rows[task], task, slot);
        if (step == MessageStep.Execute)
        {
            var next = world;
            next.Slots[slot].Attempt = world.Rows[task].Attempt;
            next.Slots[slot].Step = AfterClaim(next, slot);
            ways.Add(next, By(slot, "reads that its claim was stored", task));
        }
        else if (scope.IsBag && !IsStopping(world, slot))
        {
            if (step == MessageStep.Take)
            {
                Take(world, slot, task, ways);
            }
            else
            {
                Leave(world, slot, task, step, ways);
            }
        }
        else
        {
            var next = world;
            next.Free(slot);
            ways.Add(next, By(slot, "reads that the row is not its own", task));
        }
    }

    private void Execute(in World world, int slot, Ways ways)
    {
        var (task, attempt, step) = (world.Slots[slot].Task, world.Slots[slot].Attempt, world.Slots[slot].Step);
        var next = world;
        if (step == SlotStep.Starting)
        {
            next.Slots[slot].Step = SlotStep.Measuring;
            ways.Add(next, By(slot, "starts to measure", task));
        }
        else if (step != SlotStep.Waiting)
        {
            next.Slots[slot].Step = SlotStep.Ended;
            ways.Add(next, By(slot, "ends with a result", task));
        }

        if (world.Rows[task].StopCommanded && world.Rows[task].Attempt == attempt)
        {
            next.Slots[slot].Step = SlotStep.EndedBadly;
            ways.Add(next, By(slot, "stops as ordered", task));
            if (world.Run == RunStatus.Cancelling)
            {
                // Then the order may say that nobody wants it any more.
                next.Slots[slot].Step = SlotStep.EndedForGood;
                ways.Add(next, By(slot, "stops as ordered, for good", task));
            }
        }

        if (world.Faults > 0)
        {
            next.Faults--;
            next.Slots[slot].Step = SlotStep.EndedBadly;
            ways.Add(next, By(slot, "fails", task));
            next.Slots[slot].Step = SlotStep.EndedForGood;
            ways.Add(next, By(slot, "fails for good", task));
        }
    }

    private void StoreResult(in World world, int slot, Ways ways)
    {
        var (task, attempt) = (world.Slots[slot].Task, world.Slots[slot].Attempt);
        var owns = rows.ByRow(world.Rows[task], task, slot) == MessageStep.Execute;
        var completed = rows.Complete(attempt, task, slot);
        if (owns)
        {
            completed = completed with { Nonce = world.Rows[task].Nonce, EndedByOwner = world.Rows[task].Nonce != 0 };
            Stored(world, slot, completed, scope.Measures ? ResultOfPoint : Result, Promises.Accepting(world, slot), ways);
        }
        else if (!rules.CommitsIfMatch && world.Rows[task].Exists)
        {
            // Only what a result changes is written.
            var row = world.Rows[task] with { Status = completed.Status, Owner = 0, Nonce = (byte)(slot + 1), EndedByOwner = true };
            Stored(world, slot, row, AnyResult, Promises.Accepting(world, slot), ways);
        }
        else
        {
            Lost(world, slot, ways);
        }
    }

    private void StoreFailure(in World world, int slot, Ways ways)
    {
        var task = world.Slots[slot].Task;
        if (world.Rows[task].Exists && rows.GiveUp(world.Rows[task], task, slot, world.Slots[slot].Step == SlotStep.EndedForGood) is { } row)
        {
            Stored(world, slot, row, scope.Measures ? FailureOfPoint : Failure, null, ways);
        }
        else
        {
            Lost(world, slot, ways);
        }
    }

    private void Stored(in World world, int slot, Row row, string what, string? broken, Ways ways)
    {
        var task = world.Slots[slot].Task;
        var next = world;
        next.Rows[task] = row;
        next.RowWritten(task);
        var unsure = next;
        unsure.Slots[slot].Step = SlotStep.Storing;
        ways.Add(unsure, By(slot, _unanswered[what], task), broken);
        if (next.Slots[slot].Message == Receipt.OfStale && !scope.SharesMessage)
        {
            // It knows the ETag of the row that it has just written.
            next.Slots[slot].Message = Receipt.OfFresh;
        }

        AfterEnd(ref next, slot, row);
        ways.Add(next, By(slot, what, task), broken);
    }

    private static void Lost(in World world, int slot, Ways ways)
    {
        var next = world;
        next.Free(slot);
        ways.Add(next, By(slot, "finds that the row is not its own any more", world.Slots[slot].Task));
    }

    private void FindOutAboutEnd(in World world, int slot, Ways ways)
    {
        var (task, attempt) = (world.Slots[slot].Task, world.Slots[slot].Attempt);
        if (!rows.IsStored(world.Rows[task], task, slot, attempt))
        {
            Lost(world, slot, ways);
            return;
        }

        var next = world;
        if (next.Slots[slot].Message == Receipt.OfStale && !scope.SharesMessage)
        {
            next.Slots[slot].Message = Receipt.OfFresh;
        }

        AfterEnd(ref next, slot, world.Rows[task]);
        ways.Add(next, By(slot, "reads that its end was stored", task));
    }

    private void AfterEnd(ref World next, int slot, Row stored)
    {
        var step = rows.AfterEnd(stored, next.Slots[slot].Task);
        if (step is not (MessageStep.Delete or MessageStep.Show) || next.Slots[slot].Message == Receipt.None)
        {
            next.Free(slot);
            return;
        }

        next.ForgetNonce(slot);
        next.Slots[slot].Attempt = 0;
        next.Slots[slot].Step = step == MessageStep.Delete ? SlotStep.Deleting : SlotStep.Showing;
    }

    private static void Delete(in World world, int slot, Ways ways)
    {
        var task = world.Slots[slot].Task;
        var broken = world.Slots[slot].Message == Receipt.None ? null : Promises.Deleting(world, task);
        var next = world;
        next.Slots[slot] = default;
        ways.Add(next, By(slot, "deletes its message", task), broken);
    }

    private static void Show(in World world, int slot, Ways ways)
    {
        var next = world;
        next.Free(slot);
        ways.Add(next, By(slot, "shows its message to all", world.Slots[slot].Task));
    }
}
