using AzurePerf.Core.Sections;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Reports;

/// <summary>A table of a section as a file: numbers with all their digits in the unit of their column, words as they are.</summary>
public static class SectionCsv
{
    /// <param name="table">Of a section.</param>
    /// <param name="disclaimer">What must be in each row; empty for nothing: then there is no such column.</param>
    public static string Of(SectionTable table, string disclaimer = "")
    {
        ArgumentNullException.ThrowIfNull(table);
        ArgumentNullException.ThrowIfNull(disclaimer);
        var csv = new CsvText(table.Columns.Select(column => column.FullHeading), disclaimer);
        foreach (var row in table.Rows)
        {
            csv.Add([.. row.Select(cell => cell.Value is { } value ? (object?)value : cell.FullText)]);
        }

        return csv.ToString();
    }
}
