using AzurePerf.Core.Api;
using AzurePerf.Core.Comparisons;

namespace AzurePerf.Core.Reports;

/// <summary>Comparisons in words. Every place that shows one says the same.</summary>
public static class ComparisonText
{
    /// <summary>Stands wherever a run has too few repetitions for a comparison.</summary>
    public static string TooFewRepetitions { get; } = ObstacleText.Of(ComparisonObstacle.TooFewRepetitions);

    /// <summary>"This run cannot be compared: fewer than 6 repetitions"; null for a run that can be.</summary>
    public static string? OfRun(int repetitions) =>
        repetitions < ComparisonRule.MinimumRepetitions ? "this run " + TooFewRepetitions : null;

    /// <summary>A verdict in two or three words.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The number is no verdict.</exception>
    public static string Of(ComparisonVerdict verdict) => verdict switch
    {
        ComparisonVerdict.NotComparable => "not comparable",
        ComparisonVerdict.Undecided => "undecided",
        ComparisonVerdict.NoCredibleChange => "no credible change",
        ComparisonVerdict.Improved => "improved",
        ComparisonVerdict.Regressed => "regressed",
        _ => throw new ArgumentOutOfRangeException(nameof(verdict), verdict, "This is no verdict."),
    };

    /// <summary>Why two points must not be compared, with what differs: "other machine size (D2s against D4s); ...".</summary>
    public static string Obstacles(ComparedPointResponse point)
    {
        ArgumentNullException.ThrowIfNull(point);
        return string.Join("; ", point.Obstacles.Select(obstacle => ObstacleText.Of(obstacle) + Difference(obstacle, point)));
    }

    /// <summary>What would decide an undecided pair.</summary>
    public static string Advice(ComparedPointResponse point)
    {
        ArgumentNullException.ThrowIfNull(point);
        return point.RepetitionsNeeded is not { } needed
            ? "no number of repetitions that a run can have would decide: the ratio lies too near to the margin, so compare with another one"
            : $"about {Figures.Count(needed)} repetitions of each run would decide, {Figures.Count(More(point, needed))} more than there are, if the ratio stays what it is";
    }

    private static int More(ComparedPointResponse point, int needed) => needed - Math.Min(point.Baseline.Repetitions, point.Candidate.Repetitions);

    private static string Difference(ComparisonObstacle obstacle, ComparedPointResponse point)
    {
        var (first, second) = (Aspect(obstacle, point.Baseline), Aspect(obstacle, point.Candidate));
        return first is null || second is null ? "" : $" ({Known(first)} against {Known(second)})";
    }

    private static string? Aspect(ComparisonObstacle obstacle, ComparedSideResponse side) => obstacle switch
    {
        ComparisonObstacle.OtherSdk => side.Sdk,
        ComparisonObstacle.OtherBuild => side.Build,
        ComparisonObstacle.OtherSize => side.Size,
        ComparisonObstacle.OtherRegion => side.Region,
        ComparisonObstacle.OtherScale => side.Scale,
        ComparisonObstacle.OtherParameters => side.Parameters,
        ComparisonObstacle.GeneratorBound => Figures.Counted(side.GeneratorBound, "repetition"),
        ComparisonObstacle.TooFewRepetitions => Figures.Count(side.Repetitions),
        _ => null,
    };

    private static string Known(string aspect) => aspect.Length == 0 ? "unknown" : aspect;
}
