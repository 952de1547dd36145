using AzurePerf.Cli.Output;
using AzurePerf.Cli.Runs;
using AzurePerf.Core.Api;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Criteria;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Results;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Comparisons;

/// <summary>A comparison for people: which runs, the table, and what must be known about it. At most 100 columns wide.</summary>
internal static class ComparisonReport
{
    /// <summary>The scale of points whose target was one: it stands in no region.</summary>
    private const string Emulator = "emulator";

    /// <param name="experiment">Of both runs, as the API tells it; null where the host does not know it.</param>
    /// <param name="comparison">Of the runs.</param>
    /// <param name="sheet">Of the terminal.</param>
    /// <param name="page">Where both can be measured once more, in turns; null for nowhere.</param>
    public static string Table(ExperimentResponse? experiment, ComparisonResponse comparison, Sheet sheet, Uri? page = null)
    {
        var levels = new LevelColumns(new(experiment), [.. comparison.Points.Select(point => point.Levels)]);
        var answer = Answer(comparison).SelectMany(line => sheet.Wrap(line)).ToList();
        answer[0] = sheet.Bold(answer[0]);
        string[] lines =
        [
            .. answer,
            .. Again(comparison, sheet, page),
            "",
            .. Heading(comparison).SelectMany(line => sheet.Wrap(line)), "",
            .. Build(comparison, levels).Lines(sheet), "",
            .. comparison.Series.SelectMany(series => SpreadTable.Build(series).Lines(sheet).Append("")),
            .. comparison.Sections.SelectMany(section => SectionText.Lines(section, sheet).SkipWhile(line => line.Length == 0).Append("")),
            .. Notes(comparison, levels).SelectMany(note => sheet.Wrap(note)),
        ];
        return string.Concat(lines.Select(line => line + "\n"));
    }

    /// <summary>Is it slower, by how much, how sure, what now.</summary>
    private static IEnumerable<string> Answer(ComparisonResponse comparison)
    {
        var answer = comparison.Answer!;
        yield return answer.Sentence;
        if (answer.Rest.Length > 0)
        {
            yield return answer.Rest;
        }

        yield return $"How sure: {CamelCase.Of(answer.Confidence)}. {Sentence.Start(answer.Reason)}.";
        yield return $"Next: {answer.Next}";
    }

    private static string[] Again(ComparisonResponse comparison, Sheet sheet, Uri? page) => comparison.Answer!.Again switch
    {
        MeasureAgain.Both when page is not null => ["The page measures both again, in turns:", page.AbsoluteUri],
        MeasureAgain.Candidate when IdText.IsValid(comparison.Candidate.Id) =>
            [sheet.Command($"azureperf rerun {comparison.Candidate.Id} --new-seed --wait")],
        _ when comparison.Across.Count == 0 && AllowedDifferences.Of([comparison]) is { } allowed =>
            [sheet.Command(
                $"azureperf compare {comparison.Baseline.Id} {comparison.Candidate.Id} --across {string.Join(',', allowed.Words)}")],
        _ => [],
    };

    private static IEnumerable<string> Heading(ComparisonResponse comparison)
    {
        yield return $"{comparison.Experiment}: {MetricText.Describe(comparison.Metric, comparison.HigherIsBetter)}, margin "
            + $"{NumberFormat.Percent(comparison.Margin)}";
        yield return "baseline  " + Describe(comparison.Baseline, comparison.Points.Select(point => point.Baseline));
        yield return "candidate " + Describe(comparison.Candidate, comparison.Points.Select(point => point.Candidate));
        if (comparison.Across.Count > 0)
        {
            yield return "compared across: " + string.Join(", ", comparison.Across.Select(ObstacleText.Of));
        }
    }

    private static string Describe(ComparedRunResponse run, IEnumerable<ComparedSideResponse> sides)
    {
        // Points of an emulator carry that label in place of the run's own.
        var scales = sides.Select(side => side.Scale).Prepend(run.Scale).Distinct();
        return $"{run.Id} ({string.Join(", ", scales)}) {NumberFormat.Minute(run.SubmittedAt)}, target "
            + $"{run.Target}{(run.Name.Length > 0 ? ", " + run.Name : "")}"
            + (CriteriaText.Mark(run.Criteria) is { Length: > 0 } mark ? ", " + mark : "");
    }

    private static TextTable Build(ComparisonResponse comparison, LevelColumns levels)
    {
        var unit = MetricText.Unit(comparison.Unit);
        var hasNoise = HasNoise(comparison);
        var number = comparison.Points.Any(point => point.Baseline.IsLargest) ? "largest" : "median";
        var table = new TextTable(
        [
            .. levels.Columns(),
            new("change", RightAligned: true), new("95 % interval", RightAligned: true), new("n", RightAligned: true),
            new($"baseline\n{number}\n{unit}", RightAligned: true), new($"candidate\n{number}\n{unit}", RightAligned: true),
            .. hasNoise ? [new TextColumn("noise\nfloor", RightAligned: true)] : Array.Empty<TextColumn>(), new("p", RightAligned: true),
            new("verdict"),
        ]);
        foreach (var point in comparison.Points)
        {
            table.Add(
            [
                .. levels.Cells(point.Levels),
                ComparisonText.Change(point.Ratio),
                ComparisonText.Changes(point.RatioLow, point.RatioHigh),
                $"{NumberFormat.Count(point.Baseline.Repetitions)}, {NumberFormat.Count(point.Candidate.Repetitions)}",
                MetricText.Value(point.Baseline.Median, comparison.Unit),
                MetricText.Value(point.Candidate.Median, comparison.Unit),
                .. hasNoise ? [$"{NoiseFloorText.Of(point.Baseline)}, {NoiseFloorText.Of(point.Candidate)}"] : Array.Empty<string>(),
                ComparisonText.Probability(point.AdjustedProbability),
                ComparisonText.Of(point, comparison.Quantity),
            ]);
        }

        return table;
    }

    /// <summary>Where no side has a noise floor, a column of dashes would say less than the note.</summary>
    private static bool HasNoise(ComparisonResponse comparison) =>
        comparison.Points.Any(point => (point.Baseline.NoiseFloor ?? point.Candidate.NoiseFloor) is not null);

    private static IEnumerable<string> Notes(ComparisonResponse comparison, LevelColumns levels) =>
    [
        .. comparison.Cautions.Select(caution => "caution: " + caution),
        .. Grouped(comparison, levels, point => point.Verdict == ComparisonVerdict.NotComparable ? ComparisonText.Obstacles(point) : null),
        .. Grouped(comparison, levels,
            point => point.Obstacles.Contains(ComparisonObstacle.OtherFailureShare) ? null : ComparisonText.Failures(point)),
        .. Grouped(comparison, levels, point => ComparisonText.LeftOut("the baseline", point.Baseline)),
        .. Grouped(comparison, levels, point => ComparisonText.LeftOut("the candidate", point.Candidate)),
        .. Grouped(comparison, levels, point => ComparisonText.MediansDisagree(point) ? ComparisonText.Disagreement : null),
        .. comparison.Points.Where(point => point.Verdict == ComparisonVerdict.Undecided)
            .Select(point => $"{levels.Words(point.Levels)}: {ComparisonText.Advice(point)}"),
        .. Only("baseline", comparison.OnlyBaseline, levels),
        .. Only("candidate", comparison.OnlyCandidate, levels),
        .. comparison.Baseline.Target == comparison.Candidate.Target ? Array.Empty<string>() : ["the runs measured different targets"],
        .. IsWithoutRegion(comparison)
            ? ["neither run has the tag region: whether both measured in the same one is not known"]
            : Array.Empty<string>(),
        .. comparison.Series.Select(series => $"{levels.Words(series.Levels)}: {SeriesText.Summary(series)}"),
        .. comparison.Series.Count == 0 ? Array.Empty<string>() : [SeriesText.ComparisonRemark],
        .. comparison.Series.Count > 0 && SeriesText.Published(comparison.Experiment, ratios: true) is { } ratio
            ? [ratio]
            : Array.Empty<string>(),
        .. NoiseFloorText.Missing(comparison.Points) is { } missing ? [missing] : Array.Empty<string>(),
        ComparisonText.ChangeRemark(comparison.Points),
        .. ComparisonText.Of(comparison.Adjustment) is { Length: > 0 } adjustment ? ["p: " + adjustment] : Array.Empty<string>(),
        .. HasNoise(comparison) ? ["noise floor: " + NoiseFloorText.Explanation] : Array.Empty<string>(),
    ];

    /// <summary>A sentence about points, once for all of which it is true.</summary>
    private static IEnumerable<string> Grouped(
        ComparisonResponse comparison, LevelColumns levels, Func<ComparedPointResponse, string?> sentence) => comparison.Points
        .Where(point => sentence(point) is not null)
        .GroupBy(point => sentence(point)!, point => levels.Words(point.Levels))
        .Select(same => $"{string.Join("; ", same)}: {same.Key}");

    private static bool IsWithoutRegion(ComparisonResponse comparison) =>
        comparison.Points.SelectMany(point => new[] { point.Baseline, point.Candidate })
            .All(side => side is { Region: "", Scale: not Emulator });

    private static IEnumerable<string> Only(string which, IReadOnlyList<System.Text.Json.Nodes.JsonObject> points, LevelColumns levels) =>
        points.Count == 0 ? [] : [$"only in the {which}: {string.Join("; ", points.Select(levels.Words))}"];
}
