using AzurePerf.Cli.Output;
using AzurePerf.Core.Sections;

namespace AzurePerf.Cli.Runs;

/// <summary>A section of a report in plain characters. It has no heading: what stands below a table says what it shows.</summary>
internal static class SectionText
{
    public static IEnumerable<string> Lines(ReportSection section, Sheet sheet) =>
    [
        .. section.Tables.SelectMany(table =>
            (IEnumerable<string>)["", .. TableOf(table).Lines(sheet), .. sheet.Wrap(table.Caption)]),
        .. section.Notes.Concat(section.Warnings.Select(warning => warning.Text)).SelectMany(note => sheet.Wrap(note)),
    ];

    private static TextTable TableOf(SectionTable table)
    {
        var text = new TextTable(
            [.. table.Columns.Select((column, index) =>
                new TextColumn(HeadingOf(table, column, index), column.IsNumber) { IsKey = column.IsFactor })]);
        foreach (var row in table.Rows)
        {
            text.Add([.. row.Select(cell => cell.Text)]);
        }

        return text;
    }

    /// <summary>On several lines where it is wider than all cells below it.</summary>
    private static string HeadingOf(SectionTable table, SectionColumn column, int index)
    {
        if (column.IsFactor)
        {
            return FactorText.Heading(column.Heading);
        }

        var widest = table.Rows.Count == 0 ? 0 : table.Rows.Max(row => row[index].Text.Length);
        var space = column.Heading.Length > widest ? column.Heading.LastIndexOf(' ') : -1;
        var heading = space < 0 ? column.Heading : $"{column.Heading[..space]}\n{column.Heading[(space + 1)..]}";
        return $"{heading}\n{column.Unit}".Trim('\n');
    }
}
