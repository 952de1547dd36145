using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Api;

/// <summary>Noise floors of compared runs in words. Tool, API and portal say the same.</summary>
public static class NoiseFloorText
{
    /// <summary>What a noise floor is, as a sentence without a full stop.</summary>
    public const string Explanation =
        "the difference that 95 of 100 random halvings of a run's own repetitions stay within; halves have half of the repetitions, so "
        + "it is cautious, "
        + "and what differs from run to run is not in it";

    /// <summary>What a side without a noise floor needs: "12 repetitions that count, 2 more than there are".</summary>
    /// <param name="repetitions">That it has.</param>
    public static string Needs(int repetitions) => repetitions > SplitHalfNoise.MostRepetitions
        ? $"at most {NumberFormat.Count(SplitHalfNoise.MostRepetitions)} repetitions: those of longer series depend on each other"
        : repetitions >= SplitHalfNoise.MinimumRepetitions ? "values that are all positive"
        : $"{NumberFormat.Count(SplitHalfNoise.MinimumRepetitions)} repetitions that count, "
            + $"{NumberFormat.Count(SplitHalfNoise.MinimumRepetitions - repetitions)} more than there are";

    /// <summary>The noise floor of a side, or a dash.</summary>
    public static string Of(ComparedSideResponse side)
    {
        ArgumentNullException.ThrowIfNull(side);
        return side.NoiseFloor is { } floor ? NumberFormat.Percent(floor) : "-";
    }

    /// <summary>"no noise floor for 2 of the 8 medians: it takes 12 repetitions that count, and one has 10"; null where none is
    /// missing.</summary>
    public static string? Missing(IReadOnlyCollection<ComparedPointResponse> points)
    {
        ArgumentNullException.ThrowIfNull(points);
        ComparedSideResponse[] without = [.. points.SelectMany(point => new[] { point.Baseline, point.Candidate })
            .Where(side => side.NoiseFloor is null)];
        return without.MinBy(side => side.Repetitions) is { } fewest
            ? $"no noise floor for {NumberFormat.Count(without.Length)} of the {NumberFormat.Count(2 * points.Count)} "
                + (points.Any(point => point.Baseline.IsLargest) ? "numbers: it takes " : "medians: it takes ")
                + (fewest.Repetitions < SplitHalfNoise.MinimumRepetitions
                    ? $"{NumberFormat.Count(SplitHalfNoise.MinimumRepetitions)} repetitions that count, "
                        + $"and one has {NumberFormat.Count(fewest.Repetitions)}"
                    : fewest.NoiseFloorNeeds)
            : null;
    }

    /// <summary>True where a change was called that is no greater than the noise floor of one of the sides.</summary>
    public static bool IsWithin(ComparedPointResponse point)
    {
        ArgumentNullException.ThrowIfNull(point);
        return point.Verdict is ComparisonVerdict.Improved or ComparisonVerdict.Regressed
            && point.Ratio is { } ratio && Math.Max(ratio, 1 / ratio) - 1 <= Floor(point);
    }

    /// <summary>Sentences without a full stop about a margin, and about changes, that are no greater than the noise.</summary>
    /// <param name="points">Of one comparison.</param>
    /// <param name="margin">That was asked for.</param>
    public static IEnumerable<string> Cautions(IReadOnlyCollection<ComparedPointResponse> points, double margin)
    {
        ArgumentNullException.ThrowIfNull(points);
        double[] beyond = [.. points.Where(point => point.Ratio is not null).Select(point => point.Baseline.NoiseFloor ?? 0)
            .Where(floor => floor > margin)];
        if (beyond.Length > 0)
        {
            yield return $"the margin of {NumberFormat.Percent(margin)} is below the noise floor of the baseline in "
                + $"{NumberFormat.Count(beyond.Length)} of "
                + $"{NumberFormat.Counted(points.Count(point => point.Ratio is not null), "configuration")}, "
                + $"up to {NumberFormat.Percent(beyond.Max())}: halves of its own repetitions can differ by more than the margin";
        }

        var changes = points.Count(point => point.Verdict is ComparisonVerdict.Improved or ComparisonVerdict.Regressed);
        if (points.Count(IsWithin) is > 0 and var within)
        {
            yield return $"{NumberFormat.Count(within)} of {NumberFormat.Counted(changes, "change")} {(within == 1 ? "is" : "are")} "
                + "within the noise floor: halves of one run's own repetitions can differ as much, "
                + "so measure again before you believe it";
        }
    }

    private static double Floor(ComparedPointResponse point) => Math.Max(point.Baseline.NoiseFloor ?? 0, point.Candidate.NoiseFloor ?? 0);
}
