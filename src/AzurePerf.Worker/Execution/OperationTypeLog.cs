using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;

namespace AzurePerf.Worker.Execution;

/// <summary>
/// The operations of all lanes in one phase by their types, where a probe declares some. Memory for each type of each client would be
/// gigabytes, so all share one; each lane hands some operations over at once, so that hardly ever one waits for another. Where no types are
/// declared there is none of this.
/// </summary>
internal sealed class OperationTypeLog
{
    private readonly IProbeSetup _probe;
    private readonly OneType[] _types;
    private readonly Lock _lock = new();

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

    /// <summary>Adds operations that succeeded.</summary>
    public void Add(ReadOnlySpan<TypedOperation> operations)
    {
        lock (_lock)
        {
            foreach (ref readonly var operation in operations)
            {
                var one = _types[operation.Type];
                one.Latencies.Record(operation.Nanoseconds);
                one.Course.Add(operation.EndedAtNanoseconds, operation.Nanoseconds);
            }
        }
    }

    public void Failed(int type, OperationOutcome outcome, long nanoseconds, Exception exception) =>
        _types[type].Failures.Add(outcome, nanoseconds, exception);

    /// <summary>What was recorded, after all clients have ended and handed over.</summary>
    public IReadOnlyList<ObservedOperationType> Read() =>
        [.. _types.Select(one => new ObservedOperationType(one.Type, one.Latencies, one.Failures.Read()) { Course = one.Course.Read() })];

    private sealed class OneType(OperationType type)
    {
        public OperationType Type => type;

        public LatencyHistogram Latencies { get; } = new();

        public LatencyCourseRecorder Course { get; } = new();

        public FailureLog Failures { get; } = new();
    }
}

/// <summary>An operation that succeeded.</summary>
/// <param name="Type">Which type it is of.</param>
/// <param name="EndedAtNanoseconds">Since the start of the phase.</param>
/// <param name="Nanoseconds">Its latency.</param>
internal readonly record struct TypedOperation(int Type, long EndedAtNanoseconds, long Nanoseconds);

/// <summary>The operations of one lane by their types. It keeps the last ones to itself until there are enough, or the lane
/// ends.</summary>
/// <param name="log">Of the phase.</param>
/// <param name="count">Types that are declared.</param>
internal sealed class LaneTypes(OperationTypeLog log, int count)
{
    private const int HandedOverAtOnce = 64;

    private readonly TypedOperation[] _kept = new TypedOperation[HandedOverAtOnce];
    private readonly long[] _completed = new long[count];
    private readonly double[] _overlap = new double[count];
    private Operation _current;
    private int _keptCount;

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
        _kept[_keptCount++] = new(type, atNanoseconds, nanoseconds);
        if (_keptCount == _kept.Length)
        {
            HandOver();
        }
    }

    /// <summary>Hands over what it kept; called when the lane has ended.</summary>
    public void HandOver()
    {
        log.Add(_kept.AsSpan(0, _keptCount));
        _keptCount = 0;
    }

    public void Failed(OperationOutcome outcome, long nanoseconds, Exception exception) =>
        log.Failed(log.TypeOf(_current), outcome, nanoseconds, exception);

    public IReadOnlyList<ClientTypeCount> Read() =>
        [.. _completed.Zip(_overlap, (completed, overlap) => new ClientTypeCount(completed, overlap))];
}
