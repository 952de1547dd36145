using AzurePerf.Core.Experiments;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;

namespace AzurePerf.Worker.Execution;

/// <summary>What the clients of one phase, warm-up or measurement, have in common.</summary>
internal sealed class PhasePlan
{
    private readonly LoadContext _context;
    private readonly int _clients;
    private long _closes;
    private volatile bool _precise;

    /// <param name="clients">Clients of this execution.</param>
    /// <param name="load">The load of the whole point.</param>
    /// <param name="warmUp">Whether it is the warm-up.</param>
    /// <param name="context">What the execution shares.</param>
    public PhasePlan(int clients, MeasurementOptions load, bool warmUp, LoadContext context)
    {
        _clients = clients;
        _context = context;
        WarmUp = warmUp;
        RestBetween = warmUp || load.IsOpenLoop ? TimeSpan.Zero : TimeSpan.FromSeconds(load.RestSecondsBetween);
        ThinkBetween = load.IsOpenLoop ? TimeSpan.Zero : TimeSpan.FromSeconds(load.ThinkSecondsBetween);
        Limits = warmUp ? ClientLimits.OfWarmUp(load) : ClientLimits.OfMeasurement(load);
        Gate = new(clients * load.LanesPerClient);
        Overlap = new(clients);
        Precision = load.PrecisionPercent > 0 && !warmUp ? new(load.PrecisionPercent, CloseAsPrecise) : null;
        Latencies = new() { IntervalFinished = Precision is null ? null : Precision.Add };
        OpenLoop = load.IsOpenLoop ? new(load.Arrivals, Latencies) : null;
        Types = context.Typed is { } probe && !warmUp ? new(probe) : null;
    }

    public bool WarmUp { get; }

    /// <summary>How long a client of a closed loop waits after each success; zero in the warm-up.</summary>
    public TimeSpan RestBetween { get; }

    /// <summary>How long a client of a closed loop waits after each operation, as part of the load.</summary>
    public TimeSpan ThinkBetween { get; }

    public ClientLimits Limits { get; }

    public StartGate Gate { get; }

    public OverlapWindow Overlap { get; }

    public FailureLog Failures { get; } = new();

    /// <summary>Latencies of successful operations of all clients.</summary>
    public LatencyTimeline Latencies { get; }

    /// <summary>What the lanes of an open loop record into; null in a closed one, whose clients have memory of their own.</summary>
    public OpenLoopRecorder? OpenLoop { get; }

    /// <summary>The operations by their types; null in the warm-up, and where the probe declares none.</summary>
    public OperationTypeLog? Types { get; }

    /// <summary>Ends the phase when its median is known; null where nobody asked.</summary>
    public PrecisionStop? Precision { get; }

    /// <summary>When successful operations of all clients ended.</summary>
    public OperationTimeline Counts { get; } = new();

    /// <summary>When the gate opened; instants of samples count from here.</summary>
    public long OpenedNanoseconds { get; private set; }

    /// <summary>When clients start no more operations.</summary>
    public long ClosesNanoseconds => Volatile.Read(ref _closes);

    public MeasurementClock Clock => _context.Clock;

    public CancellationToken Stop => _context.Stop;

    /// <summary>Why a client starts no more, when it is stopped or the time is over.</summary>
    public ClientEnd ReasonToClose => Stop.IsCancellationRequested ? ClientEnd.Stopped : ReasonOfTime;

    /// <summary>Why the time is over.</summary>
    public ClientEnd ReasonOfTime => _precise ? ClientEnd.Precision : ClientEnd.Duration;

    /// <summary>Starts all clients. What is set before the gate opens is seen by whoever passed it.</summary>
    public void Open()
    {
        OpenedNanoseconds = Clock.Nanoseconds();
        _closes = Limits.Nanoseconds < long.MaxValue - OpenedNanoseconds ? OpenedNanoseconds + Limits.Nanoseconds : long.MaxValue;
        if (OpenLoop is not null && !WarmUp)
        {
            StartSchedules();
        }

        Gate.Open();
    }

    /// <summary>
    /// Who cancelled an operation knows it: what fails after its deadline failed by its deadline, and what is cancelled while we stop was
    /// stopped by us. Everything else is for the classifier.
    /// </summary>
    public OperationOutcome Classify(Exception exception, bool timedOut)
    {
        if (exception is MayHaveLandedException)
        {
            return OperationOutcome.Ambiguous;
        }

        if (timedOut)
        {
            return _context.Mutates ? OperationOutcome.Ambiguous : OperationOutcome.ClientTimeout;
        }

        return exception is OperationCanceledException && Stop.IsCancellationRequested
            ? OperationOutcome.Cancelled
            : _context.Classifier.Classify(exception, _context.Mutates);
    }

    private void CloseAsPrecise()
    {
        _precise = true;
        Volatile.Write(ref _closes, Math.Min(ClosesNanoseconds, Clock.Nanoseconds()));
    }

    /// <summary>A client of an open loop is active from its schedule's start on, whenever its first operation arrives.</summary>
    private void StartSchedules()
    {
        for (var client = 0; client < _clients; client++)
        {
            Overlap.ClientStarted(OpenedNanoseconds);
        }
    }
}
