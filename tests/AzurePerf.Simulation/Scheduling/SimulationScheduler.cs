using AzurePerf.Simulation.Processes;

namespace AzurePerf.Simulation.Scheduling;

/// <summary>
/// Drives everything on one thread: what is ready now runs in an order drawn from the seed, and only when nothing is ready does virtual time move on to the
/// next thing that is due.
/// </summary>
internal sealed class SimulationScheduler(Random random)
{
    private readonly int _thread = Environment.CurrentManagedThreadId;
    private readonly PriorityQueue<Action, (long Ticks, int Tie)> _agenda = new();
    private readonly List<Turn> _ready = [];
    private readonly OutsideContext _outside = new();
    private volatile string? _escape;

    /// <summary>Virtual time since the beginning.</summary>
    public TimeSpan Now { get; private set; }

    /// <summary>How many continuations and occurrences there were.</summary>
    public long Steps { get; private set; }

    /// <summary>Lets something happen outside all processes.</summary>
    public void At(TimeSpan due, Action occurrence)
    {
        CheckThread();
        _agenda.Enqueue(occurrence, (Math.Max(due.Ticks, Now.Ticks), random.Next()));
    }

    /// <summary>Lets something happen after a while.</summary>
    public void After(TimeSpan delay, Action occurrence) => At(Now + delay, occurrence);

    /// <summary>Notes that code runs on another thread: it awaited without its context, or went to the pool.</summary>
    public void CheckThread()
    {
        if (Environment.CurrentManagedThreadId != _thread)
        {
            _escape ??= Environment.StackTrace;
        }
    }

    /// <summary>Does the next thing; false when nothing will ever happen again.</summary>
    /// <exception cref="EscapedException">Code of a process ran on another thread.</exception>
    public bool Step()
    {
        var stepped = _ready.Count > 0 ? TakeTurn() : LetOccur();
        Steps++;
        return _escape is null ? stepped : throw new EscapedException("code of a process ran outside the simulation's thread:\n" + _escape);
    }

    internal void Add(Turn turn)
    {
        CheckThread();
        _ready.Add(turn);
    }

    /// <summary>Takes back what a process was about to do.</summary>
    internal IReadOnlyList<Turn> Withdraw(SimulatedProcess process)
    {
        var withdrawn = _ready.FindAll(turn => turn.Process == process);
        _ready.RemoveAll(turn => turn.Process == process);
        return withdrawn;
    }

    private bool TakeTurn()
    {
        var index = random.Next(_ready.Count);
        var turn = _ready[index];
        _ready[index] = _ready[^1];
        _ready.RemoveAt(_ready.Count - 1);
        Run(turn.Process.Context, turn.Callback, turn.State);
        return true;
    }

    private bool LetOccur()
    {
        if (!_agenda.TryDequeue(out var occurrence, out var due))
        {
            return false;
        }

        Now = TimeSpan.FromTicks(due.Ticks);
        Run(_outside, static state => ((Action)state!)(), occurrence);
        return true;
    }

    private static void Run(SynchronizationContext context, SendOrPostCallback callback, object? state)
    {
        var before = SynchronizationContext.Current;
        SynchronizationContext.SetSynchronizationContext(context);
        try
        {
            callback(state);
        }
        finally
        {
            SynchronizationContext.SetSynchronizationContext(before);
        }
    }
}
