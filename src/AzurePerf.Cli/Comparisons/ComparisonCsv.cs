using AzurePerf.Core.Api;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Comparisons;

/// <summary>A comparison for programs: one line per configuration, every figure of it.</summary>
internal static class ComparisonCsv
{
    private static readonly string[] Sides =
    [
        "Repetitions", "Incomplete", "GeneratorBound", "Overloaded", "TooFewOperations", "CacheSuspect", "NoValue", "DroppedStarts",
        "Operations", "FailedOperations", "FailedShare",
        "Median", "DriftLastOverFirst", "DriftProbability", "NoiseFloor", "Sdk", "Build", "Size", "Region", "Scale",
    ];

    public static string Render(ComparisonResponse comparison)
    {
        var factors = new LevelColumns(new(null), [.. comparison.Points.Select(point => point.Levels)]).All;
        var disclaimer = comparison.Sections.FirstOrDefault(section => section.Id == DisclaimerSection.Id)?.Notes[0];
        var csv = new CsvText(
        [
            "baseline", "candidate", "experiment", "metric", "unit", "margin", "interleaved", "adjustment", .. factors, "verdict", "isSure",
            "obstacles",
            "ratio", "ratioLow", "ratioHigh", "delta", "probability", "adjustedProbability", "repetitionsNeeded", "mayBeWorse",
            .. Sides.Select(name => "baseline" + name), .. Sides.Select(name => "candidate" + name),
        ],
        disclaimer);
        foreach (var point in comparison.Points)
        {
            csv.Add(
            [
                comparison.Baseline.Id, comparison.Candidate.Id, comparison.Experiment, comparison.Metric, comparison.Unit,
                comparison.Margin, comparison.Interleaved, CamelCase.Of(comparison.Adjustment),
                .. factors.Select(factor => LevelCell.Of(point.Levels[factor])), CamelCase.Of(point.Verdict), point.IsSure,
                string.Join(' ', point.Obstacles.Select(obstacle => CamelCase.Of(obstacle))),
                point.Ratio, point.RatioLow, point.RatioHigh, point.Delta, point.Probability, point.AdjustedProbability,
                point.RepetitionsNeeded, point.MayBeWorse,
                .. Cells(point.Baseline), .. Cells(point.Candidate),
            ]);
        }

        return csv.ToString();
    }

    private static object?[] Cells(ComparedSideResponse side) =>
    [
        side.Repetitions, side.LeftOut.Incomplete, side.LeftOut.GeneratorBound, side.LeftOut.Overloaded, side.LeftOut.TooFewOperations,
        side.LeftOut.CacheSuspect, side.LeftOut.NoValue, side.LeftOut.DroppedStarts,
        side.Operations.Ended, side.Operations.Failed, side.Operations.FailedShare,
        side.Median, side.Drift?.LastOverFirst, side.Drift?.Probability, side.NoiseFloor, side.Sdk, side.Build, side.Size, side.Region,
        side.Scale,
    ];
}
