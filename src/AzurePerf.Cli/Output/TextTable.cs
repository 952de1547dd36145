namespace AzurePerf.Cli.Output;

/// <summary>A table in plain characters; columns stand two blanks apart, or one where two would not fit. On a terminal that is too narrow
/// names are cut first; columns that still do not fit follow below, next to the first column again, and names are cut only as far as their
/// block needs. Words of a last column that are still too long go on in further lines.</summary>
internal sealed class TextTable(params IReadOnlyList<TextColumn> columns)
{
    private readonly List<string[]> _rows = [];

    public int Rows => _rows.Count;

    public void Add(params string[] cells) => _rows.Add([.. cells.Select(PlainText.OneLine)]);

    /// <summary>The lines of the table, headings first, without blanks at their ends.</summary>
    public IEnumerable<string> Lines(Sheet sheet)
    {
        var widths = columns.Select((column, index) => WidthOf(column, index)).ToArray();
        int[] all = [.. Enumerable.Range(0, columns.Count)];
        if (!sheet.IsTerminal)
        {
            return Lines(sheet, widths, all);
        }

        return Blocks(Shrunk(widths, all, sheet.Columns), sheet.Columns)
            .SelectMany((block, index) =>
                (index == 0 ? [] : Enumerable.Repeat("", 1)).Concat(Lines(sheet, Shrunk(widths, block, sheet.Columns), block)));
    }

    private IEnumerable<string> Lines(Sheet sheet, int[] widths, IReadOnlyList<int> block)
    {
        var gap = block.Sum(index => widths[index]) + 2 * (block.Count - 1) <= sheet.Columns ? "  " : " ";
        var headingLines = block.Max(index => columns[index].HeadingLines.Length);
        for (var line = 0; line < headingLines; line++)
        {
            // Short headings stand at the bottom, next to their figures.
            yield return sheet.Bold(
                Join(block, index => HeadingAt(columns[index], line - headingLines + columns[index].HeadingLines.Length), widths, gap));
        }

        foreach (var line in _rows.SelectMany(row => LinesOf(row, sheet, widths, block, gap)))
        {
            yield return line;
        }
    }

    /// <summary>One line, or more on a terminal that has no room for the words of the last column.</summary>
    private IEnumerable<string> LinesOf(string[] row, Sheet sheet, int[] widths, IReadOnlyList<int> block, string gap)
    {
        var line = Join(block, index => row[index], widths, gap);
        var start = block.SkipLast(1).Sum(index => widths[index] + gap.Length);
        return sheet.IsTerminal && line.Length > sheet.Columns && !columns[block[^1]].RightAligned && start < sheet.Columns
            ? sheet.Wrap(row[block[^1]], line[..start], new(' ', start))
            : [line];
    }

    /// <summary>Takes from the widest name until the columns fit, or all names are as short as they can be.</summary>
    private int[] Shrunk(IReadOnlyList<int> widths, IReadOnlyList<int> block, int room)
    {
        int[] shrunk = [.. widths];
        while (block.Sum(index => shrunk[index]) + block.Count - 1 > room
            && block.Where(index => columns[index].IsName && shrunk[index] > LeastOf(columns[index]))
                .Select(index => (int?)index).MaxBy(index => shrunk[index!.Value]) is { } widest)
        {
            shrunk[widest]--;
        }

        return shrunk;
    }

    /// <summary>Columns that stand side by side; those of a further block follow the keys of the rows again.</summary>
    private List<IReadOnlyList<int>> Blocks(int[] widths, int room)
    {
        int[] keys = [.. Enumerable.Range(0, columns.Count).Where(index => index == 0 || columns[index].IsKey)];
        var blocks = new List<IReadOnlyList<int>>();
        List<int> block = [];
        for (var index = 0; index < columns.Count; index++)
        {
            if (block.Count > 0 && block.Append(index).Sum(one => widths[one]) + block.Count > room)
            {
                blocks.Add(block);
                block = [.. keys.Where(key => key < index)];
            }

            block.Add(index);
        }

        blocks.Add(block);
        return blocks;
    }

    private static int LeastOf(TextColumn column) => Math.Max(8, column.HeadingLines.Max(line => line.Length));

    private static string HeadingAt(TextColumn column, int line) => line < 0 ? "" : column.HeadingLines[line];

    private int WidthOf(TextColumn column, int index) =>
        Math.Max(column.HeadingLines.Max(line => line.Length), _rows.Count == 0 ? 0 : _rows.Max(row => row[index].Length));

    private string Join(IReadOnlyList<int> block, Func<int, string> cellOf, int[] widths, string gap) =>
        string.Join(gap, block.Select(index => columns[index].RightAligned
            ? cellOf(index).PadLeft(widths[index])
            : PlainText.Shorten(cellOf(index), widths[index]).PadRight(widths[index]))).TrimEnd();
}

/// <summary>One column of a table for people.</summary>
/// <param name="Heading">May have several lines.</param>
/// <param name="RightAligned">True for numbers.</param>
internal sealed record TextColumn(string Heading, bool RightAligned = false)
{
    public string[] HeadingLines { get; } = Heading.Split('\n');

    /// <summary>True for words that a reader still knows when they are cut to the width of a terminal.</summary>
    public bool IsName { get; init; }

    /// <summary>True where the cells tell a row from the others, as those of the first column do.</summary>
    public bool IsKey { get; init; }
}
