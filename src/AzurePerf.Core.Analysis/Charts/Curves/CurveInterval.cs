namespace AzurePerf.Core.Charts.Curves;

/// <summary>What happened in one interval of a measurement.</summary>
/// <param name="Index">Which: it begins this many widths after the start.</param>
/// <param name="Latencies">Successful operations that ended in it, by <see cref="LatencySketch"/> bin.</param>
/// <param name="Errors">Operations that failed in it, as far as they are known one by one.</param>
public sealed record CurveInterval(int Index, SortedDictionary<int, long> Latencies, long Errors)
{
    /// <summary>Successful operations.</summary>
    public long Successes() => Latencies.Values.Sum();

    /// <summary>Both together, with the index of this one.</summary>
    public CurveInterval With(CurveInterval other)
    {
        ArgumentNullException.ThrowIfNull(other);
        var latencies = new SortedDictionary<int, long>(Latencies);
        foreach (var (bin, count) in other.Latencies)
        {
            latencies[bin] = latencies.GetValueOrDefault(bin) + count;
        }

        return new(Index, latencies, Errors + other.Errors);
    }
}
