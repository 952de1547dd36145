using AzurePerf.Core.Messages;
using AzurePerf.Core.Tasks;

namespace AzurePerf.Worker.Tasks;

/// <summary>
/// Decides how many messages a bag worker gets and when: when half of its slots are free, or one has been for a second. While tasks are
/// short, as many more wait inside the worker as begin within two seconds. Whether they are short is asked anew for each stage of a run,
/// because it says nothing about another one.
/// </summary>
/// <param name="slots">Tasks that the worker executes at once.</param>
internal sealed class BagFetch(int slots)
{
    /// <summary>Messages that one request can get.</summary>
    private const int MostAtOnce = 32;

    private const double DurationWeight = 0.1;
    private const double ShortestSeconds = 0.001;

    /// <summary>How long a slot may be free before a get for it alone is worth its request.</summary>
    public static readonly TimeSpan Patience = TimeSpan.FromSeconds(1);

    /// <summary>How long a message may wait inside: twice as long as the longest that is meant. Then others may have a free slot for
    /// it.</summary>
    public static readonly TimeSpan LongestWait = TimeSpan.FromSeconds(4);

    private static readonly TimeSpan WaitInside = TimeSpan.FromSeconds(2);

    /// <summary>Mean duration by stage, null until a task of it has ended here: of the stages of the latest messages, because those of the
    /// next ones are unknown.</summary>
    private Dictionary<StageKey, double?> _meanSeconds = [];
    private long? _freeSince;

    /// <summary>Takes note of the messages of a get, and forgets the stages that are not among them; an empty get says nothing.</summary>
    public void NoteGot(IEnumerable<TaskMessage> messages)
    {
        var stages = messages.Select(StageKey.Of).Distinct().ToDictionary(stage => stage, stage => _meanSeconds.GetValueOrDefault(stage));
        _meanSeconds = stages.Count > 0 ? stages : _meanSeconds;
    }

    /// <summary>Takes note of how long a task kept its slot.</summary>
    public void NoteDuration(StageKey stage, TimeSpan duration)
    {
        if (_meanSeconds.TryGetValue(stage, out var known))
        {
            _meanSeconds[stage] = known is { } mean ? mean + (DurationWeight * (duration.TotalSeconds - mean)) : duration.TotalSeconds;
        }
    }

    /// <summary>Takes note that messages waited inside for too long: the means were wrong, and count for nothing until the next task has
    /// ended.</summary>
    public void NoteTooMany() => _meanSeconds = _meanSeconds.Keys.ToDictionary(stage => stage, _ => (double?)null);

    /// <summary>Messages to get now; 0 to wait.</summary>
    /// <param name="running">How long each slot that is in use has been.</param>
    /// <param name="waiting">Messages that wait for a slot.</param>
    /// <param name="time">The clock.</param>
    public int CountFor(IReadOnlyCollection<TimeSpan> running, int waiting, TimeProvider time)
    {
        var room = slots + Ahead(running);
        var wanted = Math.Clamp(room - running.Count - waiting, 0, MostAtOnce);
        var anyFree = running.Count + waiting < slots;
        _freeSince = anyFree ? _freeSince ?? time.GetTimestamp() : null;
        var late = _freeSince is { } since && time.GetElapsedTime(since) >= Patience;
        return late || 2 * wanted >= Math.Min(room, MostAtOnce) ? wanted : 0;
    }

    /// <summary>
    /// Messages beyond the free slots that will begin soon enough: none while a stage is unknown, else what the slots work off at the mean
    /// of the slowest. A slot whose task has already taken longer than the mean counts with that time.
    /// </summary>
    private int Ahead(IReadOnlyCollection<TimeSpan> running)
    {
        if (_meanSeconds.Count == 0 || _meanSeconds.Values.Any(mean => mean is null))
        {
            return 0;
        }

        var slowest = Math.Max(_meanSeconds.Values.Max()!.Value, ShortestSeconds);
        var begunPerSecond = ((slots - running.Count) / slowest) + running.Sum(elapsed => 1 / Math.Max(slowest, elapsed.TotalSeconds));
        return (int)Math.Clamp(begunPerSecond * WaitInside.TotalSeconds, 0, MostAtOnce);
    }
}

/// <summary>A stage of a run: its tasks are alike, those of any other may not be.</summary>
internal readonly record struct StageKey(string RunId, StageId Stage)
{
    public static StageKey Of(TaskMessage message) => new(message.RunId, new StageId(message.Stage));

    public static StageKey Of(TaskKey key) => new(key.RunId, key.Stage);
}
