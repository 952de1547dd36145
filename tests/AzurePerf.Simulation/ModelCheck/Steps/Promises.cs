using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Simulation.ModelCheck.Rules;
using AzurePerf.Simulation.ModelCheck.Worlds;

namespace AzurePerf.Simulation.ModelCheck.Steps;

/// <summary>What must hold in every world and at every step.</summary>
internal sealed class Promises(Scope scope, Listing listing)
{
    /// <summary>Of a world by itself.</summary>
    public string? BrokenIn(in World world) => ExecutedTwice(world) ?? Torn(world) ?? Unreachable(world) ?? WithoutOrders(world) ?? Unlisted(world);

    /// <summary>Of every change of a row, whoever makes it.</summary>
    public static string? BrokenBy(in World before, in World after)
    {
        for (var task = 0; task < World.MostTasks; task++)
        {
            var (was, now) = (before.Rows[task], after.Rows[task]);
            if (was.Exists && now.Attempt < was.Attempt)
            {
                return "an attempt fell";
            }

            if (was.Is(BenchmarkTaskStatus.Running) && now.Is(BenchmarkTaskStatus.Ready) && now.Attempt == was.Attempt)
            {
                return "a task is to be executed again under the number of the attempt before";
            }

            if (was.IsTerminal && (now.Status != was.Status || now.Attempt != was.Attempt))
            {
                return "a terminal row changed";
            }
        }

        return null;
    }

    /// <summary>A message goes only if it can lead to nothing any more.</summary>
    public static string? Deleting(in World world, int task) =>
        !world.Rows[task].Exists || world.Rows[task].IsTerminal || world.RunEnded ? null : $"a message was deleted while its row is {world.Rows[task].Status}";

    /// <summary>
    /// A message of several goes only if each of its tasks is over or has another, but for those that somebody else has: who takes a task from its owner puts it one.
    /// </summary>
    /// <param name="after">The world without it.</param>
    /// <param name="slot">Who deleted it.</param>
    public static string? DeletingShared(in World after, int slot)
    {
        for (var task = 0; task < World.MostTasks && !after.LostMessage && !after.RunEnded; task++)
        {
            var row = after.Rows[task];
            var needs = row.Is(BenchmarkTaskStatus.Ready) ? !after.IsToGetMessage(task, except: slot) : row.Is(BenchmarkTaskStatus.Running) && row.Nonce == slot + 1;
            if (needs && after.MessagesOf(task) == 0)
            {
                return $"the message of several was deleted, and task {task} is {row.Status} and has no other";
            }
        }

        return null;
    }

    /// <summary>Whether every Ready row of a bag has a message or is about to get one.</summary>
    public static bool HaveMessages(in World world)
    {
        for (var task = 0; task < World.MostTasks; task++)
        {
            if (world.Rows[task].Is(BenchmarkTaskStatus.Ready) && world.MessagesOf(task) == 0 && !world.IsToGetMessage(task))
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>A result counts only if it is stored by the execution that owns the row.</summary>
    public static string? Accepting(in World before, int slot)
    {
        var row = before.Rows[before.Slots[slot].Task];
        return row.Is(BenchmarkTaskStatus.Running) && row.Nonce == slot + 1 && row.Attempt == before.Slots[slot].Attempt
            ? null
            : $"a result of attempt {before.Slots[slot].Attempt} was stored in a row that is {row}";
    }

    /// <summary>
    /// The header ends last: after every row and after the keys. Only rows that nobody was ever told of, because whoever made them died before he moved the cursor, and those that
    /// a TaskManager made so late that another had closed the stage, need not be terminal: under a terminal header they count as such.
    /// </summary>
    public string? EndingRun(in World before)
    {
        for (var task = 0; task < scope.Tasks; task++)
        {
            var untold = before.Rows[task].Is(BenchmarkTaskStatus.Ready) && !before.Stage.HasFlag(StageMarks.Created) && before.MessagesOf(task) == 0;
            if (before.Rows[task].Exists && !before.Rows[task].IsTerminal && !untold && !before.MadeLate)
            {
                return $"the header became terminal while a row is {before.Rows[task].Status}";
            }
        }

        return before.Keys == KeyState.Held ? "the header became terminal while the run still holds its keys" : null;
    }

    /// <summary>The keys are held until nothing of the run measures any more.</summary>
    public static string? ReleasingKeys(in World before)
    {
        for (var slot = 0; slot < World.MostSlots; slot++)
        {
            if (before.Slots[slot].Step == SlotStep.Measuring)
            {
                return "the keys were given back while the run is still measured";
            }
        }

        return null;
    }

    /// <summary>Nobody is told to start but whom the stored start lists.</summary>
    public static string? Starting(in World before, int slot, int process)
    {
        var (task, attempt) = (before.Slots[slot].Task, before.Slots[slot].Attempt);
        return before.Go && before.Gang == attempt && before.GoOwners[task] == process + 1 ? null : "a member was told to start that the gang row does not list";
    }

    /// <summary>A point is published from rows that agree.</summary>
    public string? Publishing(in World before)
    {
        var first = before.Rows[0];
        for (var task = 0; task < scope.Tasks; task++)
        {
            if (!before.Rows[task].IsTerminal || before.Rows[task].Status != first.Status || before.Rows[task].Attempt != first.Attempt)
            {
                return "a point was published from tasks that do not agree";
            }
        }

        return null;
    }

    /// <summary>Only a worker that is no more, or has stopped itself, is taken for dead.</summary>
    public static string? TakingForDead(in World before, int task)
    {
        var owner = before.Rows[task].Owner;
        return owner is 0 or Row.Gone || before.Processes[owner - 1] != Life.Alive ? null : $"worker {owner} was taken for dead although it lives";
    }

    /// <summary>Whoever executes a task of a stage that was planned finds what it is to do.</summary>
    private static string? WithoutOrders(in World world) =>
        world.Stage.HasFlag(StageMarks.Ordered) && !world.HasOrders ? "a stage is planned whose orders are not stored" : null;

    /// <summary>What a worker executes, or keeps for later, of tasks that share a message, no heartbeat leaves out: others would take it.</summary>
    private string? Unlisted(in World world)
    {
        for (var slot = 0; scope.SharesMessage && slot < scope.Slots; slot++)
        {
            var there = world.Slots[slot];
            for (var task = 0; there.Shared && task < scope.Tasks; task++)
            {
                var has = there.Parts[task] is Part.Waiting or Part.Unstored || (there.Executes && there.Task == task);
                if (has && world.Rows[task].Is(BenchmarkTaskStatus.Running) && world.Rows[task].Nonce == slot + 1 && !listing.Holds(world, task))
                {
                    return $"a worker has task {task} and does not list it";
                }
            }
        }

        return null;
    }

    private string? ExecutedTwice(in World world)
    {
        for (var one = 0; one < scope.Slots; one++)
        {
            for (var other = one + 1; other < scope.Slots; other++)
            {
                var (first, second) = (world.Slots[one], world.Slots[other]);
                if (first.Executes && second.Executes && first.Task == second.Task && first.Attempt == second.Attempt)
                {
                    return "one attempt is executed twice at once";
                }

                if (first.Step == SlotStep.Measuring && second.Step == SlotStep.Measuring && (first.Task == second.Task || first.Attempt != second.Attempt))
                {
                    return $"attempts {first.Attempt} and {second.Attempt} of one point are measured at once";
                }
            }
        }

        return null;
    }

    private string? Torn(in World world)
    {
        if (!scope.IsGang)
        {
            return null;
        }

        var (first, second) = (world.Rows[0], world.Rows[1]);
        return first.Attempt != second.Attempt ? "the tasks of one point are at different attempts"
            : first.Is(BenchmarkTaskStatus.Done) != second.Is(BenchmarkTaskStatus.Done) ? "a gang was accepted in part"
            : first.Attempt > world.Gang ? "a point is ahead of its gang row"
            : null;
    }

    /// <summary>
    /// While the queue loses nothing and the run goes on, a Ready row has a message or the cursor is not past it: nobody has to wait for the reconciliation.
    /// </summary>
    private string? Unreachable(in World world)
    {
        var mustBeReachable = world.Run == RunStatus.Running && world.Stage.HasFlag(StageMarks.Dispatched) && !world.LostMessage;
        for (var task = 0; mustBeReachable && task < scope.Tasks; task++)
        {
            if (world.Rows[task].Is(BenchmarkTaskStatus.Ready) && world.MessagesOf(task) == 0 && !(scope.SharesMessage && world.IsToGetMessage(task)))
            {
                return $"task {task} is Ready and past the cursor, and has no message";
            }
        }

        return null;
    }
}
