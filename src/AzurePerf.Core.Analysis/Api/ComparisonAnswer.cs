using AzurePerf.Core.Charts;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Api;

/// <summary>What to measure once more before somebody acts on a comparison.</summary>
public enum MeasureAgain
{
    /// <summary>Nothing, or not just what was asked for before.</summary>
    None,

    /// <summary>The candidate: both asked for the same, and the time of the baseline is over.</summary>
    Candidate,

    /// <summary>Both, in turns.</summary>
    Both,
}

/// <summary>
/// What a comparison says, in the order in which it is asked: is it slower, by how much, how sure, and what now. Tool, page and documents
/// print the same.
/// </summary>
/// <param name="Verdict">Of the configuration that the first sentence is about.</param>
/// <param name="Sentence">"Slower at 4 clients: -25 % (95 % CI -39 to -12 %)".</param>
/// <param name="Rest">What the other configurations say, and how many of the baseline are missing, in sentences; empty where there is
/// nothing to add.</param>
/// <param name="Confidence">How sure the first sentence is.</param>
/// <param name="Reason">Why not more, or why so sure: a clause without a full stop.</param>
/// <param name="Next">What to do now, as a sentence.</param>
/// <param name="Again">What to measure once more, as <paramref name="Next"/> says.</param>
public sealed record ComparisonAnswer(
    ComparisonVerdict Verdict, string Sentence, string Rest, Confidence Confidence, string Reason, string Next, MeasureAgain Again)
{
    private const int MostNamed = 3;

    /// <summary>Of a comparison that has at least one configuration; null without any.</summary>
    /// <param name="comparison">All but this.</param>
    /// <param name="parameters">Of the experiment; empty where nobody knows it.</param>
    public static ComparisonAnswer? Of(ComparisonResponse comparison, IReadOnlyList<ParameterDefinition> parameters)
    {
        ArgumentNullException.ThrowIfNull(comparison);
        if (comparison.Points.Count == 0)
        {
            return null;
        }

        var words = new Words(comparison, parameters);
        var leading = Leading(comparison.Points);
        var verdict = leading.Verdict;
        var same = comparison.Points.Count(point => point.Verdict == verdict);
        var others = comparison.Points.Where(point => point.Verdict != verdict);
        var confidence = ConfidenceOf(comparison, leading);
        var again = AgainOf(verdict, confidence.Level, comparison.SameRequest);
        return new(
            verdict,
            words.Of(leading, same),
            string.Join(' ',
            [
                .. others.GroupBy(point => point.Verdict).OrderByDescending(group => group.Key)
                    .Select(group => words.Other(group.Key, [.. group])),
                .. NotMeasured(comparison),
            ]),
            confidence.Level,
            confidence.Reason,
            NextOf(leading, again, words.At(leading)),
            again);
    }

    /// <summary>How sure the verdict of one configuration is.</summary>
    public static ComparisonConfidence ConfidenceOf(ComparisonResponse comparison, ComparedPointResponse point)
    {
        ArgumentNullException.ThrowIfNull(comparison);
        ArgumentNullException.ThrowIfNull(point);
        return point.MayBeWorse > 0 ? new(Confidence.Low, ComparisonText.Advice(point)) : ComparisonConfidence.Of(new(
            point.Verdict,
            comparison.Interleaved,
            Math.Min(point.Baseline.Repetitions, point.Candidate.Repetitions),
            point.Baseline.Drift is { Drifts: true } || point.Candidate.Drift is { Drifts: true },
            point.Baseline.Scale == MeasurementSetting.EmulatorScale || point.Candidate.Scale == MeasurementSetting.EmulatorScale,
            ConfidenceFacts.ChangeOf(point.Ratio),
            ConfidenceFacts.FloorOf(point.Baseline.NoiseFloor, point.Candidate.NoiseFloor, point.Ratio),
            point.AdjustedProbability,
            comparison.Cautions is [{ } first, ..] ? first : ""));
    }

    /// <summary>The worst news first; of the same news the greatest change.</summary>
    internal static ComparedPointResponse Leading(IReadOnlyList<ComparedPointResponse> points) => points
        .OrderByDescending(point => point.Verdict switch
        {
            ComparisonVerdict.Regressed => 4,
            ComparisonVerdict.Improved => 3,
            ComparisonVerdict.Undecided => 2,
            ComparisonVerdict.NoCredibleChange => 1,
            _ => 0,
        })
        .ThenByDescending(point => point.Ratio is { } ratio ? Math.Abs(Math.Log(ratio)) : 0)
        .First();

    /// <summary>The rest of the answer is about what both measured: who reads that there is nothing to do must know of what.</summary>
    private static IEnumerable<string> NotMeasured(ComparisonResponse comparison)
    {
        var missing = comparison.OnlyBaseline.Count;
        return missing == 0
            ? []
            : [$"The candidate did not measure {NumberFormat.Count(missing)} of {NumberFormat.Count(comparison.Points.Count + missing)} "
                + "configurations of the baseline."];
    }

    private static string NextOf(ComparedPointResponse leading, MeasureAgain again, string at) =>
        leading.Verdict switch
        {
            ComparisonVerdict.NotComparable when leading.Obstacles.Contains(ComparisonObstacle.TooFewRepetitions) =>
                $"Measure both with at least {ComparisonConfidence.FewestRepetitions} repetitions.",
            ComparisonVerdict.NotComparable => "Allow what differs, if that is what you compare, or measure both runs alike.",
            ComparisonVerdict.Undecided when leading.RepetitionsNeeded is not null =>
                $"Measure {ComparisonText.MoreRepetitions(leading)} of each run{at}.",
            ComparisonVerdict.Undecided when leading.MayBeWorse > 0 =>
                $"See why repetitions of the candidate do not count{at}: the others show no regression.",
            ComparisonVerdict.Undecided when ComparisonText.NothingDiffers(leading) =>
                "Compare with a margin: the change that you would not act on.",
            ComparisonVerdict.Undecided => "Measure where less varies, or compare with a wider margin.",
            _ when again == MeasureAgain.Both => "Run both again, in turns, before you act on it.",
            _ when again == MeasureAgain.Candidate => "Run the candidate again before you act on it: what lasts shows again.",
            ComparisonVerdict.NoCredibleChange => "Nothing to do.",
            _ => "You can act on it.",
        };

    private static MeasureAgain AgainOf(ComparisonVerdict verdict, Confidence confidence, bool sameRequest) =>
        confidence == Confidence.High || verdict is ComparisonVerdict.NotComparable or ComparisonVerdict.Undecided ? MeasureAgain.None
        : sameRequest ? MeasureAgain.Candidate : MeasureAgain.Both;

    /// <summary>Words for the configurations and verdicts of one comparison.</summary>
    private sealed class Words(ComparisonResponse comparison, IReadOnlyList<ParameterDefinition> parameters)
    {
        private readonly string[] _varying = [.. comparison.Points.SelectMany(point => point.Levels)
            .GroupBy(level => level.Key)
            .Where(levels => levels.Select(level => level.Value?.ToJsonString()).Distinct().Skip(1).Any())
            .Select(levels => levels.Key)];

        public string Of(ComparedPointResponse leading, int same)
        {
            var count = comparison.Points.Count;
            var of = same < count ? $" at {NumberFormat.Count(same)} of {NumberFormat.Count(count)} configurations"
                : count == 2 ? " at both configurations" : $" at all {NumberFormat.Count(count)} configurations";
            var at = leading.Verdict switch
            {
                _ when same == 1 => At(leading),
                ComparisonVerdict.NotComparable => of,
                ComparisonVerdict.NoCredibleChange => $"{of}, greatest{At(leading)}",
                _ => $"{of}, most{At(leading)}",
            };
            return Of(leading.Verdict) + (leading.Verdict == ComparisonVerdict.NotComparable
                ? $"{at}: {ComparisonText.Obstacles(leading)}"
                : $"{at}: {ComparisonText.Change(leading.Ratio)} (95 % CI {ComparisonText.Changes(leading.RatioLow, leading.RatioHigh)})");
        }

        public string Other(ComparisonVerdict verdict, IReadOnlyList<ComparedPointResponse> points)
        {
            var named = points.Count <= MostNamed
                ? string.Join(" and", points.Select(point => At(point) + Figure(point)))
                : $" at {NumberFormat.Counted(points.Count, "configuration")}";
            return $"{Of(verdict)}{named}.";
        }

        private static string Figure(ComparedPointResponse point) => point switch
        {
            { Verdict: ComparisonVerdict.NotComparable } => $" ({ComparisonText.Obstacles(point)})",
            { RepetitionsNeeded: not null } or { MayBeWorse: > 0 } =>
                $" ({ComparisonText.Change(point.Ratio)}, {ComparisonText.Advice(point)})",
            _ => $" ({ComparisonText.Change(point.Ratio)})",
        };

        private string Of(ComparisonVerdict verdict) => Texts.Sentence.Start(ComparisonText.Of(verdict, comparison.Quantity));

        /// <summary>" at 4 clients", " at 4 clients, blobBytes 1 MiB"; empty where nothing varies.</summary>
        public string At(ComparedPointResponse point) =>
            LevelText.Of(parameters, point.Levels, _varying) is { Length: > 0 } levels ? " at " + levels : "";
    }
}
