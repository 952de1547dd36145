using AzurePerf.Core.Charts;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Results;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Reports.Documents;

/// <summary>The results of a run as a table for people: a row per combination of levels.</summary>
/// <param name="Headings">Of the columns.</param>
/// <param name="Rows">A text per column.</param>
public sealed record ReportTable(IReadOnlyList<string> Headings, IReadOnlyList<IReadOnlyList<string>> Rows)
{
    /// <summary>Heading of the one column of words, the last.</summary>
    public const string Flags = "flags";

    /// <summary>What stands above or below the table.</summary>
    public const string Remark =
        "Each figure is the median of the repetitions that count; where none counts (0 of n), of all that were measured. A rate is each "
            + "client's own mean, added up over the clients";

    private const string None = "-";

    public static ReportTable Of(ExperimentDefinition definition, RunSpec spec, IReadOnlyList<PointRecord> points)
    {
        ArgumentNullException.ThrowIfNull(definition);
        var names = new LevelNames(definition, spec);
        Metric[] metrics = [.. definition.Metrics.Where(metric => metric.InTables)];
        return new(
            [.. names.Factors.Select(factor => factor.Name), "points counted", "operations", .. metrics.Select(MetricText.Heading),
                "failed", Flags],
            [.. LevelResults.Of(definition, spec, points).Levels.Select(level => Row(names, metrics, level))]);
    }

    /// <summary>The tables beside it, each with its title.</summary>
    public static IEnumerable<(string Title, ReportTable Table)> FurtherOf(
        ExperimentDefinition definition, RunSpec spec, IReadOnlyList<PointRecord> points)
    {
        var names = new LevelNames(definition, spec);
        return FurtherTable.Of(LevelResults.Of(definition, spec, points).Levels).Select(table => (table.Title, new ReportTable(
            [.. names.Factors.Select(factor => factor.Name), .. table.Headings],
            [.. table.Rows.Select(row => (IReadOnlyList<string>)[.. FactorCells(names, row.Level), .. row.Cells])])));
    }

    private static IEnumerable<string> FactorCells(LevelNames names, LevelResult level) =>
        names.Factors.Select(factor => level.Levels[factor.Name] is { } value ? LevelNames.In(factor, value) : None);

    private static string[] Row(LevelNames names, Metric[] metrics, LevelResult level) =>
    [
        .. FactorCells(names, level),
        level.Counted.Count == level.Repetitions.Count
            ? NumberFormat.Count(level.Counted.Count)
            : Of(level.Counted.Count, level.Repetitions.Count),
        NumberFormat.Count(level.Shown.Sum(point => point.Summary?.Operations ?? 0)),
        .. metrics.Select(metric => Text(level.ShownOf(metric))),
        NumberFormat.Count(level.Failures),
        string.Join(", ", level.Flags.Select(flag => CamelCase.Of(flag))),
    ];

    /// <summary>With the number of values where some of the repetitions shown have none.</summary>
    private static string Text(LevelFigure figure)
    {
        var text = MetricText.Value(figure.Median, figure.Metric.Unit);
        return figure.Values.Count is 0 || figure.Values.Count == figure.Level.Shown.Count
            ? text
            : $"{text} ({Of(figure.Values.Count, figure.Level.Shown.Count)})";
    }

    private static string Of(int some, int all) => $"{NumberFormat.Count(some)} of {NumberFormat.Count(all)}";
}
