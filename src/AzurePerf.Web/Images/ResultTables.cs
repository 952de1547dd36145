using System.Globalization;
using AzurePerf.Core.Sections;
using AzurePerf.Core.Texts;

namespace AzurePerf.Web.Images;

/// <summary>Tables that reductions wrote as CSV, as pages show them.</summary>
internal static class ResultTables
{
    private const int MostRows = 400;
    private const int MostColumns = 12;
    private const int MostCharacters = 200;

    /// <summary>A table of a reduction; one that is not known by name is shown as it is.</summary>
    /// <param name="reduction">Name of the reduction.</param>
    /// <param name="csv">What it wrote: a line of headings and one of values for each row, without quotes.</param>
    /// <param name="period">Its days in words.</param>
    /// <returns>Null when there are no rows, or the rows do not have the columns of the headings.</returns>
    public static SectionTable? Of(string reduction, string csv, string period)
    {
        var lines = csv.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)
            .Take(MostRows + 1).Select(line => Array.ConvertAll(line.Split(','), Short)).ToArray();
        if (lines.Length < 2 || lines[0].Length > MostColumns || lines.Any(line => line.Length != lines[0].Length))
        {
            return null;
        }

        return (reduction, string.Join(',', lines[0])) switch
        {
            ("zones", "south,north,mean,min,max,unit,cells,coverage") => Zones(lines[1..], period),
            ("histogram", "from,to,unit,cells") => Histogram(lines[1..], period),
            _ => new($"{reduction} of {period}", $"{reduction} of {period}",
                [.. lines[0].Select(heading => new SectionColumn(heading, "", IsNumber: false))],
                [.. lines[1..].Select(line => line.Select(text => new SectionCell(text)).ToArray())]),
        };
    }

    private static string Short(string text) => text.Length <= MostCharacters ? text : text[..MostCharacters] + "…";

    /// <summary>The heights of the bars of a distribution, 0 to 1, with the lowest and the highest value; null for any other
    /// table.</summary>
    public static (IReadOnlyList<double> Heights, string Low, string High)? Bars(SectionTable? table)
    {
        if (table is not { Columns: [{ Heading: "from" } from, { Heading: "to" }, { Heading: "cells" }], Rows.Count: > 1 })
        {
            return null;
        }

        var counts = table.Rows.Select(row => row[2].Value ?? 0).ToArray();
        var most = Math.Max(1, counts.Max());
        var unit = from.Unit.Length > 0 ? " " + from.Unit : "";
        return (Array.ConvertAll(counts, count => count / most), table.Rows[0][0].Text + unit, table.Rows[^1][1].Text + unit);
    }

    private static SectionTable Zones(string[][] rows, string period)
    {
        var unit = rows[0][5];
        return new($"Values by latitude, {period}", $"values by latitude, {period}: the mean counts each cell by its area",
            [
                new("latitude", "degrees", IsNumber: false),
                new("mean", unit) { Leads = true },
                new("smallest", unit),
                new("largest", unit),
                new("has a value", "%"),
            ],
            [.. rows.Select(row => new[]
            {
                new SectionCell($"{row[0]} to {row[1]}"), Cell(row[2]), Cell(row[3]), Cell(row[4]),
                SectionCell.Number(Value(row[7]) * 100),
            })]);
    }

    private static SectionTable Histogram(string[][] rows, string period) => new(
        $"Distribution of the values, {period}", $"distribution of the values, {period}",
        [new("from", rows[0][2]), new("to", rows[0][2]), new("cells") { Leads = true }],
        [.. rows.Select(row => new[] { Cell(row[0]), Cell(row[1]), SectionCell.Count((long)(Value(row[3]) ?? 0)) })]);

    private static SectionCell Cell(string text) =>
        Value(text) is { } value ? new(value.ToString("0.###", CultureInfo.InvariantCulture), value) : new("-");

    private static double? Value(string text) =>
        double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var value) && double.IsFinite(value) ? value : null;
}
