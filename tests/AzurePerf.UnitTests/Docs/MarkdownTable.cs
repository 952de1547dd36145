using System.Text;

namespace AzurePerf.UnitTests.Docs;

/// <summary>A table of a Markdown document.</summary>
internal sealed class MarkdownTable
{
    private readonly StringBuilder _text = new();

    public MarkdownTable(params string[] headings)
    {
        Add(headings);
        _text.Append('|').Insert(_text.Length, "---|", headings.Length).Append('\n');
    }

    public void Add(params string[] cells) => _text.Append("| ").AppendJoin(" | ", cells.Select(cell => cell.Replace("|", "\\|"))).Append(" |\n");

    public override string ToString() => _text.ToString();
}
