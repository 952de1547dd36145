using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;

namespace AzurePerf.Worker.Execution;

/// <summary>What the clients of one phase, warm-up or measurement, have in common.</summary>
internal sealed class PhasePlan(int clients, bool warmUp, ClientLimits limits, LoadContext context)
{
    public bool WarmUp { get; } = warmUp;

    public ClientLimits Limits { get; } = limits;

    public StartGate Gate { get; } = new(clients);

    public OverlapWindow Overlap { get; } = new(clients);

    public FailureLog Failures { get; } = new();

    /// <summary>Latencies of successful operations of all clients.</summary>
    public LatencySeries Latencies { get; } = new();

    /// <summary>When successful operations of all clients ended.</summary>
    public OperationSeries Counts { get; } = new();

    /// <summary>When the gate opened; instants of samples count from here.</summary>
    public long OpenedNanoseconds { get; private set; }

    /// <summary>When clients start no more operations.</summary>
    public long ClosesNanoseconds { get; private set; }

    public MeasurementClock Clock => context.Clock;

    public CancellationToken Stop => context.Stop;

    /// <summary>Starts all clients. What is set before the gate opens is seen by whoever passed it.</summary>
    public void Open()
    {
        OpenedNanoseconds = Clock.Nanoseconds();
        ClosesNanoseconds = Limits.Nanoseconds < long.MaxValue - OpenedNanoseconds ? OpenedNanoseconds + Limits.Nanoseconds : long.MaxValue;
        Gate.Open();
    }

    /// <summary>
    /// Who cancelled an operation knows it: what fails after its deadline failed by its deadline, and what is cancelled while we stop was stopped by us.
    /// Everything else is for the classifier.
    /// </summary>
    public OperationOutcome Classify(Exception exception, bool timedOut)
    {
        if (timedOut)
        {
            return context.Mutates ? OperationOutcome.Ambiguous : OperationOutcome.ClientTimeout;
        }

        return exception is OperationCanceledException && Stop.IsCancellationRequested
            ? OperationOutcome.Cancelled
            : context.Classifier.Classify(exception, context.Mutates);
    }
}
