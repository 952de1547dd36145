using System.Text.Json.Nodes;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Charts;

/// <summary>The repetitions of one combination of levels that were measured.</summary>
/// <param name="Levels">What they have in common.</param>
/// <param name="Points">In the order of their repetition; each has a summary.</param>
internal sealed record LevelGroup(JsonObject Levels, IReadOnlyList<PointRecord> Points)
{
    /// <summary>Those that a mean rests on.</summary>
    public IReadOnlyList<PointRecord> Counted { get; } = CountedPoints.Of(Points);

    /// <summary>True when something may have spoilt a repetition that counts.</summary>
    public bool IsFlagged => Counted.Any(IsFlaggedPoint);

    /// <summary>Combinations in the order in which the spec lists them; those without any measured point are left out.</summary>
    public static IReadOnlyList<LevelGroup> Of(RunSpec spec, IEnumerable<PointRecord> points) =>
        [.. LevelOrder.Of(spec, points.Where(point => point is { Status: PointStatus.Measured, Summary: not null }))
            .GroupBy(point => point.Levels.ToJsonString())
            .Select(same => new LevelGroup(same.First().Levels, [.. same.OrderBy(point => point.Repetition)]))];

    /// <summary>True for a point with a flag that says something about its rate: too few samples for a percentile does not.</summary>
    public static bool IsFlaggedPoint(PointRecord point) => FlagsOf(point).Any();

    /// <summary>Those flags.</summary>
    public static IEnumerable<PointFlag> FlagsOf(PointRecord point) => point.Summary!.Flags.Where(flag => flag != PointFlag.SampleTooSmall);
}
