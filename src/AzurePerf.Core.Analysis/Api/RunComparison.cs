using System.Text.Json.Nodes;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Api;

/// <summary>Compares two runs of one experiment by one metric.</summary>
public static class RunComparison
{
    /// <summary>The whole comparison; without points when the runs have no configuration in common.</summary>
    /// <param name="baseline">What the candidate is compared with.</param>
    /// <param name="candidate">What is judged.</param>
    /// <param name="runs">Both in words, in the same order.</param>
    /// <param name="metric">What is compared.</param>
    /// <param name="rule">When a difference counts.</param>
    public static ComparisonResponse Of(
        MeasuredRun baseline, MeasuredRun candidate, (ComparedRunResponse Baseline, ComparedRunResponse Candidate) runs, Metric metric,
        ComparisonRule rule)
    {
        ArgumentNullException.ThrowIfNull(baseline);
        ArgumentNullException.ThrowIfNull(candidate);
        ArgumentNullException.ThrowIfNull(metric);
        ArgumentNullException.ThrowIfNull(rule);
        var (first, second) = (baseline.Results(), candidate.Results());
        var pairing = PointPairing.Of(
            MeasuredRun.Compared(first, metric), MeasuredRun.Compared(second, metric), baseline.Experiment);
        var comparisons = SweepComparison.Of(pairing.Pairs, metric.HigherIsBetter, rule);
        PointPair[] comparable = [.. comparisons.Where(comparison => comparison.Effect is not null).Select(comparison => comparison.Pair)];
        var dependence = RepetitionDependence.Of(
            [.. pairing.Pairs.Select(pair => pair.First)], [.. pairing.Pairs.Select(pair => pair.Second)]);
        ComparedPointResponse[] points = [.. comparisons.Select(comparison =>
            Judge(comparison.Pair, dependence, Describe(comparison, comparable.Length, rule.Margin)))];
        var comparison = new ComparisonResponse
        {
            Experiment = baseline.Spec.Experiment,
            Baseline = runs.Baseline,
            Candidate = runs.Candidate,
            Metric = metric.Name,
            Unit = metric.Unit,
            Quantity = metric.Quantity,
            HigherIsBetter = metric.HigherIsBetter,
            Margin = rule.Margin,
            Across = [.. rule.OnPurpose.Order()],
            Points = points,
            Adjustment = SweepAdjustment.MethodFor(comparable),
            Series = ComparedSeries.Of(baseline, candidate),
            Sections =
            [
                .. baseline.Experiment is { Compared: { } own } experiment
                    ? OwnSections.Of(() => own(first.Measured(experiment), second.Measured(experiment)))
                    : [],
                .. DisclaimerSection.Of(baseline.Experiment),
            ],
            Interleaved = PointPair.AreInterleaved(pairing.Pairs),
            SameRequest = RunTurns.AskForTheSame(baseline.Spec, candidate.Spec),
            Cautions = [.. ComparisonCaution.Of(pairing.Pairs, dependence), .. ComparisonCaution.OfPower(comparable),
                .. NoiseFloorText.Cautions(points, rule.Margin)],
            OnlyBaseline = Levels(pairing.OnlyFirst),
            OnlyCandidate = Levels(pairing.OnlySecond),
        };
        return comparison with { Answer = ComparisonAnswer.Of(comparison, baseline.Experiment?.Parameters ?? []) };
    }

    /// <summary>A run and its baseline by the baseline's headline and the usual rule; null where they have no metric in common.</summary>
    /// <param name="run">The header of the run, and what it measured.</param>
    /// <param name="baseline">The same of the baseline.</param>
    public static ComparisonResponse? WithBaseline(
        (RunState Header, MeasuredRun Measured) run, (RunState Header, MeasuredRun Measured) baseline) =>
        run.Header.Spec.Experiment == baseline.Header.Spec.Experiment
            && baseline.Measured.Experiment?.Headline(baseline.Header.Spec.Parameters) is { } metric
            ? Of(baseline.Measured, run.Measured,
                (ComparedRunResponse.Of(baseline.Header), ComparedRunResponse.Of(run.Header)), metric, new())
            : null;

    private static IReadOnlyList<JsonObject> Levels(IEnumerable<ComparedPoint> points) => [.. points.Select(point => point.Levels)];

    private static ComparedPointResponse Judge(PointPair pair, RepetitionDependence? dependence, ComparedPointResponse point) => point with
    {
        IsSure = point.Verdict is not (ComparisonVerdict.NotComparable or ComparisonVerdict.Undecided)
            && Math.Min(pair.First.Values.Count, pair.Second.Values.Count) >= ComparisonConfidence.FewestRepetitions
            && pair is { Interleaved: true, Drifts: false } && dependence is not { Depends: true } && !NoiseFloorText.IsWithin(point),
    };

    private static ComparedPointResponse Describe(PointComparison comparison, int comparable, double margin)
    {
        var (first, second) = comparison.Pair;
        return new()
        {
            Levels = PointPairing.NameOf(first.Levels, second.Levels),
            Verdict = comparison.Verdict,
            Obstacles = comparison.Obstacles,
            Baseline = ComparedSideResponse.Of(first),
            Candidate = ComparedSideResponse.Of(second),
            Ratio = comparison.Effect?.Ratio,
            RatioLow = comparison.Effect?.Interval.Low,
            RatioHigh = comparison.Effect?.Interval.High,
            Delta = comparison.Effect?.Delta,
            Probability = comparison.Effect?.Probability,
            AdjustedProbability = comparison.AdjustedProbability,
            MayBeWorse = comparison.RestsOnLeftOut ? second.MayBeWorse : 0,
            RepetitionsNeeded = comparison is { Verdict: ComparisonVerdict.Undecided, RestsOnLeftOut: false, Effect: { } effect }
                ? RequiredRepetitions.Of(effect, Math.Min(first.Values.Count, second.Values.Count), comparable, margin)
                : null,
        };
    }
}
