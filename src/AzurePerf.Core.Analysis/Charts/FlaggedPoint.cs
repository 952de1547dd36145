using AzurePerf.Core.Measurements;
using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Charts;

/// <summary>What charts draw hollow.</summary>
internal static class FlaggedPoint
{
    /// <summary>What a chart with hollow points says of them.</summary>
    public const string Note = "Hollow points carry a flag, so something may have disturbed them; the table says what.";

    /// <summary>True for a point with a flag that says something about its rate.</summary>
    public static bool Is(PointRecord point) => FlagsOf(point).Any();

    /// <summary>Those flags: too few samples for a percentile is none of them.</summary>
    public static IEnumerable<PointFlag> FlagsOf(PointRecord point) => point.Result!.Flags.Where(flag => flag != PointFlag.SampleTooSmall);
}
