using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;

namespace AzurePerf.Worker.Execution;

/// <summary>
/// The operations of all lanes in one phase by their types, where a probe declares some. Memory for each type of each client would be
/// gigabytes, so all share one, and take a lock for each operation; where no types are declared there is none of this.
/// </summary>
internal sealed class OperationTypeLog
{
    private readonly IProbeSetup _probe;
    private readonly OneType[] _types;

    /// <exception cref="ArgumentException">The probe declares more types than <see cref="IProbeSetup.MostOperationTypes"/>, or one
    /// twice.</exception>
    public OperationTypeLog(IProbeSetup probe)
    {
        var types = probe.OperationTypes;
        if (types.Count > IProbeSetup.MostOperationTypes || types.DistinctBy(type => type.Name).Count() < types.Count)
        {
            throw new ArgumentException(
                $"{probe.GetType().Name} declares {types.Count} types of operation; {IProbeSetup.MostOperationTypes} of different names "
                    + $"are the most", nameof(probe));
        }

        (_probe, _types) = (probe, [.. types.Select(type => new OneType(type))]);
    }

    /// <summary>What a lane counts by itself.</summary>
    public LaneTypes Join() => new(this, _types.Length);

    /// <summary>Which type an operation is of.</summary>
    /// <exception cref="InvalidOperationException">The probe names one that it did not declare.</exception>
    public int TypeOf(Operation operation) => _probe.TypeOf(operation) is var type && type >= 0 && type < _types.Length
        ? type
        : throw new InvalidOperationException(
            $"{_probe.GetType().Name} says that an operation is of type {type}, and declares {_types.Length}");

    public void Succeeded(int type, long atNanoseconds, long nanoseconds)
    {
        var one = _types[type];
        lock (one.Lock)
        {
            one.Latencies.Record(nanoseconds);
            one.Course.Add(atNanoseconds, nanoseconds);
        }
    }

    public void Failed(int type, OperationOutcome outcome, long nanoseconds, Exception exception) =>
        _types[type].Failures.Add(outcome, nanoseconds, exception);

    /// <summary>What was recorded, after all clients have ended.</summary>
    public IReadOnlyList<ObservedOperationType> Read() =>
        [.. _types.Select(one => new ObservedOperationType(one.Type, one.Latencies, one.Failures.Read()) { Course = one.Course.Read() })];

    private sealed class OneType(OperationType type)
    {
        public OperationType Type => type;

        public Lock Lock { get; } = new();

        public LatencyHistogram Latencies { get; } = new();

        public LatencyCourseRecorder Course { get; } = new();

        public FailureLog Failures { get; } = new();
    }
}

/// <summary>The operations of one lane by their types.</summary>
/// <param name="log">Of the phase.</param>
/// <param name="count">Types that are declared.</param>
internal sealed class LaneTypes(OperationTypeLog log, int count)
{
    private readonly long[] _completed = new long[count];
    private readonly double[] _overlap = new double[count];
    private Operation _current;

    /// <summary>The lane starts an operation. Which type it is of is asked when it has ended: that takes no part of its time.</summary>
    public void Begin(Operation operation) => _current = operation;

    /// <summary>It succeeded.</summary>
    /// <param name="atNanoseconds">When it ended, since the start of the phase.</param>
    /// <param name="nanoseconds">Its latency.</param>
    /// <param name="overlap">Which share of it lay in the time in which all clients were active.</param>
    public void Succeeded(long atNanoseconds, long nanoseconds, double overlap)
    {
        var type = log.TypeOf(_current);
        _completed[type]++;
        _overlap[type] += overlap;
        log.Succeeded(type, atNanoseconds, nanoseconds);
    }

    public void Failed(OperationOutcome outcome, long nanoseconds, Exception exception) =>
        log.Failed(log.TypeOf(_current), outcome, nanoseconds, exception);

    public IReadOnlyList<ClientTypeCount> Read() =>
        [.. _completed.Zip(_overlap, (completed, overlap) => new ClientTypeCount(completed, overlap))];
}
