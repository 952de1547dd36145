using System.Globalization;
using System.Text;

namespace AzurePerf.Core.Reports;

/// <summary>Comma-separated lines as RFC 4180 quotes them, safe to open in a spreadsheet.</summary>
public sealed class CsvText
{
    private static readonly char[] NeedsQuotes = [',', '"', '\r', '\n'];
    private readonly StringBuilder _text = new();

    /// <summary>One line of names.</summary>
    public CsvText(params IEnumerable<string> columns) => Add(columns);

    /// <summary>One line of values: text, numbers, booleans, instants; null is an empty cell.</summary>
    public void Add(params IEnumerable<object?> cells) => _text.AppendJoin(',', cells.Select(Cell)).Append('\n');

    public override string ToString() => _text.ToString();

    private static string Cell(object? value) => value switch
    {
        null => "",
        string text => Quote(Disarm(text)),
        bool flag => flag ? "true" : "false",
        DateTimeOffset instant => instant.UtcDateTime.ToString("O", CultureInfo.InvariantCulture),
        IFormattable number => number.ToString(null, CultureInfo.InvariantCulture),
        _ => throw new NotSupportedException($"a cell cannot hold a {value.GetType().Name}"),
    };

    // A spreadsheet would run a text cell that begins like a formula.
    private static string Disarm(string text) => text.Length > 0 && text[0] is '=' or '+' or '-' or '@' or '\t' or '\r' ? "'" + text : text;

    private static string Quote(string text) =>
        text.IndexOfAny(NeedsQuotes) < 0 ? text : "\"" + text.Replace("\"", "\"\"", StringComparison.Ordinal) + "\"";
}
