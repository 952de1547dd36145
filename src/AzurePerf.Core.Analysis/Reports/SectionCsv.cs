using AzurePerf.Core.Sections;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Reports;

/// <summary>A table of a section as a file: numbers with all their digits in the unit of their column, words as they are. A number that
/// is missing is an empty cell, so that the others of its column stay numbers; of a range each end is a column. Columns of one heading
/// have that of the column before in front.</summary>
public static class SectionCsv
{
    /// <param name="table">Of a section.</param>
    /// <param name="disclaimer">What must be in each row; empty for nothing: then there is no such column.</param>
    public static string Of(SectionTable table, string disclaimer = "")
    {
        ArgumentNullException.ThrowIfNull(table);
        ArgumentNullException.ThrowIfNull(disclaimer);
        var csv = new CsvText(table.Columns.SelectMany((column, index) => Headings(table, column, index)), disclaimer);
        foreach (var row in table.Rows)
        {
            csv.Add([.. row.SelectMany((cell, index) => Cells(table.Columns[index], cell))]);
        }

        return csv.ToString();
    }

    private static string[] Headings(SectionTable table, SectionColumn column, int index)
    {
        var heading = index > 0 && table.Columns.Count(other => other.FullHeading == column.FullHeading) > 1
            ? $"{table.Columns[index - 1].Heading} {column.FullHeading}"
            : column.FullHeading;
        return column.IsRange ? [heading + " low", heading + " high"] : [heading];
    }

    private static object?[] Cells(SectionColumn column, SectionCell cell) =>
        column.IsRange ? [cell.Range?.Low, cell.Range?.High]
        : cell.Value is { } value ? [value]
        : column.IsNumber && cell.FullText == "-" ? [null]
        : [cell.FullText];
}
