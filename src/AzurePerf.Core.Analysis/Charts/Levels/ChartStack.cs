using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Charts.Levels;

/// <summary>Two charts of metrics as one picture of two panels, so that none is seen without the other.</summary>
internal static class ChartStack
{
    private const string Series = "series";

    /// <summary>What tells the rows of a <see cref="MetricTable"/> apart, and what is the same in both.</summary>
    private static readonly string[] Shared = [Series, "interval", "n", "flags"];

    /// <summary>Whether both have one axis across and the same curves: a configuration without a value in one of them moves the others
    /// there.</summary>
    public static bool Fits(Chart upper, Chart lower) =>
        upper.X.Categories.SequenceEqual(lower.X.Categories) && Names(upper).SetEquals(Names(lower));

    /// <param name="upper">Gives the picture its name and its axis across.</param>
    /// <param name="label">Of its metric.</param>
    /// <param name="lower">Of the same run.</param>
    /// <param name="lowerLabel">Of its metric.</param>
    public static Chart Of(Chart upper, string label, Chart lower, string lowerLabel) => upper with
    {
        Kind = ChartKind.Panels,
        Title = $"{Sentence.Start(label)} and {lowerLabel}{upper.Title[label.Length..]}",
        Caption = $"{upper.Caption} {lower.Caption}",
        Notes = [.. upper.Notes.Union(lower.Notes)],
        Series =
        [
            .. upper.Series.Select(series => series with { Panel = label }),
            .. lower.Series.Select(series => series with { Panel = lowerLabel, Axis = lower.Y }),
        ],
        Lines =
        [
            .. upper.Lines.Select(line => line with { Panel = label }),
            .. lower.Lines.Select(line => line with { Panel = lowerLabel }),
        ],
        Table = Join(upper, lower, lowerLabel),
    };

    /// <summary>The rows of both, those of one configuration in one.</summary>
    private static ChartTable Join(Chart upper, Chart lower, string lowerLabel)
    {
        var place = upper.X.Label;
        int[] added = [.. lower.Table.Columns.Index().Where(one => one.Item.Name != place && !Shared.Contains(one.Item.Name))
            .Select(one => one.Index)];
        var others = lower.Table.Rows.ToDictionary(row => KeyOf(lower, row));
        var own = upper.Table.Rows.Select(row => KeyOf(upper, row)).ToHashSet();
        ChartColumn[] columns =
        [
            new(Series),
            .. upper.Table.Columns.Where(column => column.Name != Series),
            .. added.Select(index => lower.Table.Columns[index]).Select(column => column with { Name = $"{lowerLabel}: {column.Name}" }),
        ];
        return new(
            columns,
            [
                .. upper.Table.Rows.Select(row => Row(KeyOf(upper, row), Without(upper, row), others.GetValueOrDefault(KeyOf(upper, row)))),
                .. lower.Table.Rows.Where(row => !own.Contains(KeyOf(lower, row))).Select(row => Row(
                    KeyOf(lower, row),
                    Without(upper, [.. upper.Table.Columns.Select(column => column.Name == place ? KeyOf(lower, row).Place : null)]),
                    row)),
            ]);

        IReadOnlyList<object?> Row((object Series, object? Place) key, IEnumerable<object?> cells, IReadOnlyList<object?>? other) =>
            [key.Series, .. cells, .. added.Select(index => other?[index])];

        (object Series, object? Place) KeyOf(Chart chart, IReadOnlyList<object?> row) =>
            (CellOf(chart, row, Series) ?? "measured", CellOf(chart, row, place));
    }

    private static HashSet<string> Names(Chart chart) =>
        [.. chart.Series.Where(series => series.Role != SeriesRole.Published).Select(series => series.Name)];

    private static object? CellOf(Chart chart, IReadOnlyList<object?> row, string column) =>
        chart.Table.Columns.Index().Where(one => one.Item.Name == column).Select(one => row[one.Index]).FirstOrDefault();

    private static IEnumerable<object?> Without(Chart chart, IReadOnlyList<object?> row) =>
        chart.Table.Columns.Index().Where(one => one.Item.Name != Series).Select(one => row[one.Index]);
}
