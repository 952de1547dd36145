namespace AzurePerf.Worker.Execution;

/// <summary>How long the phases of one client's operations took. An operation counts when it has succeeded.</summary>
/// <param name="count">Phases of an operation.</param>
internal sealed class PhaseTimes(int count)
{
    private readonly long[] _current = new long[count];
    private readonly long[] _totals = new long[count];
    private long _reached;

    /// <summary>Nanoseconds of all successful operations, by phase.</summary>
    public IReadOnlyList<long> Totals => _totals;

    public void Begin(long nanoseconds) => _reached = nanoseconds;

    public void End(int phase, long nanoseconds)
    {
        _current[phase] = nanoseconds - _reached;
        _reached = nanoseconds;
    }

    /// <summary>The operation has succeeded.</summary>
    public void Count()
    {
        for (var phase = 0; phase < _totals.Length; phase++)
        {
            _totals[phase] += _current[phase];
        }
    }

    public void Reset() => Array.Clear(_totals);
}
