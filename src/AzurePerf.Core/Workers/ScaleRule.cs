namespace AzurePerf.Core.Workers;

/// <summary>
/// Decides how many workers a pool has, as KEDA's queue scaler with the strategy "all" and the autoscaler behind it do: messages over slots, rounded up, within
/// limits; out at once; in only to the highest number that was wanted at any moment of a cooldown, the last worker to zero included.
/// In one thing it is gentler than those, which end any replica: it reads what workers say of themselves and stops idle ones only, and only while no message can
/// belong to a task that a worker has begun without having said so yet. Work thus postpones a scale-in; it is never lost to one.
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
    /// <param name="workers">All workers that run, starting ones included, the oldest first; what runs at the first look is kept for a cooldown.</param>
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
