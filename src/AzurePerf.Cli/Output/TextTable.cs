namespace AzurePerf.Cli.Output;

/// <summary>A table in plain characters; columns stand two blanks apart, or one where two would not fit.</summary>
internal sealed class TextTable(params IReadOnlyList<TextColumn> columns)
{
    private readonly List<string[]> _rows = [];

    public int Rows => _rows.Count;

    public void Add(params string[] cells) => _rows.Add([.. cells.Select(PlainText.OneLine)]);

    /// <summary>The lines of the table, headings first, without blanks at their ends.</summary>
    public IEnumerable<string> Lines(Paint paint)
    {
        var widths = columns.Select((column, index) => WidthOf(column, index)).ToArray();
        var gap = widths.Sum() + 2 * (widths.Length - 1) <= PlainText.Columns ? "  " : " ";
        var headingLines = columns.Max(column => column.HeadingLines.Length);
        for (var line = 0; line < headingLines; line++)
        {
            // Short headings stand at the bottom, next to their figures.
            yield return paint.Bold(
                Join([.. columns.Select(column => HeadingAt(column, line - headingLines + column.HeadingLines.Length))], widths, gap));
        }

        foreach (var row in _rows)
        {
            yield return Join(row, widths, gap);
        }
    }

    private static string HeadingAt(TextColumn column, int line) => line < 0 ? "" : column.HeadingLines[line];

    private int WidthOf(TextColumn column, int index) =>
        Math.Max(column.HeadingLines.Max(line => line.Length), _rows.Count == 0 ? 0 : _rows.Max(row => row[index].Length));

    private string Join(string[] cells, int[] widths, string gap) => string.Join(gap, cells.Select((cell, index) =>
        columns[index].RightAligned ? cell.PadLeft(widths[index]) : cell.PadRight(widths[index]))).TrimEnd();
}

/// <summary>Emphasis on a terminal, nothing elsewhere.</summary>
internal sealed record Paint(bool Enabled)
{
    public static Paint None { get; } = new(false);

    public string Bold(string text) => Enabled && text.Length > 0 ? "\e[1m" + text + "\e[0m" : text;
}

/// <summary>One column of a table for people.</summary>
/// <param name="Heading">May have several lines.</param>
/// <param name="RightAligned">True for numbers.</param>
internal sealed record TextColumn(string Heading, bool RightAligned = false)
{
    public string[] HeadingLines { get; } = Heading.Split('\n');
}
