using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Charts;

/// <summary>Every number of a chart as rows.</summary>
/// <param name="Columns">From the left.</param>
/// <param name="Rows">A cell per column: a number as the chart has it, a word, or null for none.</param>
public sealed record ChartTable(IReadOnlyList<ChartColumn> Columns, IReadOnlyList<IReadOnlyList<object?>> Rows)
{
    /// <summary>As a file.</summary>
    /// <param name="disclaimer">What stands in each row; null for nothing.</param>
    public string ToCsv(string? disclaimer = null)
    {
        var csv = new CsvText(Columns.Select(column => column.Heading()), disclaimer);
        foreach (var row in Rows)
        {
            csv.Add(row);
        }

        return csv.ToString();
    }
}

/// <summary>One column of a chart's table.</summary>
/// <param name="Name">As in the heading.</param>
/// <param name="Unit">Of its numbers; empty for words and pure numbers.</param>
public sealed record ChartColumn(string Name, string Unit = "")
{
    /// <summary>"p50, ms".</summary>
    public string Heading() => Unit.Length == 0 ? Name : $"{Name}, {Unit}";
}
