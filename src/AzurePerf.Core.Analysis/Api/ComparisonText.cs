using System.Globalization;
using System.Text.Json.Nodes;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Results;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Api;

/// <summary>Comparisons in words. Every place that shows one says the same.</summary>
public static class ComparisonText
{
    /// <summary>Stands wherever a run has too few repetitions for a comparison.</summary>
    public static string TooFewRepetitions { get; } =
        "cannot be compared: " + ObstacleText.Of(ComparisonObstacle.TooFewRepetitions);

    /// <summary>"This run cannot be compared: fewer than 6 repetitions"; null for a run that can be.</summary>
    public static string? OfRun(int repetitions) =>
        repetitions < ComparisonRule.MinimumRepetitions ? "this run " + TooFewRepetitions : null;

    /// <summary>A verdict in two or three words: "slower", "faster", "no change", "not sure", "not comparable".</summary>
    /// <param name="verdict">The conclusion.</param>
    /// <param name="quantity">Of the metric: only rates and times are slower and faster, other numbers worse and better.</param>
    /// <exception cref="ArgumentOutOfRangeException">The number is no verdict.</exception>
    public static string Of(ComparisonVerdict verdict, Quantity quantity) => verdict switch
    {
        ComparisonVerdict.NotComparable => "not comparable",
        ComparisonVerdict.Undecided => "not sure",
        ComparisonVerdict.NoCredibleChange => "no change",
        ComparisonVerdict.Improved => quantity is Quantity.Rate or Quantity.Duration ? "faster" : "better",
        ComparisonVerdict.Regressed => quantity is Quantity.Rate or Quantity.Duration ? "slower" : "worse",
        _ => throw new ArgumentOutOfRangeException(nameof(verdict), verdict, "This is no verdict."),
    };

    /// <summary>The verdict of a point; of a change that is not sure "likely faster", "likely slower".</summary>
    public static string Of(ComparedPointResponse point, Quantity quantity)
    {
        ArgumentNullException.ThrowIfNull(point);
        return point is { IsSure: false, Verdict: ComparisonVerdict.Improved or ComparisonVerdict.Regressed }
            ? "likely " + Of(point.Verdict, quantity)
            : Of(point.Verdict, quantity);
    }

    /// <summary>How probabilities are adjusted for the number of configurations, as a phrase; empty where there is nothing to
    /// adjust.</summary>
    public static string Of(ProbabilityAdjustment adjustment) => adjustment switch
    {
        ProbabilityAdjustment.None => "",
        ProbabilityAdjustment.MaxT => "adjusted for the number of configurations by permutation (step-down maxT)",
        ProbabilityAdjustment.Holm => "adjusted for the number of configurations by Holm, because they rest on different repetitions",
        _ => throw new ArgumentOutOfRangeException(nameof(adjustment), adjustment, "This is no adjustment."),
    };

    /// <summary>What stands with every change: which of the numbers is that of a side and which the estimate.</summary>
    /// <param name="points">To which it is said, of one metric.</param>
    public static string ChangeRemark(IEnumerable<ComparedPointResponse> points) =>
        "change: the estimate of Hodges and Lehmann that the 95 % interval belongs to; baseline and candidate: the "
            + (points.Any(point => point.Baseline.IsLargest) ? "largest" : "medians")
            + " of the repetitions that count, whose quotient can differ from it";

    /// <summary>Said of a point whose medians and change tell different things.</summary>
    public const string Disagreement =
        "the medians alone would say something else: the repetitions lie in groups, and the change rests on every pair of them, a median "
            + "on those in the middle";

    /// <summary>True where the medians of both sides differ by a share that lies outside the interval of the ratio.</summary>
    public static bool MediansDisagree(ComparedPointResponse point)
    {
        ArgumentNullException.ThrowIfNull(point);
        return point is { RatioLow: { } low, RatioHigh: { } high, Baseline.Median: { } baseline, Candidate.Median: { } candidate }
            && !point.Baseline.IsLargest
            && (candidate < low * baseline || candidate > high * baseline);
    }

    /// <summary>"0.021", "&lt;0.001"; "&gt;0.05" where rounding would make it what is a change; "-" where there is none.</summary>
    public static string Probability(double? probability) => probability switch
    {
        null => "-",
        < 0.001 => "<0.001",
        > ComparisonRule.Significance and < ComparisonRule.Significance + 0.0005 => ">0.05",
        { } value => value.ToString("0.###", CultureInfo.InvariantCulture),
    };

    /// <summary>Why there is no verdict, or what speaks against the one that there is: clauses without a full stop; empty for
    /// nothing.</summary>
    public static IReadOnlyList<string> Reasons(ComparedPointResponse point)
    {
        ArgumentNullException.ThrowIfNull(point);
        string?[] reasons =
        [
            point.Obstacles.Count > 0 ? Obstacles(point) : null,
            point.Verdict == ComparisonVerdict.Undecided ? Advice(point) : null,
            NoiseFloorText.IsWithin(point) ? "within the noise floor" : null,
            MediansDisagree(point) ? Disagreement : null,
        ];
        return [.. reasons.OfType<string>()];
    }

    /// <summary>Why two points must not be compared, with what differs: "other machine size (D2s against D4s); ...".</summary>
    public static string Obstacles(ComparedPointResponse point)
    {
        ArgumentNullException.ThrowIfNull(point);
        return string.Join("; ", point.Obstacles.Select(obstacle => Obstacle(obstacle, point)));
    }

    /// <summary>One of them: "other fixed parameters (sink none against file)".</summary>
    public static string Obstacle(ComparisonObstacle obstacle, ComparedPointResponse point)
    {
        ArgumentNullException.ThrowIfNull(point);
        return ObstacleText.Of(obstacle) + Difference(obstacle, point);
    }

    /// <summary>"failed: 0 % of 288 operations against 72.2 % of 288 operations"; null where none did.</summary>
    public static string? Failures(ComparedPointResponse point)
    {
        ArgumentNullException.ThrowIfNull(point);
        return point.Baseline.Operations.Failed + point.Candidate.Operations.Failed == 0
            ? null
            : $"failed: {Failures(point.Baseline.Operations)} against {Failures(point.Candidate.Operations)}";
    }

    /// <summary>Repetitions that are left out of a side, with the reasons: "left out of the candidate: 2 of 10 repetitions (2 limited by
    /// the measuring machine)"; null where none is.</summary>
    public static string? LeftOut(string side, ComparedSideResponse response)
    {
        ArgumentNullException.ThrowIfNull(response);
        var leftOut = response.LeftOut;
        return leftOut.Total == 0
            ? null
            : $"left out of {side}: {NumberFormat.Count(leftOut.Total)} of "
                + $"{NumberFormat.Counted(response.Repetitions + leftOut.Total, "repetition")} ("
            + LeftOutText.Reasons(leftOut) + ")";
    }

    /// <summary>True of a pair that only a margin of 0 leaves undecided: both sides are equal.</summary>
    internal static bool NothingDiffers(ComparedPointResponse point) =>
        point is { Verdict: ComparisonVerdict.Undecided, MayBeWorse: 0, RatioLow: 1, RatioHigh: 1 };

    /// <summary>What would decide an undecided pair: "needs about 97 more repetitions". Or what keeps it undecided: "8 of 20 repetitions of
    /// the candidate do not count and may have been worse".</summary>
    public static string Advice(ComparedPointResponse point)
    {
        ArgumentNullException.ThrowIfNull(point);
        var of = NumberFormat.Counted(point.Candidate.Repetitions + point.Candidate.LeftOut.Total, "repetition");
        return point.MayBeWorse > 0
            ? $"{NumberFormat.Count(point.MayBeWorse)} of {of} of the candidate {(point.MayBeWorse == 1 ? "does" : "do")} not count and "
                + "may have been worse"
            : NothingDiffers(point) ? "nothing differs, but without a margin nothing is shown to be the same"
            : point.RepetitionsNeeded is null
            ? "a run cannot have as many repetitions as would decide it: they vary too much for a change so near to the margin"
            : "needs " + MoreRepetitions(point);
    }

    /// <summary>"about 97 more repetitions", of each run, if the change stays what it is; of a point that is undecided and could be
    /// decided.</summary>
    public static string MoreRepetitions(ComparedPointResponse point)
    {
        ArgumentNullException.ThrowIfNull(point);
        var more = point.RepetitionsNeeded!.Value - Math.Min(point.Baseline.Repetitions, point.Candidate.Repetitions);
        return "about " + NumberFormat.Counted(Math.Max(1, more), "more repetition");
    }

    /// <summary>The change as people say it, with two digits that mean something: "-25 %", "+4.2 %", "0 %"; "-" where there is
    /// none.</summary>
    /// <param name="ratio">Candidate over baseline.</param>
    public static string Change(double? ratio)
    {
        if (ratio is not { } value)
        {
            return "-";
        }

        var percent = Math.Abs(100 * (value - 1));
        var text = percent.ToString(percent >= 9.95 ? "#,0" : "0.0", CultureInfo.InvariantCulture);
        return (text == "0.0" ? "0" : (value < 1 ? "-" : "+") + text) + " %";
    }

    /// <summary>"-39 to -12 %"; "-" where there is none.</summary>
    public static string Changes(double? low, double? high) =>
        low is null || high is null ? "-" : Change(low)[..^2] + " to " + Change(high);

    private static string Difference(ComparisonObstacle obstacle, ComparedPointResponse point)
    {
        if (obstacle == ComparisonObstacle.OtherParameters)
        {
            return ParameterDifference(point.Baseline.Parameters, point.Candidate.Parameters);
        }

        var (first, second) = (Aspect(obstacle, point.Baseline), Aspect(obstacle, point.Candidate));
        return first is null || second is null ? "" : $" ({Known(first)} against {Known(second)})";
    }

    /// <summary>" (sink none against file, workers 1 against 2)": only what differs.</summary>
    private static string ParameterDifference(string baseline, string candidate)
    {
        var (first, second) = (JsonNode.Parse(baseline)!.AsObject(), JsonNode.Parse(candidate)!.AsObject());
        var differing = first.Select(parameter => parameter.Key).Union(second.Select(parameter => parameter.Key))
            .Where(name => !JsonNode.DeepEquals(first[name], second[name]));
        return $" ({string.Join(", ", differing.Select(name => $"{name} {WordOf(first[name])} against {WordOf(second[name])}"))})";

        static string WordOf(JsonNode? value) => value is null ? "unknown" : LevelText.Shortened(LevelText.Of(value, ""));
    }

    private static string? Aspect(ComparisonObstacle obstacle, ComparedSideResponse side) => obstacle switch
    {
        ComparisonObstacle.OtherSdk => side.Sdk,
        ComparisonObstacle.OtherBuild => side.Build,
        ComparisonObstacle.OtherSize => side.Size,
        ComparisonObstacle.OtherRegion => side.Region,
        ComparisonObstacle.OtherScale => side.Scale,
        ComparisonObstacle.OtherFailureShare => Failures(side.Operations),
        ComparisonObstacle.RepetitionsDrift => side.Drift is { } drift ? DriftText.Of(drift) : "unknown",
        ComparisonObstacle.GeneratorBound => Of(side.LeftOut.GeneratorBound, side),
        ComparisonObstacle.Overloaded => Of(side.LeftOut.Overloaded, side),
        ComparisonObstacle.DroppedStarts => Of(side.LeftOut.DroppedStarts, side),
        ComparisonObstacle.TooFewOperations => Of(side.LeftOut.TooFewOperations, side),
        ComparisonObstacle.CacheSuspect => Of(side.LeftOut.CacheSuspect, side),
        ComparisonObstacle.NoValue => Of(side.LeftOut.NoValue, side),
        ComparisonObstacle.TooFewRepetitions => NumberFormat.Count(Measured(side)),
        _ => null,
    };

    private static int Measured(ComparedSideResponse side) => side.Repetitions + side.LeftOut.Measured;

    private static string Of(int some, ComparedSideResponse side) =>
        $"{NumberFormat.Count(some)} of {NumberFormat.Counted(Measured(side), "repetition")}";

    private static string Failures(OperationCounts operations) =>
        operations.FailedShare is { } share
            ? $"{NumberFormat.Percent(share)} of {NumberFormat.Counted(operations.Ended, "operation")}"
            : "no operation";

    private static string Known(string aspect) => aspect.Length == 0 ? "unknown" : aspect;
}
