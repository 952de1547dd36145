using AzurePerf.Core.Results;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Charts.Levels;

/// <summary>The numbers of a <see cref="MetricChart"/>: a row per combination, a column per repetition, then what was published and what
/// limits.</summary>
internal static class MetricTable
{
    public static ChartTable Of(
        IReadOnlyList<LevelMetric> figures, LevelAxis axis, ChartUnit unit, int repetitions, PublishedOverlay overlay,
        IReadOnlyList<ChartLine> limits)
    {
        var named = figures.Any(figure => axis.SeriesOf(figure.Levels).Length > 0);
        var extra = overlay.Series.Count > 0 || overlay.Lines.Count > 0 || limits.Count > 0;
        List<ChartColumn> columns = [new(axis.Axis.Label, axis.Axis.Unit), new("median", unit.Symbol), new("low", unit.Symbol),
            new("high", unit.Symbol), new("interval"), new("n")];
        if (named || extra)
        {
            columns.Insert(0, new("series"));
        }

        columns.AddRange(
            Enumerable.Range(1, repetitions)
                .Select(repetition => new ChartColumn("repetition " + NumberFormat.Count(repetition), unit.Symbol)));
        columns.Add(new("flags"));
        var lead = columns.Count - repetitions - 7;
        List<IReadOnlyList<object?>> rows = [.. figures.Select(figure =>
            (IReadOnlyList<object?>)[.. Enumerable.Repeat<object?>(Name(figure), lead), .. Row(figure)])];
        rows.AddRange(overlay.Series.SelectMany(series => series.Points.Select(point => Extra(series.Name, point.X, point.Y))));
        rows.AddRange(overlay.Lines.Concat(limits).Select(line =>
            line.Role == ChartLineRole.PublishedPlace ? Extra(line.Name, line.Value, null) : Extra(line.Name, null, line.Value)));
        return new(columns, rows);

        string Name(LevelMetric figure) => axis.SeriesOf(figure.Levels) is { Length: > 0 } name ? name : "measured";

        IReadOnlyList<object?> Extra(string name, double? place, double? value) =>
            [name, place, value, .. Enumerable.Repeat<object?>(null, repetitions + 5)];

        IEnumerable<object?> Row(LevelMetric figure) =>
        [
            axis.CellOf(figure.Levels),
            unit.Of(figure.Median!.Value),
            figure.Band is { } low ? unit.Of(low.Low) : null,
            figure.Band is { } high ? unit.Of(high.High) : null,
            figure.Interval is not null ? "95 % of the median" : figure.Range is not null ? "range" : null,
            (long)figure.Values.Count,
            .. Enumerable.Range(1, repetitions).Select(repetition =>
                figure.Level.Measured.FirstOrDefault(point => point.Repetition == repetition) is { } point
                && figure.ValueOf(point) is { } value
                    ? (object?)unit.Of(value)
                    : null),
            FlagsOf(figure.Level),
        ];
    }

    /// <summary>"2: generatorBound; 3: raggedEnd"; null without any.</summary>
    private static string? FlagsOf(LevelResult level)
    {
        string[] flagged = [.. level.Measured.Where(FlaggedPoint.Is)
            .Select(point =>
                $"{NumberFormat.Count(point.Repetition)}: "
                    + $"{string.Join(", ", FlaggedPoint.FlagsOf(point).Select(flag => CamelCase.Of(flag)))}")];
        return flagged.Length == 0 ? null : string.Join("; ", flagged);
    }
}
