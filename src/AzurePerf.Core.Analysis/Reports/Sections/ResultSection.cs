using AzurePerf.Core.Experiments;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Results;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Sections;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Reports.Sections;

/// <summary>The results of a run for pages and documents: a row per configuration. Terminal and page have tables of their own of the single
/// points.</summary>
public static class ResultSection
{
    private const string Remark =
        "one row per configuration; each number is the median of the repetitions that count, max of all of them; where none counts "
            + "(0 of n), of all that were measured; operations and failed are of all that were measured; a rate is each client's own mean, "
            + "added up over the clients; -: too few operations";

    public static ReportSection Of(ExperimentDefinition definition, RunSpec spec, IReadOnlyList<PointRecord> points)
    {
        ArgumentNullException.ThrowIfNull(definition);
        ArgumentNullException.ThrowIfNull(spec);
        var names = new LevelColumns(definition, spec.Parameters);
        Metric[] metrics = [.. definition.Metrics.Where(metric => metric.InTables)];
        var levels = LevelResults.Of(definition, spec, points).Levels;
        var shared = QualityText.Shared(levels);
        return new()
        {
            Id = "results",
            Title = "Results",
            Tables =
            [
                new(
                    "Results by configuration",
                    Remark,
                    [
                        .. names.ColumnsOf(names.Varying), new("points counted"), new("operations"), .. metrics.SelectMany(ColumnsOf),
                        new("failed"), new("quality", IsNumber: false),
                    ],
                    [.. levels.Select(level => Row(names, metrics, level, shared))]),
            ],
        };
    }

    private static IEnumerable<SectionColumn> ColumnsOf(Metric metric, int index)
    {
        yield return new(metric.Column ?? metric.Label, metric.OfOneClient ? "" : MetricText.Unit(metric.Unit)) { Leads = index == 0 };
        if (index == 0)
        {
            yield return new("95 % interval");
        }
    }

    private static SectionCell[] Row(LevelColumns names, Metric[] metrics, LevelResult level, IReadOnlyCollection<PointFlag> shared)
    {
        return
        [
            .. names.CellsOf(names.Varying, level.Levels),
            new(
                level.Counted.Count == level.Repetitions.Count
                    ? NumberFormat.Count(level.Counted.Count)
                    : Of(level.Counted.Count, level.Repetitions.Count),
                level.Counted.Count),
            SectionCell.Count(level.Operations),
            .. metrics.SelectMany((metric, index) => CellsOf(level.ShownOf(metric), index)),
            SectionCell.Count(level.Failures),
            new(QualityText.Of(level, shared)),
        ];
    }

    /// <summary>The first with its interval.</summary>
    private static IEnumerable<SectionCell> CellsOf(LevelMetric figure, int index)
    {
        yield return CellOf(figure);
        if (index == 0)
        {
            yield return new(figure.Level.IsConclusive && figure.Interval is { } interval
                ? $"{MetricText.Value(interval.Low, figure.Metric.Unit)} to {MetricText.Value(interval.High, figure.Metric.Unit)}"
                : "-");
        }
    }

    /// <summary>With the number of values where some of the repetitions shown have none.</summary>
    private static SectionCell CellOf(LevelMetric figure) => MetricText.Cell(figure.Median, figure.Metric.Unit) with
    {
        Detail = figure.Values.Count is 0 || figure.Values.Count == figure.Level.Shown.Count
            ? ""
            : Of(figure.Values.Count, figure.Level.Shown.Count),
    };

    private static string Of(int some, int all) => $"{NumberFormat.Count(some)} of {NumberFormat.Count(all)}";
}
