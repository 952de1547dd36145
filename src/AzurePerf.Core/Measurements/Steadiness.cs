using AzurePerf.Core.Statistics;

namespace AzurePerf.Core.Measurements;

/// <summary>How a point's throughput ran while all its clients were active.</summary>
/// <param name="Class">The class of its course.</param>
/// <param name="FromNanoseconds">When the steady part began, since the start; null when there is none or nobody can say.</param>
internal sealed record Steadiness(SteadyStateClass Class, double? FromNanoseconds)
{
    public static Steadiness NotAssessed { get; } = new(SteadyStateClass.NotAssessed, null);

    public static Steadiness Of(OverlapBins? bins)
    {
        if (bins is null)
        {
            return NotAssessed;
        }

        var state = SteadyState.Of(bins.Operations);
        return new(state.Class, state.SteadyFromBin is { } from ? bins.StartNanoseconds + (from * bins.WidthNanoseconds) : null);
    }
}
