using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Results;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Comparisons;

/// <summary>An A/A measurement for people and for programs.</summary>
internal static class NoiseFloorReport
{
    public static string Table(ExperimentResponse experiment, NoiseFloorDocument document, Sheet sheet)
    {
        var levels = Levels(experiment, document);
        var title = $"noise floor of {document.Experiment} on target {document.Target} ({document.Scale}): {document.Metric}";
        string[] lines =
        [
            .. sheet.Wrap(title).Select((line, index) => index == 0 ? sheet.Bold(line) : line),
            .. sheet.Wrap("runs " + string.Join(", ", document.Runs) + ", sides A and B in turn"), "",
            .. Build(document, levels).Lines(sheet), "",
            .. Notes(document, levels).SelectMany(note => sheet.Wrap(note)),
        ];
        return string.Concat(lines.Select(line => line + "\n"));
    }

    public static string Csv(NoiseFloorDocument document)
    {
        var factors = Levels(null, document).All;
        var csv = new CsvText(
        [
            "target", "experiment", "scale", "metric", "unit", "margin", .. factors,
            "repetitionsA", "repetitionsB", "leftOutA", "leftOutB", "failedOperationsA", "failedOperationsB", "medianA", "medianB", "floor",
            "falseAlarms", "laterOverEarlier", "ratio", "ratioLow", "ratioHigh", "verdict",
        ],
        document.Disclaimer);
        foreach (var point in document.Points)
        {
            csv.Add(
            [
                document.Target, document.Experiment, document.Scale, document.Metric, document.Unit, document.Margin,
                .. factors.Select(factor => LevelCell.Of(point.Levels[factor])),
                point.SideA.Repetitions, point.SideB.Repetitions, point.SideA.LeftOut.Total, point.SideB.LeftOut.Total,
                point.SideA.Operations.Failed, point.SideB.Operations.Failed, point.SideA.Median, point.SideB.Median,
                point.Noise?.Floor, point.Noise?.FalseAlarms, point.Noise?.LaterOverEarlier, point.Ratio, point.RatioLow, point.RatioHigh,
                CamelCase.Of(point.Verdict),
            ]);
        }

        return csv.ToString();
    }

    private static LevelColumns Levels(ExperimentResponse? experiment, NoiseFloorDocument document) =>
        new(new(experiment), [.. document.Points.Select(point => point.Levels)]);

    private static TextTable Build(NoiseFloorDocument document, LevelColumns levels)
    {
        var unit = MetricText.Unit(document.Unit);
        var table = new TextTable(
        [
            .. levels.Columns(),
            new("n", RightAligned: true), new($"A\n{unit}", RightAligned: true), new($"B\n{unit}", RightAligned: true),
            new("noise\nfloor", RightAligned: true),
            new("false\nalarms", RightAligned: true), new("later over\nearlier", RightAligned: true),
            new("B over A\n95 % interval", RightAligned: true), new("verdict"),
        ]);
        foreach (var point in document.Points)
        {
            table.Add(
            [
                .. levels.Cells(point.Levels),
                $"{NumberFormat.Count(point.SideA.Repetitions)}, {NumberFormat.Count(point.SideB.Repetitions)}",
                MetricText.Value(point.SideA.Median, document.Unit),
                MetricText.Value(point.SideB.Median, document.Unit),
                point.Noise is { } noise ? NumberFormat.Percent(noise.Floor) : "-",
                point.Noise is { } alarms ? NumberFormat.Percent(alarms.FalseAlarms) : "-",
                MetricText.Ratio(point.Noise?.LaterOverEarlier),
                MetricText.Interval(point.RatioLow, point.RatioHigh),
                ComparisonText.Of(point.Verdict, document.Quantity),
            ]);
        }

        return table;
    }

    private static IEnumerable<string> Notes(NoiseFloorDocument document, LevelColumns levels) =>
    [
        .. document.Points.SelectMany(point =>
            new[] { ComparisonText.LeftOut("side A", point.SideA), ComparisonText.LeftOut("side B", point.SideB) }
            .OfType<string>().Select(sentence => $"{levels.Words(point.Levels)}: {sentence}")),
        .. document.Points.Max(point => point.Noise?.Floor) is { } worst
            ? [$"A difference of up to {NumberFormat.Percent(worst)} between two such runs is noise: compare them with a margin of at "
                + "least that, or with more repetitions."]
            : new[] { "No point has enough repetitions that count, all with a value above 0, so there is no floor; `azureperf show` on the "
                + "runs says why." },
        $"noise floor: what 95 of 100 random halvings of the repetitions stay within; false alarms: halvings called a change with margin "
            + $"{NumberFormat.Percent(document.Margin)}",
        .. document.Points.Any(point => point.Noise?.Drifts() == true)
            ? ["The later half differs from the earlier one by more than the floor: the target drifts, so only runs that take turns can "
                + "be compared."]
            : Array.Empty<string>(),
        .. document.Disclaimer.Length > 0 ? [Sentence.Start(document.Disclaimer)] : Array.Empty<string>(),
    ];
}
