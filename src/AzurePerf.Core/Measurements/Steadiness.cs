using AzurePerf.Core.Reports;
using AzurePerf.Core.Statistics;

namespace AzurePerf.Core.Measurements;

/// <summary>How a point's throughput ran while all its clients were active.</summary>
/// <param name="Class">The class of its course.</param>
/// <param name="FromNanoseconds">When the steady part began, since the start; null when there is none or nobody can say.</param>
/// <remarks>
/// Only whole bins inside the overlap count: a client that has not started yet, or has ended already, is no change of the service. With fewer operations than bins on
/// average most bins are empty, and their course says more about the length of an operation than about the rate: that is not assessed.
/// </remarks>
internal sealed record Steadiness(SteadyStateClass Class, double? FromNanoseconds)
{
    private const int ChangesNamed = 3;
    private const double NanosecondsPerSecond = 1e9;

    public static Steadiness NotAssessed { get; } = new(SteadyStateClass.NotAssessed, null);

    /// <summary>Where the rate changed, such as "at 21.0 s from 1,000/s to 800/s"; empty when it did not.</summary>
    public string Changes { get; private init; } = "";

    public static Steadiness Of(OperationBins? counted, ClientSpans spans)
    {
        if (counted is null || spans.OverlapNanoseconds == 0)
        {
            return NotAssessed;
        }

        var (first, end) = Inside(counted, spans);
        var width = SteadyState.BinWidth(TimeSpan.FromTicks(spans.OverlapNanoseconds / TimeSpan.NanosecondsPerTick)).Ticks * TimeSpan.NanosecondsPerTick;
        var joined = (int)Math.Max(1, (width + counted.BinNanoseconds - 1) / counted.BinNanoseconds);
        double[] rates = [.. Enumerable.Range(0, Math.Max(0, end - first) / joined).Select(bin => Sum(counted, first + (bin * joined), joined))];
        if (rates.Sum() < rates.Length)
        {
            return NotAssessed;
        }

        var state = SteadyState.Of(rates);
        return new(state.Class, state.SteadyFromBin is { } from ? StartOf(from) : null)
        {
            Changes = string.Join(", then ", state.Changes.Take(ChangesNamed).Select(Describe)) + (state.Changes.Count > ChangesNamed ? ", and more often" : ""),
        };

        double StartOf(int bin) => (first + (bin * (double)joined)) * counted.BinNanoseconds;

        string Describe(ChangePoint change) =>
            $"at {Figures.Significant(StartOf(change.Index) / NanosecondsPerSecond)} s from {PerSecond(change.MeanBefore)}/s to {PerSecond(change.MeanAfter)}/s";

        string PerSecond(double inBin) => Figures.Significant(inBin / (joined * counted.BinNanoseconds) * NanosecondsPerSecond);
    }

    /// <summary>The first bin that lies wholly in the overlap, and the one after the last.</summary>
    private static (int First, int End) Inside(OperationBins counted, ClientSpans spans)
    {
        var first = (Math.Max(0, spans.OverlapStartNanoseconds) + counted.BinNanoseconds - 1) / counted.BinNanoseconds;
        var end = (spans.OverlapStartNanoseconds + spans.OverlapNanoseconds) / counted.BinNanoseconds;
        return ((int)Math.Min(first, int.MaxValue), (int)Math.Min(end, int.MaxValue));
    }

    // The series ends with the last bin that got anything.
    private static double Sum(OperationBins counted, int first, int bins) => Enumerable.Range(first, bins).Sum(bin => bin < counted.Operations.Count ? counted.Operations[bin] : 0);
}
