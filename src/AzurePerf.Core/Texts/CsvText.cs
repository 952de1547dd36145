using System.Buffers;
using System.Globalization;
using System.Text;

namespace AzurePerf.Core.Texts;

/// <summary>Comma-separated lines as RFC 4180 quotes them, safe to open in a spreadsheet. One that splits at semicolons or tabs finds no
/// cell in a cell either.</summary>
public sealed class CsvText
{
    private static readonly SearchValues<char> NeedsQuotes = SearchValues.Create(",;\t\"\r\n");
    private readonly StringBuilder _text = new();
    private readonly object?[] _last = [];

    private CsvText()
    {
    }

    /// <summary>One line of names.</summary>
    public CsvText(params IEnumerable<string> columns) => Add(columns);

    /// <summary>One line of names, and a last column "disclaimer".</summary>
    /// <param name="columns">The others.</param>
    /// <param name="disclaimer">What stands in each line; null or empty for nothing: then there is no such column.</param>
    public CsvText(IEnumerable<string> columns, string? disclaimer)
    {
        var has = !string.IsNullOrEmpty(disclaimer);
        Add(has ? columns.Append("disclaimer") : columns);
        _last = has ? [disclaimer] : [];
    }

    /// <summary>Lines of values, without names.</summary>
    public static string Lines(IEnumerable<IEnumerable<object?>> lines)
    {
        ArgumentNullException.ThrowIfNull(lines);
        var csv = new CsvText();
        foreach (var line in lines)
        {
            csv.Add(line);
        }

        return csv.ToString();
    }

    /// <summary>One line of values: text, numbers, booleans, instants; null is an empty cell.</summary>
    public void Add(params IEnumerable<object?> cells) =>
        _text.AppendJoin(',', cells.Concat(_last).Select(Cell)).Append('\n');

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

    // A spreadsheet would run a text cell that begins like a formula; some take the wide forms of these characters too, or skip white space
    // before them.
    private static string Disarm(string text) =>
        text.TrimStart() is ['=' or '+' or '-' or '@' or '\uff1d' or '\uff0b' or '\uff0d' or '\uff20', ..]
            || text is ['\t' or '\r' or '\n', ..] ? "'" + text : text;

    private static string Quote(string text) =>
        text.AsSpan().IndexOfAny(NeedsQuotes) < 0 ? text : "\"" + text.Replace("\"", "\"\"", StringComparison.Ordinal) + "\"";
}
