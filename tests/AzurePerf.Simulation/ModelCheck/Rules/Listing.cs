using AzurePerf.Core.Messages;
using AzurePerf.Core.Tasks;
using AzurePerf.Simulation.ModelCheck.Worlds;
using AzurePerf.Storage.Queues;
using AzurePerf.Worker.Heartbeats;
using AzurePerf.Worker.Tasks;

namespace AzurePerf.Simulation.ModelCheck.Rules;

/// <summary>What the heartbeats of a worker say of the tasks that it claimed together, by the worker's own functions.</summary>
internal sealed class Listing(Scope scope, EngineRules rules, RowMapping mapping)
{
    /// <summary>Messages are read only with an id that is one.</summary>
    private const string MessageRun = "aaaaaaaaaaaaaaaaaaaa";

    private readonly Dictionary<int, RunningTask> _known = [];

    /// <summary>Whether some worker lists a Running task as its own.</summary>
    public bool Holds(in World world, int task)
    {
        for (var slot = 0; slot < scope.Slots; slot++)
        {
            if (world.Rows[task].Nonce == slot + 1 && Lists(world.Slots[slot], world.Rows[task], task))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Whether a slot's owner lists a task that the slot still has to do something for.</summary>
    private bool Lists(Slot slot, Row row, int task) => slot.Step switch
    {
        SlotStep.Idle or SlotStep.Holding or SlotStep.Claiming => false,
        _ when !slot.Shared => slot.Task == task,
        _ => Described(slot).Holds(mapping.ToTask(row, task)),
    };

    private RunningTask Described(Slot slot)
    {
        slot.Message = Receipt.None;
        if (!_known.TryGetValue(slot.Code, out var known))
        {
            _known[slot.Code] = known = Describe(slot);
        }

        return known;
    }

    /// <summary>Whatever a slot executed last stays listed until the next one begins.</summary>
    private RunningTask Describe(Slot slot)
    {
        BenchmarkTask[] all = [.. Enumerable.Range(0, scope.Tasks).Select(task => mapping.ToTask(new() { Exists = true, Status = BenchmarkTaskStatus.Running, Attempt = 1 }, task))];
        var text = MessageText.Write(new TaskMessage(TaskMessage.CurrentVersion, MessageRun, all[0].Key.Stage.Number, "00", 0, 1, "", null, null, [new(1, "")]));
        var bundle = new Bundle(all, new ReceivedMessage("id", "receipt", text), 0);
        bundle.Waiting.Clear();
        foreach (var task in all)
        {
            if (slot.Parts[task.Key.Number] is Part.Waiting or Part.Returning)
            {
                bundle.Waiting.Enqueue(task);
            }
            else if (slot.Parts[task.Key.Number] == Part.Unstored)
            {
                bundle.Unstored.Add(new(task, task, TimeSpan.Zero));
            }
        }

        bundle.Note();
        using var current = new CurrentExecution(bundle.Held, all[slot.Task], TimeProvider.System, CancellationToken.None);
        var described = current.Describe();
        return rules.ListsWhatWaits ? described : described with { Held = null };
    }
}
