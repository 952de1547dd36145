using System.Text.Json;
using System.Text.Json.Nodes;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Reports;

/// <summary>
/// The points that stages of tasks were folded into, as a table: a column for each level, each value and each distribution that any of them
/// has. Tool and portal show the same.
/// </summary>
/// <param name="Columns">Their headings, and whether they hold numbers.</param>
/// <param name="Rows">A row for each point, in the order of their numbers.</param>
public sealed record FoldedPoints(IReadOnlyList<(string Heading, bool IsNumber)> Columns, IReadOnlyList<IReadOnlyList<string>> Rows)
{
    /// <summary>Null where there is no point.</summary>
    public static FoldedPoints? Of(IReadOnlyList<PointRecord> points)
    {
        ArgumentNullException.ThrowIfNull(points);
        if (points.Count == 0)
        {
            return null;
        }

        var levels = points.SelectMany(point => point.Levels.Select(level => level.Key)).Distinct().ToArray();
        var values = points.SelectMany(point => point.Result?.Values ?? []).DistinctBy(value => value.Name).ToArray();
        var distributions = points.SelectMany(point => point.Result?.Distributions ?? []).DistinctBy(one => one.Name).ToArray();
        return new(
            [
                ("point", true),
                .. levels.Select(level => (level, points.All(point => IsNumber(point.Levels[level])))),
                .. values.Select(value => (Heading(value.Name, value.Unit), true)),
                .. distributions.Select(one => (Heading("median " + one.Name, one.Unit), true)),
            ],
            [
                .. points.Select(point => (IReadOnlyList<string>)
                [
                    NumberFormat.Count(point.Number),
                    .. levels.Select(level => point.Levels[level]?.ToString() ?? "-"),
                    .. values.Select(value => Cell(point.Result?.ValueOf(value.Name))),
                    .. distributions.Select(one => Cell(point.Result?.DistributionOf(one.Name)?.P50)),
                ]),
            ]);
    }

    private static bool IsNumber(JsonNode? level) => level is null || level.GetValueKind() == JsonValueKind.Number;

    private static string Heading(string name, string unit) => unit.Length > 0 ? $"{name}, {unit}" : name;

    private static string Cell(double? value) => value is { } number ? NumberFormat.Significant(number) : "-";
}
