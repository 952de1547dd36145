namespace AzurePerf.Core.Workers;

/// <summary>
/// Decides how many workers a pool has, as KEDA's queue scaler with the strategy "all" and the autoscaler behind it do: messages over
/// slots, rounded up, within limits; out at once; in only to the highest number that was wanted at any moment of a cooldown, the last
/// worker to zero included. In one thing it is gentler than those, which end any replica: it reads what workers say of themselves and stops
/// idle ones only, and only while no message can belong to a task that a worker has begun without having said so yet. Work thus postpones a
/// scale-in; it is never lost to one.
/// </summary>
/// <param name="limits">The limits of the pool.</param>
/// <param name="cooldown">How long fewer workers must have been wanted before any is stopped; zero stops them at once.</param>
public sealed class ScaleRule(ScaleLimits limits, TimeSpan cooldown)
{
    /// <summary>The limits of the pool; they may change between two looks.</summary>
    public ScaleLimits Limits { get; set; } = limits;

    /// <summary>The number that was wanted from each moment on, until the next.</summary>
    private readonly LinkedList<(TimeSpan Since, int Wanted)> _wanted = [];

    /// <summary>Takes note of one look at a pool and says what follows from it.</summary>
    /// <param name="messages">Messages of the queue, hidden ones included, counted after the workers were read.</param>
    /// <param name="workers">All workers that run, starting ones included, the oldest first; what runs at the first look is kept for a
    /// cooldown.</param>
    /// <param name="now">Monotonic time of the observer, never less than at the look before.</param>
    public ScaleDecision Decide(int messages, IReadOnlyList<ScaledWorker> workers, TimeSpan now)
    {
        if (_wanted.Count == 0)
        {
            _wanted.AddLast((now, workers.Count));
        }

        var wanted = Limits.WorkersFor(messages);
        if (_wanted.Last!.Value.Wanted != wanted)
        {
            _wanted.AddLast((now, wanted));
        }

        ForgetBefore(now - cooldown);
        var needed = _wanted.Max(entry => entry.Wanted);
        var surplus = workers.Count - needed;
        return new(
            needed,
            Math.Max(0, wanted - workers.Count),
            surplus > 0 && AllTasksAreKnown(messages, workers) ? [.. IdleNewestFirst(workers).Take(surplus)] : []);
    }

    /// <summary>What was wanted last before an instant still held at that instant.</summary>
    private void ForgetBefore(TimeSpan instant)
    {
        while (_wanted.First?.Next is { } second && second.Value.Since <= instant)
        {
            _wanted.RemoveFirst();
        }
    }

    private static bool AllTasksAreKnown(int messages, IReadOnlyList<ScaledWorker> workers) =>
        messages <= workers.Sum(worker => worker.RunningTasks ?? 0);

    private static IEnumerable<string> IdleNewestFirst(IReadOnlyList<ScaledWorker> workers) =>
        workers.Where(worker => worker.RunningTasks == 0).Select(worker => worker.Name).Reverse();
}

/// <summary>What to do with the workers of a pool.</summary>
/// <param name="Needed">How many it needs: what the messages ask for now, or asked for at any moment of the cooldown if that was
/// more.</param>
/// <param name="Start">How many to start.</param>
/// <param name="Stop">Names of those to stop.</param>
public sealed record ScaleDecision(int Needed, int Start, IReadOnlyList<string> Stop);

/// <summary>How many workers a pool may have, and how much each of them does at once.</summary>
/// <param name="Min">Workers that run even when there is nothing to do, 0 or more.</param>
/// <param name="Max">Workers that run at most, at least 1 and at least <paramref name="Min"/>.</param>
/// <param name="Slots">Tasks that one worker executes at once, 1 or more.</param>
public sealed record ScaleLimits(int Min, int Max, int Slots)
{
    /// <summary>True when the number of messages changes nothing.</summary>
    public bool Fixed => Min == Max;

    /// <summary>As many workers as have enough slots for all messages, those of running tasks included, within the limits.</summary>
    /// <param name="messages">Messages of the pool's queue, hidden ones included: a message stays until its task has ended.</param>
    public int WorkersFor(int messages) => (int)Math.Clamp((messages + (long)Slots - 1) / Slots, Min, Max);
}

/// <summary>A worker that runs, as whoever scales its pool sees it.</summary>
/// <param name="Name">Tells it from the others.</param>
/// <param name="RunningTasks">Tasks it executes by its latest heartbeat; null while it has not said anything yet.</param>
public sealed record ScaledWorker(string Name, int? RunningTasks);
