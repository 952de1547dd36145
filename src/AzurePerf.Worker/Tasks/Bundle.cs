using AzurePerf.Core.Messages;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage.Queues;
using AzurePerf.Worker.Heartbeats;

namespace AzurePerf.Worker.Tasks;

/// <summary>Tasks that were claimed together, and what is left of them.</summary>
internal sealed class Bundle
{
    public Bundle(IReadOnlyList<BenchmarkTask> tasks, ReceivedMessage message, long now)
    {
        Hint = MessageText.ReadTask(message.Text)!;
        Held = new(message, now) { Claimed = new(tasks[0].Key.Number, tasks[^1].Key.Number) };
        (Waiting, ClaimedAt, FlushedAt) = (new(tasks), now, now);
        Others = [.. Hint.Tasks.Select(task => tasks[0].Key with { Number = task.Task }).Except(tasks.Select(task => task.Key))];
        Note();
    }

    public HeldMessage Held { get; }

    /// <summary>What their message says.</summary>
    public TaskMessage Hint { get; }

    /// <summary>What their message leads to besides them: others had it, or it was over, when they were claimed.</summary>
    public IReadOnlyList<TaskKey> Others { get; }

    /// <summary>Those that have not begun.</summary>
    public Queue<BenchmarkTask> Waiting { get; }

    /// <summary>Those that are done.</summary>
    public List<BundledResult> Unstored { get; } = [];

    public long ClaimedAt { get; }

    public long FlushedAt { get; set; }

    /// <summary>Whether a result did not count, because somebody else has its task by now: then they may have the others too.</summary>
    public bool LostSome { get; set; }

    public Task? Tick { get; set; }

    /// <summary>Brings up to date what heartbeats say of them, which nobody else may take.</summary>
    public void Note()
    {
        int[] numbers = [.. Unstored.Select(one => one.Claimed.Key.Number), .. Waiting.Select(task => task.Key.Number)];
        Held.Tasks = numbers.Length == 0 ? null : new(numbers.Min(), numbers.Max());
    }
}
