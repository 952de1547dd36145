using System.Globalization;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Reports;

namespace AzurePerf.Cli.Comparisons;

/// <summary>A comparison for people: which runs, the table, and what must be known about it. At most 100 columns wide.</summary>
internal static class ComparisonReport
{
    public static string Table(ComparisonResponse comparison, Paint paint)
    {
        var levels = new LevelColumns(comparison.Experiment, [.. comparison.Points.Select(point => point.Levels)]);
        var heading = Heading(comparison).SelectMany(line => PlainText.Wrap(line)).ToList();
        heading[0] = paint.Bold(heading[0]);
        string[] lines =
        [
            .. heading, "",
            .. Build(comparison, levels).Lines(paint), "",
            .. Notes(comparison, levels).SelectMany(note => PlainText.Wrap(note)),
        ];
        return string.Concat(lines.Select(line => line + "\n"));
    }

    private static IEnumerable<string> Heading(ComparisonResponse comparison)
    {
        yield return $"{comparison.Experiment}: {MetricText.Describe(comparison.Metric, comparison.HigherIsBetter)}, margin {Figures.Percent(comparison.Margin)}";
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
        return $"{run.Id} ({string.Join(", ", scales)}) {Figures.Minute(run.SubmittedAt)}, target {run.Target}{(run.Name.Length > 0 ? ", " + run.Name : "")}";
    }

    private static TextTable Build(ComparisonResponse comparison, LevelColumns levels)
    {
        var unit = MetricText.Unit(comparison.Unit);
        var table = new TextTable(
        [
            .. levels.Columns(),
            new("n", RightAligned: true), new($"baseline\n{unit}", RightAligned: true), new($"candidate\n{unit}", RightAligned: true), new("ratio", RightAligned: true),
            new("95 %\ninterval", RightAligned: true), new("p\n(Holm)", RightAligned: true), new("verdict"),
        ]);
        foreach (var point in comparison.Points)
        {
            table.Add(
            [
                .. levels.Cells(point.Levels),
                $"{Figures.Count(point.Baseline.Repetitions)}, {Figures.Count(point.Candidate.Repetitions)}",
                MetricText.Value(point.Baseline.Median, comparison.Unit),
                MetricText.Value(point.Candidate.Median, comparison.Unit),
                MetricText.Ratio(point.Ratio),
                MetricText.Interval(point.RatioLow, point.RatioHigh),
                point.AdjustedProbability is { } probability ? Probability(probability) : "-",
                ComparisonText.Of(point.Verdict),
            ]);
        }

        return table;
    }

    private static string Probability(double probability) => probability < 0.001 ? "<0.001" : probability.ToString("0.###", CultureInfo.InvariantCulture);

    private static IEnumerable<string> Notes(ComparisonResponse comparison, LevelColumns levels) =>
    [
        string.Join(", ", comparison.Points.CountBy(point => point.Verdict).OrderByDescending(verdict => verdict.Key)
            .Select(verdict => $"{Figures.Count(verdict.Value)} {ComparisonText.Of(verdict.Key)}")),
        .. comparison.Points.Where(point => point.Verdict == ComparisonVerdict.NotComparable)
            .GroupBy(ComparisonText.Obstacles, point => levels.Words(point.Levels))
            .Select(same => $"{string.Join("; ", same)}: {same.Key}"),
        .. comparison.Points.Where(point => point.Verdict == ComparisonVerdict.Undecided).Select(point => $"{levels.Words(point.Levels)}: {ComparisonText.Advice(point)}"),
        .. Only("baseline", comparison.OnlyBaseline, levels),
        .. Only("candidate", comparison.OnlyCandidate, levels),
        .. comparison.Baseline.Target == comparison.Candidate.Target ? Array.Empty<string>() : ["the runs measured different targets"],
        "baseline and candidate: medians of the repetitions; ratio: candidate over baseline, by Hodges and Lehmann",
    ];

    private static IEnumerable<string> Only(string which, IReadOnlyList<System.Text.Json.Nodes.JsonObject> points, LevelColumns levels) =>
        points.Count == 0 ? [] : [$"only in the {which}: {string.Join("; ", points.Select(levels.Words))}"];
}
