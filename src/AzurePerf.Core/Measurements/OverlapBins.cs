using AzurePerf.Core.Statistics;

namespace AzurePerf.Core.Measurements;

/// <summary>Successful operations over time while all clients were active, in bins wide enough to tell the rate's course.</summary>
/// <param name="StartNanoseconds">When the first bin begins, since the start.</param>
/// <param name="WidthNanoseconds">Of a bin.</param>
/// <param name="Operations">Of each whole bin.</param>
/// <remarks>Only whole bins inside the overlap count: a client that has not started yet, or has ended already, is no change of the
/// service.</remarks>
internal sealed record OverlapBins(double StartNanoseconds, double WidthNanoseconds, double[] Operations)
{
    /// <summary>Null where nothing was counted, there was no overlap, or there are fewer operations than bins: then their course says more
    /// about the length of an operation.</summary>
    public static OverlapBins? Of(OperationBins? counted, ClientSpans spans)
    {
        if (counted is null || spans.OverlapNanoseconds == 0)
        {
            return null;
        }

        var (first, end) = BinTimeline.WholeBins(
            counted.BinNanoseconds, spans.OverlapStartNanoseconds, spans.OverlapStartNanoseconds + spans.OverlapNanoseconds);
        var width = SteadyState.BinWidth(TimeSpan.FromTicks(spans.OverlapNanoseconds / TimeSpan.NanosecondsPerTick)).Ticks
            * TimeSpan.NanosecondsPerTick;
        var joined = (int)Math.Max(1, (width + counted.BinNanoseconds - 1) / counted.BinNanoseconds);
        double[] operations = [.. Enumerable.Range(0, Math.Max(0, end - first) / joined)
            .Select(bin => Sum(counted, first + (bin * joined), joined))];
        return operations.Sum() < operations.Length
            ? null
            : new(first * (double)counted.BinNanoseconds, joined * (double)counted.BinNanoseconds, operations);
    }

    /// <summary>
    /// The 95 % interval of the mean rate in operations per second, by <see cref="MeanInterval.OfSeries"/>: bins that follow each other are
    /// alike. It holds for this point alone, and says nothing about the next repetition.
    /// </summary>
    /// <param name="restShare">The part of the time in which clients rested by design, below 1: the rate is over the rest of it.</param>
    public ConfidenceInterval? RateInterval(double restShare = 0)
    {
        if (restShare >= 1 || Operations.Length < SteadyState.MinimumBins || MeanInterval.OfSeries(Operations) is not { } mean)
        {
            return null;
        }

        var seconds = WidthNanoseconds / 1e9 * (1 - restShare);
        return new(Math.Max(0, mean.Low / seconds), mean.High / seconds);
    }

    // The series ends with the last bin that got anything.
    private static double Sum(OperationBins counted, int first, int bins) =>
        Enumerable.Range(first, bins).Sum(bin => bin < counted.Operations.Count ? counted.Operations[bin] : 0);
}
