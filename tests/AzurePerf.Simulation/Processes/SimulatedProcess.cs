using AzurePerf.Simulation.Scheduling;

namespace AzurePerf.Simulation.Processes;

/// <summary>One process: a context and clocks of its own, and a life that can be paused and ended between any two of its continuations.</summary>
internal sealed class SimulatedProcess
{
    private readonly SimulationScheduler _scheduler;
    private readonly List<Turn> _heldTurns = [];
    private readonly List<Action> _heldReaches = [];
    private TimeSpan _pausedAt;
    private bool _clockStands;

    /// <param name="name">Such as worker2.3, the third process in the place of the second worker.</param>
    /// <param name="role">The place that it fills.</param>
    /// <param name="scheduler">What drives it.</param>
    /// <param name="clock">Origin and skew of its wall clock and origin of its monotonic clock.</param>
    /// <param name="wallClockStands">Whether its wall clock stands still with its machine, which no real one does.</param>
    public SimulatedProcess(
        string name, string role, SimulationScheduler scheduler, (DateTimeOffset Origin, TimeSpan Skew, long Timestamp) clock, bool wallClockStands = false)
    {
        _scheduler = scheduler;
        Name = name;
        Role = role;
        Context = new(this);
        Clock = new(scheduler, this, clock.Origin, clock.Skew, clock.Timestamp) { WallClockStands = wallClockStands };
    }

    public string Name { get; }

    public string Role { get; }

    /// <summary>True for the process in either place of a TaskManager.</summary>
    public bool IsTaskManager => Role.StartsWith(Cluster.TaskManager, StringComparison.Ordinal);

    public ProcessContext Context { get; }

    public ProcessClock Clock { get; }

    public ProcessState State { get; private set; }

    /// <summary>When it last went on after a pause.</summary>
    public TimeSpan? ResumedAt { get; private set; }

    /// <summary>How long the last pause was.</summary>
    public TimeSpan LastPause { get; private set; }

    /// <summary>When its last pause began.</summary>
    public TimeSpan PausedAt => _pausedAt;

    /// <summary>Until when its monotonic clock last stood still, as in a suspended machine; null when it never did.</summary>
    public TimeSpan? ClockStoodUntil { get; private set; }

    /// <summary>Called when it ends, with the reason.</summary>
    public Action<SimulatedProcess, string> Ended { get; set; } = (_, _) => { };

    public override string ToString() => Name;

    /// <summary>Runs something of it as soon as it is its turn.</summary>
    public void Post(Action action) => Context.Post(static state => ((Action)state!)(), action);

    public void Continue(Turn turn)
    {
        switch (State)
        {
            case ProcessState.Running:
                _scheduler.Add(turn);
                break;
            case ProcessState.Paused:
                _scheduler.CheckThread();
                _heldTurns.Add(turn);
                break;
            default:
                // Also from another thread: finalizers of what an ended process left behind.
                break;
        }
    }

    /// <summary>Brings something from outside, a timer or an answer: at once, when it goes on, or never.</summary>
    public void Reach(Action action)
    {
        switch (State)
        {
            case ProcessState.Running:
                action();
                break;
            case ProcessState.Paused:
                _heldReaches.Add(action);
                break;
        }
    }

    /// <param name="clockStands">Whether the monotonic clock stands still too, as in a suspended machine.</param>
    public void Pause(bool clockStands)
    {
        if (State != ProcessState.Running)
        {
            return;
        }

        State = ProcessState.Paused;
        (_pausedAt, _clockStands) = (_scheduler.Now, clockStands);
        _heldTurns.AddRange(_scheduler.Withdraw(this));
    }

    public void Resume()
    {
        if (State != ProcessState.Paused)
        {
            return;
        }

        State = ProcessState.Running;
        (ResumedAt, LastPause) = (_scheduler.Now, _scheduler.Now - _pausedAt);
        if (_clockStands)
        {
            Clock.StandStill(LastPause);
            ClockStoodUntil = ResumedAt;
        }

        _heldTurns.ForEach(_scheduler.Add);
        _heldTurns.Clear();
        foreach (var reach in _heldReaches.ToArray())
        {
            _scheduler.After(TimeSpan.Zero, () => Reach(reach));
        }

        _heldReaches.Clear();
    }

    public void End(string reason)
    {
        if (State == ProcessState.Ended)
        {
            return;
        }

        State = ProcessState.Ended;
        _scheduler.Withdraw(this);
        _heldTurns.Clear();
        _heldReaches.Clear();
        Ended(this, reason);
    }
}
