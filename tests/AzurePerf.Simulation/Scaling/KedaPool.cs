using AzurePerf.Core.Workers;
using AzurePerf.Simulation.Processes;
using AzurePerf.Simulation.Scheduling;
using AzurePerf.Testing.Storage;

namespace AzurePerf.Simulation.Scaling;

/// <summary>
/// The replicas of one pool as the platform has them: from none to one when the scaler sees a message at its polling interval; from then on as the autoscaler compares, out at once
/// but only so fast, in to the highest number wanted within the window, and to none when there was no message for as long. Which replica is ended is chance.
/// </summary>
/// <param name="name">What replicas are called before their number; says what they are.</param>
/// <param name="limits">Of the pool.</param>
/// <param name="queue">Its messages are counted, hidden ones included.</param>
/// <param name="random">Chooses who is ended.</param>
/// <param name="scheduler">Time.</param>
internal sealed class KedaPool(string name, ScaleLimits limits, InMemoryMessageQueue queue, Random random, SimulationScheduler scheduler)
{
    /// <summary>The autoscaler adds four replicas or as many as there are, whichever is more, per comparison.</summary>
    private const int LeastStep = 4;

    private readonly List<(TimeSpan At, int Wanted)> _wanted = [];
    private readonly List<SimulatedProcess> _replicas = [];
    private int _started;
    private TimeSpan _lastMessage;

    /// <summary>Starts a replica of a name.</summary>
    public required Func<string, SimulatedProcess> Start { get; init; }

    /// <summary>Tells a replica to end, as SIGTERM does.</summary>
    public required Action<SimulatedProcess> Terminate { get; init; }

    /// <summary>Most replicas at once so far.</summary>
    public int Most { get; private set; }

    public int Count => _replicas.Count(replica => replica.State != ProcessState.Ended);

    public void Begin()
    {
        Poll();
        Compare();
    }

    private void Poll()
    {
        if (Count == 0 && queue.Texts.Count > CloudScaling.ActivationQueueLength)
        {
            Add(1);
        }

        scheduler.After(CloudScaling.Polling, Poll);
    }

    private void Compare()
    {
        var messages = queue.Texts.Count;
        _lastMessage = messages > CloudScaling.ActivationQueueLength ? scheduler.Now : _lastMessage;
        _replicas.RemoveAll(replica => replica.State == ProcessState.Ended);
        if (Count > 0)
        {
            // The autoscaler never wants none; the last one goes when there was no message for the cooldown.
            _wanted.Add((scheduler.Now, Math.Max(1, limits.WorkersFor(messages))));
            _wanted.RemoveAll(look => look.At < scheduler.Now - CloudScaling.Cooldown);
            Follow();
        }

        scheduler.After(CloudScaling.Comparison, Compare);
    }

    private void Follow()
    {
        var (now, highest) = (_wanted[^1].Wanted, _wanted.Max(look => look.Wanted));
        if (now > Count)
        {
            Add(Math.Min(now - Count, Math.Max(LeastStep, Count)));
        }
        else if (highest < Count)
        {
            End(Count - highest);
        }
        else if (limits.Min == 0 && scheduler.Now - _lastMessage >= CloudScaling.Cooldown)
        {
            End(Count);
            _wanted.Clear();
        }
    }

    private void Add(int count)
    {
        for (; count > 0 && Count < limits.Max; count--)
        {
            _replicas.Add(Start(FormattableString.Invariant($"{name}-{++_started}")));
        }

        Most = Math.Max(Most, Count);
    }

    private void End(int count)
    {
        for (; count > 0; count--)
        {
            var victim = _replicas[random.Next(_replicas.Count)];
            _replicas.Remove(victim);
            Terminate(victim);
        }
    }
}
