using System.Globalization;
using AzurePerf.Core.Api;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Results;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Runs;

/// <summary>What stands below a result table: everything a reader must know before believing it.</summary>
internal static class ResultNotes
{
    public static IEnumerable<string> Of(
        FactorText text, RunSpec spec, IReadOnlyList<Metric> metrics, IReadOnlyList<LevelResult> groups, bool eachPoint)
    {
        var points = groups.SelectMany(group => group.Repetitions).ToArray();
        return [
            .. SegmentText.Of(points),
            .. NotMeasured(text, points),
            .. groups.Where(group => group.Failures > 0).Select(group => DescribeFailures(text, spec, group)),
            .. eachPoint ? Array.Empty<string>() : groups.Select(group => LeftOut(text, spec, group)).OfType<string>(),
            .. PointTable.RateNotes(metrics),
            .. OpenLoopNotes.Of(text, spec, groups),
            .. PrecisionNotes.Of(text, spec, groups),
            .. FirstOperationNotes.Of(text, spec, groups),
            .. PointTable.SampleSizeNotes(metrics, groups),
            .. PointTable.PartialNotes(text, spec, metrics, groups),
            .. TimelineText.Of([.. groups.SelectMany(group => group.Shown).Select(point => point.Result!)]) is { } course
                ? [course]
                : Array.Empty<string>(),
            .. Flags(groups),
            .. PointRemarks.Of(points, eachPoint),
            .. eachPoint || groups.All(group => group.Repetitions.Count < 2) ? Array.Empty<string>()
                : ["each number: the median of the repetitions that count, max of all of them; --each-point shows each"],
            .. ComparisonText.OfRun(spec.Repetitions) is { } remark ? [remark] : Array.Empty<string>(),
        ];
    }

    /// <summary>Which points of a run were not measured, and why; nothing where all were.</summary>
    public static IEnumerable<string> NotMeasured(FactorText text, IReadOnlyList<PointRecord> points)
    {
        var failed = points.Where(point => point.Status == PointStatus.Failed).OrderBy(point => point.Number).ToArray();
        var missed = NumbersOf(points, PointStatus.Missed);
        var reused = NumbersOf(points, PointStatus.Reused);
        return [
            .. missed.Length == 0
                ? Array.Empty<string>()
                : [$"{NumberFormat.Counted(missed.Length, "point")} missed, because no worker took {(missed.Length == 1 ? "it" : "them")} "
                    + $"in time: {PointNumbers.Join(missed)}"],
            .. reused.Length == 0
                ? Array.Empty<string>()
                : [$"{NumberFormat.Counted(reused.Length, "point")} not measured, because what was to be made was there already: "
                    + $"{PointNumbers.Join(reused)}"],
            .. failed.Take(PointNumbers.Shown).Select(point => DescribeFailedPoint(text, point)),
            .. failed.Length > PointNumbers.Shown
                ? [string.Create(CultureInfo.InvariantCulture, $"... and {failed.Length - PointNumbers.Shown} more failed points")]
                : Array.Empty<string>(),
        ];
    }

    private static int[] NumbersOf(IReadOnlyList<PointRecord> points, PointStatus status) =>
        [.. points.Where(point => point.Status == status).Select(point => point.Number).Order()];

    private static string DescribeFailedPoint(FactorText text, PointRecord point) => string.Create(
        CultureInfo.InvariantCulture,
        $"point {point.Number} failed ({text.Join(point.Levels)}, repetition {point.Repetition}): "
            + $"{(point.Error.Length > 0 ? point.Error : "no reason given")}");

    private static string DescribeFailures(FactorText text, RunSpec spec, LevelResult group)
    {
        var summaries = group.Repetitions.Select(point => point.Summary).OfType<OperationSummary>().ToArray();
        var outcomes = summaries.SelectMany(summary => summary.Outcomes)
            .Where(outcome => outcome.Key != OperationOutcome.Ok)
            .GroupBy(outcome => outcome.Key, outcome => outcome.Value)
            .OrderBy(outcome => outcome.Key)
            .Select(outcome => string.Create(CultureInfo.InvariantCulture, $"{outcome.Sum()} {WordFor(outcome.Key)}"));
        var message = summaries.SelectMany(summary => summary.FailureMessages.Values).FirstOrDefault(text => text.Length > 0);
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{text.Join(spec, group)}: {group.Failures} of {summaries.Sum(summary => summary.Operations)} operations failed "
                + $"({string.Join(", ", outcomes)}); {summaries.Sum(summary => summary.ClientsFinished)} of "
                + $"{summaries.Sum(summary => summary.Clients)} clients finished without a "
                + $"failure{(message is null ? "" : "; first: " + message)}");
    }

    /// <summary>Which repetitions of a row do not count; null where all do, and where none has figures.</summary>
    private static string? LeftOut(FactorText text, RunSpec spec, LevelResult group) =>
        group.LeftOut.Total == 0 || group.Measured.Count == 0
        ? null
        : $"{text.Join(spec, group)}: {(group.IsConclusive ? "left out" : "no repetition counts, so all that were measured are shown:")} "
            + $"{NumberFormat.Count(group.LeftOut.Total)} of {NumberFormat.Counted(group.Repetitions.Count, "repetition")} "
            + $"({LeftOutText.Reasons(group.LeftOut)})";

    private static IEnumerable<string> Flags(IReadOnlyList<LevelResult> groups)
    {
        var flags = groups.SelectMany(group => group.Flags).Distinct().Order().ToArray();
        return flags.Length == 0 ? [] : ["flags: " + string.Join("; ", flags.Select(FlagLetter.Explain))];
    }

    private static string WordFor(OperationOutcome outcome) => CamelCase.Of(outcome);
}

/// <summary>How first operations did against later ones, of points that compare them.</summary>
internal static class FirstOperationNotes
{
    public static IEnumerable<string> Of(FactorText text, RunSpec spec, IReadOnlyList<LevelResult> groups) => groups
        .Select(group => (group, Points: group.Shown.Select(point => point.Summary?.FirstOperation).OfType<FirstOperation>().ToArray()))
        .Where(row => row.Points.Length > 0)
        .Select(row => text.Join(spec, row.group) + ": " + FirstOperationText.Of(row.Points));
}

/// <summary>How precisely the medians of points are known that were to be measured until they are.</summary>
internal static class PrecisionNotes
{
    public static IEnumerable<string> Of(FactorText text, RunSpec spec, IReadOnlyList<LevelResult> groups) => groups
        .Select(group => (group, Precisions: group.Shown.Select(point => point.Summary?.Precision).OfType<PrecisionSummary>().ToArray()))
        .Where(row => row.Precisions.Length > 0)
        .Select(row => text.Join(spec, row.group) + ": " + PrecisionText.Of(row.Precisions));
}
