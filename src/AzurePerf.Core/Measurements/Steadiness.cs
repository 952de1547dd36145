using AzurePerf.Core.Statistics;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Measurements;

/// <summary>How a point's throughput ran while all its clients were active.</summary>
/// <param name="Class">The class of its course.</param>
/// <param name="FromNanoseconds">When the steady part began, since the start; null when there is none or nobody can say.</param>
internal sealed record Steadiness(SteadyStateClass Class, double? FromNanoseconds)
{
    private const int ChangesNamed = 3;
    private const double NanosecondsPerSecond = 1e9;

    public static Steadiness NotAssessed { get; } = new(SteadyStateClass.NotAssessed, null);

    /// <summary>Where the rate changed, such as "at 21.0 s from 1,000/s to 800/s"; empty when it did not.</summary>
    public string Changes { get; private init; } = "";

    /// <summary>True where it is not steady because its level wandered, whatever changed before.</summary>
    public bool IsWandering { get; private init; }

    public static Steadiness Of(OverlapBins? bins)
    {
        if (bins is null)
        {
            return NotAssessed;
        }

        var state = SteadyState.Of(bins.Operations);
        return new(state.Class, state.SteadyFromBin is { } from ? StartOf(from) : null)
        {
            IsWandering = state.IsWandering,
            Changes = string.Join(", then ", state.Changes.Take(ChangesNamed).Select(Describe))
                + (state.Changes.Count > ChangesNamed ? ", and more often" : ""),
        };

        double StartOf(int bin) => bins.StartNanoseconds + (bin * bins.WidthNanoseconds);

        string Describe(ChangePoint change) =>
            $"at {NumberFormat.Significant(StartOf(change.Index) / NanosecondsPerSecond)} s from {PerSecond(change.MeanBefore)}/s to "
                + $"{PerSecond(change.MeanAfter)}/s";

        string PerSecond(double inBin) => NumberFormat.Significant(inBin / bins.WidthNanoseconds * NanosecondsPerSecond);
    }
}
