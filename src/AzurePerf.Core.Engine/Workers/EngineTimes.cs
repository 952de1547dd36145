namespace AzurePerf.Core.Workers;

/// <summary>Every interval of the engine, as multiples of one heartbeat, so that tests can run all of them faster together.</summary>
/// <param name="Heartbeat">How often a worker says that it lives: 20 s, or 1 s in tests.</param>
public sealed record EngineTimes(TimeSpan Heartbeat)
{
    /// <summary>A worker whose counter stood still that long over successful reads is dead.</summary>
    public TimeSpan Dead => 3 * Heartbeat;

    /// <summary>
    /// A worker not heard of for that long is called silent: two heartbeats, and two seconds in which a slow write or clocks that differ do
    /// not matter. For people only, nothing is decided by it.
    /// </summary>
    public TimeSpan Silent => (2 * Heartbeat) + TimeSpan.FromSeconds(2);

    /// <summary>A worker without a successful heartbeat for that long stops itself, well before it is declared dead.</summary>
    public TimeSpan SelfStop => 2.25 * Heartbeat;

    /// <summary>How often the TaskManager reads the workers.</summary>
    public TimeSpan WorkerRead => 0.25 * Heartbeat;

    /// <summary>A longer gap between two reads restarts the count of what has stood still.</summary>
    public TimeSpan LongestReadGap => 0.5 * Heartbeat;

    /// <summary>What is done for one run before others have their turn: a second.</summary>
    public TimeSpan Turn => 0.05 * Heartbeat;

    /// <summary>How long runs have their turns before the rest of a round is done, of which reading the workers must not wait for
    /// <see cref="LongestReadGap"/>.</summary>
    public TimeSpan Turns => 2 * Turn;

    /// <summary>How often all open runs are looked up in the index.</summary>
    public TimeSpan Sweep => 3 * Heartbeat;

    /// <summary>A Ready task of that age without a known message gets a new one.</summary>
    public TimeSpan Reconciliation => 6 * Heartbeat;

    /// <summary>A Ready task of that age gets one, however many messages are out, while a worker has nothing to do: none could be
    /// hidden for so long without a claim.</summary>
    public TimeSpan CertainLoss => Visibility + Reconciliation;

    /// <summary>How often one of all sleeping runs is looked at: one that waits for keys costs one request.</summary>
    public TimeSpan SleeperLook => 0.2 * Heartbeat;

    /// <summary>How long nobody is looked at after an open bag that waits for workers, which costs four requests.</summary>
    public TimeSpan SleeperLookAfterBag => 0.6 * Heartbeat;

    /// <summary>How long an execution that was ordered to stop may take before its process ends itself.</summary>
    public TimeSpan StopGrace => 1.5 * Heartbeat;

    /// <summary>How long an execution may take to stop when its worker stops itself: with <see cref="WorkerRead"/> it is over when the
    /// worker counts as dead.</summary>
    public TimeSpan SelfStopGrace => 0.5 * Heartbeat;

    /// <summary>A bag in which nothing has changed for that long is looked through.</summary>
    public TimeSpan BagQuiet => 1.5 * Heartbeat;

    /// <summary>How long a message is hidden by a worker that may not take it, at least; see <see cref="PassedMessages"/>.</summary>
    public TimeSpan PassedOn => 1.5 * Heartbeat;

    /// <summary>How long a message is hidden: fixed, because the get comes before its body is known. Longer executions renew it at half
    /// time.</summary>
    public TimeSpan Visibility => 30 * Heartbeat;

    /// <summary>How long the TaskManager leaves alone what has failed: 1, 2, 4 seconds and so on, but never longer than workers may go
    /// unread: reads too far apart would restart the count of what stands still, and nobody would ever be dead.</summary>
    /// <param name="failures">One after the other, from 1.</param>
    public TimeSpan PauseAfter(int failures)
    {
        var growing = TimeSpan.FromSeconds(Math.Pow(2, Math.Min(failures - 1, 5)));
        return growing < LongestReadGap ? growing : LongestReadGap;
    }
}
