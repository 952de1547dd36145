using System.Text.Json;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Results;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Sections;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Reports.Sections;

/// <summary>The points that stages of tasks were folded into: a column for each level, each value and each distribution that any of them
/// has.</summary>
internal static class PointSection
{
    public static IEnumerable<ReportSection> Of(LevelColumns names, IReadOnlyList<PointRecord> points)
    {
        if (points.Count > 0)
        {
            yield return new() { Id = "folded", Title = "Points", Tables = [TableOf(names, points)] };
        }
    }

    private static SectionTable TableOf(LevelColumns names, IReadOnlyList<PointRecord> points)
    {
        var levels = points.SelectMany(point => point.Levels.Select(level => level.Key)).Distinct().ToArray();
        var values = points.SelectMany(point => point.Result?.Values ?? []).DistinctBy(value => value.Name).ToArray();
        var distributions = points.SelectMany(point => point.Result?.Distributions ?? []).DistinctBy(one => one.Name).ToArray();
        return new(
            "Points of the stages",
            "each point: what tasks of a stage brought together",
            [
                new("point"),
                .. names.ColumnsOf(levels)
                    .Select(column => column with { IsNumber = points.All(point => IsNumber(point, column.Heading)) }),
                .. values.Select(value => new SectionColumn(value.Name, MetricText.Unit(value.Unit))),
                .. distributions.Select(one => new SectionColumn("median " + one.Name, MetricText.Unit(one.Unit))),
            ],
            [
                .. points.OrderBy(point => point.Number).Select(point => (IReadOnlyList<SectionCell>)
                [
                    new(NumberFormat.Count(point.Number), point.Number),
                    .. names.CellsOf(levels, point.Levels),
                    .. values.Select(value => MetricText.Cell(point.Result?.ValueOf(value.Name), value.Unit)),
                    .. distributions.Select(one => MetricText.Cell(point.Result?.DistributionOf(one.Name)?.P50, one.Unit)),
                ]),
            ]);
    }

    private static bool IsNumber(PointRecord point, string level) =>
        point.Levels[level] is not { } value || value.GetValueKind() == JsonValueKind.Number;
}
