using System.Text.Json.Nodes;
using AzurePerf.Core.Charts;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Results;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Statistics;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Criteria;

/// <summary>Judges what a run measured by its criteria: each at each configuration, by the 95 % interval over the repetitions that
/// count.</summary>
public static class CriteriaJudge
{
    /// <summary>Repetitions that a criterion needs to be decided: with fewer a median has no 95 % interval.</summary>
    public static int LeastRepetitions { get; } = (int)QuantileSupport.MinimumSamples(0.5);

    /// <summary>What the criteria came to; null for a run without any, and before its end: who looks again and again would find a narrow
    /// interval by chance.</summary>
    /// <param name="results">Of the run, whose experiment this host knows.</param>
    /// <param name="status">How it ended.</param>
    public static CriteriaReport? Of(LevelResults results, RunStatus status)
    {
        ArgumentNullException.ThrowIfNull(results);
        if (results.Spec.FailIf is not { Count: > 0 } texts || !status.IsTerminal())
        {
            return null;
        }

        if (results.Experiment is not { } experiment)
        {
            return new(CriteriaVerdict.Undecided, $"Cannot tell: this host does not know {results.Spec.Experiment}.", []);
        }

        var criteria = CriterionReader.ReadStored(texts, experiment);
        var names = new LevelNames(experiment, results.Spec);
        CriterionResult[] judged =
        [
            .. from criterion in criteria
               from place in PlacesOf(results, experiment, status)
               select Judge(criterion, place.Levels, place.Level, experiment, names.Of(place.Levels)),
            .. texts.Where(text => criteria.All(criterion => criterion.Text != text)).Select(text =>
                new CriterionResult(text, [], CriteriaVerdict.Undecided)
                {
                    Words = text,
                    Reason = $"{experiment.Id} has no such metric any more",
                }),
        ];
        var verdict = judged.Any(result => result.Verdict == CriteriaVerdict.Missed) ? CriteriaVerdict.Missed
            : judged.Length == 0 || !status.IsCompleted() || judged.Any(result => result.Verdict == CriteriaVerdict.Undecided)
                ? CriteriaVerdict.Undecided
            : CriteriaVerdict.Met;
        return new(verdict, CriteriaText.Sentence(verdict, criteria, judged, status), judged);
    }

    /// <summary>The same from a run's points, whose statistics only a run with criteria needs.</summary>
    /// <param name="run">What it measured.</param>
    /// <param name="status">How it ended.</param>
    public static CriteriaReport? Of(MeasuredRun run, RunStatus status)
    {
        ArgumentNullException.ThrowIfNull(run);
        return run.Spec.FailIf is { Count: > 0 } && status.IsTerminal() ? Of(run.Results(), status) : null;
    }

    /// <summary>The configurations that were measured, then those that a run which did not complete never came to.</summary>
    private static IEnumerable<(JsonObject Levels, LevelResult? Level)> PlacesOf(
        LevelResults results, ExperimentDefinition experiment, RunStatus status)
    {
        var measured = results.Levels.Select(level => level.Levels.ToJsonString()).ToHashSet();
        return results.Levels.Select(level => (level.Levels, (LevelResult?)level))
            .Concat(status.IsCompleted() || experiment.IsBag
                ? []
                : RunPlanner.Plan(experiment, results.Spec).Points.Select(point => point.Levels)
                    .DistinctBy(levels => levels.ToJsonString()).Where(levels => !measured.Contains(levels.ToJsonString()))
                    .Select(levels => (levels, (LevelResult?)null)));
    }

    private static CriterionResult Judge(
        Criterion criterion, JsonObject levels, LevelResult? level, ExperimentDefinition experiment, string place)
    {
        var result = new CriterionResult(criterion.Text, levels.DeepClone().AsObject(), CriteriaVerdict.Undecided)
        {
            Words = criterion.Words,
            Place = place,
        };
        if (level is null || level.Repetitions.All(point => point.Status is not (PointStatus.Measured or PointStatus.Failed)))
        {
            return result with { Reason = "it was not measured" };
        }

        if (!level.Repetitions.Any(RunSuccess.HasSuccess))
        {
            return result with { Verdict = CriteriaVerdict.Missed, Reason = "no operation succeeded" };
        }

        if (criterion.IsErrors && level.Measured.All(point => point.Summary is null))
        {
            return result with { Reason = "it has no operations" };
        }

        return criterion.IsErrors ? JudgeErrors(criterion, level, result) : JudgeMetric(criterion, level, experiment, result);
    }

    private static CriterionResult JudgeMetric(
        Criterion criterion, LevelResult level, ExperimentDefinition experiment, CriterionResult result)
    {
        var metric = experiment.FindMetric(criterion.Metric)!;
        var figure = level.Of(metric);
        var valued = result with { Value = figure.Median, Unit = metric.Unit, Repetitions = figure.Values.Count };
        var decided = DecideMetric(criterion, valued, figure);
        return decided.Verdict == CriteriaVerdict.Met && WhyNotMet(criterion, valued, figure) is { Length: > 0 } reason
            ? decided with { Verdict = CriteriaVerdict.Undecided, Reason = reason }
            : decided;
    }

    private static CriterionResult DecideMetric(Criterion criterion, CriterionResult result, LevelMetric figure) =>
        figure.Metric.IsLargest && figure.Median is { } largest
            ? DecideLargest(criterion, result, largest, figure.LeftOut)
            : Decide(criterion, result, figure.Interval, figure.LeftOut);

    /// <summary>Why repetitions that are left out may not have kept a limit that the others keep; empty where none speaks against it. What
    /// the measuring machine limited says nothing about the target.</summary>
    private static string WhyNotMet(Criterion criterion, CriterionResult met, LevelMetric figure)
    {
        if (Without(figure) is { Length: > 0 } without)
        {
            return without;
        }

        var all = figure.Level.WithCacheSuspects(figure.Metric);
        return DecideMetric(criterion, met with { Repetitions = all.Values.Count }, all).Verdict == CriteriaVerdict.Met ? ""
            : $"with {NumberFormat.Counted(all.Values.Count - figure.Values.Count, "repetition")} that a cache may have answered, and made "
                + "faster, it would not be met";
    }

    /// <summary>Repetitions that may have been worse than all that have a value; empty for none.</summary>
    private static string Without(LevelMetric figure)
    {
        var (level, leftOut, isTime) = (figure.Level, figure.LeftOut, figure.Metric.Quantity == Quantity.Duration);
        (int Count, string One, string Words)[] reasons =
        [
            (leftOut.Overloaded, "repetition", leftOut.Overloaded == 1 ? "was overloaded" : "were overloaded"),
            (leftOut.DroppedStarts, "repetition", "had dropped starts"),
            (leftOut.TooFewOperations, "repetition", "had too few operations"),
            (leftOut.NoValue, "repetition", "had no such value"),
            (level.CutShort, "repetition", level.CutShort == 1 ? "was cut short" : "were cut short"),
            (level.Lost, "point", "failed"),
        ];
        string[] words =
        [
            .. reasons.Where(reason => reason.Count > 0)
                .Select(reason => $"{NumberFormat.Counted(reason.Count, reason.One)} {reason.Words}"),
        ];
        return words.Length == 0 ? ""
            : string.Join(" and ", words) + (isTime ? " whose times are not in it" : ", and what is left out may be beyond it");
    }

    /// <summary>The largest of all repetitions has no interval: it is beyond the limit itself, or keeps it over as many repetitions as any
    /// other criterion needs.</summary>
    private static CriterionResult DecideLargest(
        Criterion criterion, CriterionResult result, double largest, LeftOutRepetitions leftOut)
    {
        var isBroken = criterion.IsBroken(largest);
        return !isBroken && result.Repetitions < LeastRepetitions
            ? Decide(criterion, result, null, leftOut)
            : result with
            {
                Verdict = isBroken ? CriteriaVerdict.Missed : CriteriaVerdict.Met,
                Reason = $"the largest of {NumberFormat.Counted(result.Repetitions, "repetition")} is {CriteriaText.Value(result)}, and "
                    + "has no interval",
            };
    }

    private static CriterionResult JudgeErrors(Criterion criterion, LevelResult level, CriterionResult result)
    {
        var decided = DecideErrors(criterion, level, level.Counted, result);
        var lost = level.Lost;
        var apart = level.Measured.Where(point => !CountingRule.Counts(point)).Sum(point => point.Summary?.Failed ?? 0);
        return decided.Verdict != CriteriaVerdict.Met ? decided
            : lost > 0
                ? Undecided($"{NumberFormat.Counted(lost, "point")} failed whose operations are not in it")
            : apart > 0 && DecideErrors(criterion, level, level.Measured, result).Verdict != CriteriaVerdict.Met
                ? Undecided($"{NumberFormat.Counted(apart, "operation")} failed in repetitions that do not count")
            : decided;

        CriterionResult Undecided(string reason) => decided with { Verdict = CriteriaVerdict.Undecided, Reason = reason };
    }

    /// <summary>The share over all operations of some repetitions, each repetition as one group: failures come together. A limit of 0 is
    /// about what was seen: one failure is beyond it, and no number of operations shows that there never is one.</summary>
    private static CriterionResult DecideErrors(
        Criterion criterion, LevelResult level, IReadOnlyList<PointRecord> repetitions, CriterionResult result)
    {
        (long Failed, long Ended)[] groups =
        [
            .. repetitions.Select(point => point.Summary).OfType<OperationSummary>().Where(summary => summary.Operations > 0)
                .Select(summary => (summary.Failed, summary.Operations)),
        ];
        var valued = result with
        {
            Value = groups.Length == 0 ? null : (double)groups.Sum(group => group.Failed) / groups.Sum(group => group.Ended),
            Unit = "share",
            Repetitions = groups.Length,
        };
        var interval = groups.Length < LeastRepetitions ? null : GroupedShareInterval.Of(groups);
        return criterion.Limit == 0 && valued.Value > 0
                ? valued with { Verdict = CriteriaVerdict.Missed, Low = interval?.Low, High = interval?.High }
            : criterion.Limit == 0 && interval is { } range
                ? valued with { Verdict = CriteriaVerdict.Met, Low = range.Low, High = range.High }
            : Decide(criterion, valued, interval, level.LeftOut);
    }

    private static CriterionResult Decide(
        Criterion criterion, CriterionResult result, ConfidenceInterval? interval, LeftOutRepetitions leftOut)
    {
        if (interval is not { } range)
        {
            var why = leftOut.Total > 0 ? $" ({LeftOutText.Reasons(leftOut)})" : "";
            return result with
            {
                Reason = $"{NumberFormat.Count(LeastRepetitions)} repetitions must count, and {NumberFormat.Count(result.Repetitions)} "
                    + (result.Repetitions == 1 ? "does" : "do") + why,
            };
        }

        var (near, far) = criterion.FailsAbove ? (range.Low, range.High) : (range.High, range.Low);
        var verdict = criterion.IsBroken(near) ? CriteriaVerdict.Missed
            : criterion.IsBroken(far) ? CriteriaVerdict.Undecided
            : CriteriaVerdict.Met;
        return result with
        {
            Low = range.Low,
            High = range.High,
            Verdict = verdict,
            Reason = verdict == CriteriaVerdict.Undecided ? "the limit lies in the interval, more repetitions make it narrower" : "",
        };
    }
}
