using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Results;
using AzurePerf.Core.Statistics;

namespace AzurePerf.Core.Api;

/// <summary>A configuration as one of the two runs measured it.</summary>
/// <param name="Repetitions">Those with a value that counts: measured to their end, not bound by the generator, of enough
/// operations.</param>
/// <param name="Median">Of their values, of the longest operation the largest of them: the number of this configuration wherever it is
/// shown. Ratios are no quotients of two of them. Null without any.</param>
/// <param name="Sdk">Names and versions of the client libraries; empty when unknown.</param>
/// <param name="Build">The build that measured.</param>
/// <param name="Size">The kind of machine; empty when unknown.</param>
/// <param name="Region">The run's tag of that name; empty when it has none.</param>
/// <param name="Scale">paper, reduced, quick or custom; emulator where the target was one.</param>
/// <param name="Parameters">Everything asked for that is no factor, as JSON text.</param>
public sealed record ComparedSideResponse(
    int Repetitions, double? Median, string Sdk, string Build, string Size, string Region, string Scale, string Parameters)
{
    /// <summary>True where the median is the largest of the values instead, as of the longest operation.</summary>
    public bool IsLargest { get; init; }

    /// <summary>Repetitions that do not count, by the reason.</summary>
    public required LeftOutRepetitions LeftOut { get; init; }

    /// <summary>The operations of all repetitions that were measured to their end and that the measuring machine did not limit, and how
    /// many of them failed.</summary>
    public required OperationCounts Operations { get; init; }

    /// <summary>Whether its repetitions rise or fall in their order; null with fewer than 5 values, or one that is not positive.</summary>
    public RepetitionDrift? Drift { get; init; }

    /// <summary>
    /// The difference, as a share, that 95 of 100 random halvings of these repetitions stay within: 0.03 when one half is up to 1.03 times
    /// the other. The halves have half of the repetitions, so it is cautious. Null with fewer than 12 repetitions, or one whose value is
    /// not positive.
    /// </summary>
    public double? NoiseFloor { get; init; }

    /// <summary>What would give a noise floor, in words; empty where there is one.</summary>
    public string NoiseFloorNeeds { get; init; } = "";

    /// <param name="point">The side.</param>
    internal static ComparedSideResponse Of(ComparedPoint point)
    {
        var setting = point.Setting;
        double[] sorted = [.. point.Values.Order()];
        var floor = SplitHalfNoise.FloorOf(point.Values);
        double? median = sorted.Length == 0 ? null : point.IsLargest ? sorted[^1] : Sample.QuantileOfSorted(sorted, 0.5);
        return new(
            sorted.Length, median,
            setting.Sdk, setting.Build, setting.Size, setting.Region, setting.Scale, setting.Parameters)
        {
            IsLargest = point.IsLargest,
            LeftOut = point.LeftOut,
            Operations = point.Operations,
            Drift = point.Drift,
            NoiseFloor = floor,
            NoiseFloorNeeds = floor is null ? NoiseFloorText.Needs(sorted.Length) : "",
        };
    }
}
