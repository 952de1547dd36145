using AzurePerf.Core.Measurements;
using AzurePerf.Core.Measurements.Logs;

namespace AzurePerf.Core.Charts.Curves;

/// <summary>The successful operations of a measurement, cut into intervals.</summary>
/// <param name="WidthExponent">See <see cref="IntervalWidth"/>.</param>
/// <param name="Intervals">In the order of time.</param>
internal sealed record CurveCut(int WidthExponent, IReadOnlyList<CurveInterval> Intervals)
{
    private static readonly string Success = LatencyLog.TagOf(OperationOutcome.Ok);

    /// <summary>Of single operations, all of which were kept. They are not copied: there may be 100,000 of them.</summary>
    /// <param name="samples">Failed ones are left out here.</param>
    /// <param name="fromIntended">True in an open loop, where a latency begins when the operation was to start.</param>
    /// <param name="endNanoseconds">When the last client ended, if that is after the last sample.</param>
    public static CurveCut OfSamples(IReadOnlyList<Sample> samples, bool fromIntended, long endNanoseconds = 0)
    {
        var (successes, lastSuccess, last) = (0L, 0L, endNanoseconds);
        foreach (var sample in samples)
        {
            last = Math.Max(last, sample.EndNanoseconds);
            if (sample.Outcome == OperationOutcome.Ok)
            {
                successes++;
                lastSuccess = Math.Max(lastSuccess, sample.EndNanoseconds);
            }
        }

        var exponent = IntervalWidth.For(lastSuccess, successes, last, IntervalWidth.Narrowest);
        var intervals = new SortedDictionary<int, SortedDictionary<int, long>>();
        foreach (var sample in samples)
        {
            if (sample.Outcome == OperationOutcome.Ok)
            {
                CountIn(intervals, IntervalWidth.IndexOf(sample.EndNanoseconds, exponent), LatencySketch.BinOf(
                    sample.EndNanoseconds - (fromIntended ? sample.IntendedStartNanoseconds : sample.StartNanoseconds)));
            }
        }

        return new(exponent, [.. intervals.Select(interval => new CurveInterval(interval.Key, interval.Value, 0))]);
    }

    /// <summary>Of a histogram log, whose intervals are a second long or longer.</summary>
    /// <param name="latencyLog">Null when there is none.</param>
    /// <param name="endNanoseconds">When the last client ended, if that is after its last interval.</param>
    public static CurveCut OfLog(string? latencyLog, long endNanoseconds = 0)
    {
        var intervals = Read(latencyLog ?? "");
        var last = LastOf(intervals.Select(interval => interval.Middle));
        var exponent = IntervalWidth.For(
            last, intervals.Sum(interval => interval.Bins.Sum(bin => bin.Count)), Math.Max(last, endNanoseconds), IntervalWidth.OfLog);
        return new(exponent, [.. intervals
            .GroupBy(interval => IntervalWidth.IndexOf(interval.Middle, exponent))
            .OrderBy(same => same.Key)
            .Select(same => new CurveInterval(same.Key, Count(same.SelectMany(interval => interval.Bins)), 0))]);
    }

    /// <summary>The same with failed operations counted where they ended.</summary>
    /// <param name="samples">All that were kept.</param>
    public IReadOnlyList<CurveInterval> WithErrors(IReadOnlyList<Sample> samples)
    {
        var failed = samples.Where(sample => sample.Outcome != OperationOutcome.Ok)
            .CountBy(sample => IntervalWidth.IndexOf(sample.EndNanoseconds, WidthExponent))
            .Select(same => new CurveInterval(same.Key, [], same.Value));
        return CurveMerge.Join(Intervals.Concat(failed));
    }

    private static void CountIn(SortedDictionary<int, SortedDictionary<int, long>> intervals, int index, int bin)
    {
        if (!intervals.TryGetValue(index, out var bins))
        {
            intervals.Add(index, bins = []);
        }

        bins[bin] = bins.GetValueOrDefault(bin) + 1;
    }

    private static long LastOf(IEnumerable<long> times) => times.DefaultIfEmpty().Max();

    private static List<(long Middle, IReadOnlyList<(int Bin, long Count)> Bins)> Read(string log)
    {
        using var text = new StringReader(log);
        var reader = new HistogramLogReader(text);
        var intervals = new List<(long, IReadOnlyList<(int, long)>)>();
        while (reader.Read() is { } interval)
        {
            if (interval.Tag == Success)
            {
                intervals.Add((
                    interval.StartNanoseconds + (interval.LengthNanoseconds / 2),
                    [.. interval.Decode().RecordedBuckets()
                        .Select(bucket =>
                            (LatencySketch.BinOf((bucket.LowestNanoseconds + bucket.HighestNanoseconds) / 2), bucket.Count))]));
            }
        }

        return intervals;
    }

    private static SortedDictionary<int, long> Count(IEnumerable<(int Bin, long Count)> entries) =>
        new(entries.GroupBy(entry => entry.Bin).ToDictionary(same => same.Key, same => same.Sum(entry => entry.Count)));
}
