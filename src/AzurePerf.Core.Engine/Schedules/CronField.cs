using System.Globalization;

namespace AzurePerf.Core.Schedules;

/// <summary>
/// One of the five fields of a cron expression and what may stand in it: *, values, ranges a-b, lists of them with commas, and steps /n
/// behind * or a range or a first value. Stricter than the library, which swaps the ends of a range that runs backwards and takes a step of
/// 0 for 1.
/// </summary>
/// <param name="Name">For people.</param>
/// <param name="Least">Its smallest value.</param>
/// <param name="Most">Its largest value.</param>
/// <param name="Words">Three-letter names of its values from the least one on; empty when it has none.</param>
internal sealed record CronField(string Name, int Least, int Most, params IReadOnlyList<string> Words)
{
    /// <summary>In the order in which they stand in an expression.</summary>
    public static IReadOnlyList<CronField> All { get; } =
    [
        new("minute", 0, 59),
        new("hour", 0, 23),
        new("day of the month", 1, 31),
        new("month", 1, 12, "JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"),
        new("day of the week", 0, 6, "SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"),
    ];

    /// <summary>What is wrong with the text of the field; null when nothing is.</summary>
    public string? FaultIn(string text) => text.Split(',').Select(FaultInItem).FirstOrDefault(fault => fault is not null);

    private string? FaultInItem(string item)
    {
        var (range, step) = Cut(item, '/');
        if (step is not null && !(Number(step) is { } width && width >= 1 && width <= Most))
        {
            return Fault(item, $"its step must be a whole number from 1 to {Most}");
        }

        if (range == "*")
        {
            return null;
        }

        var (first, last) = Cut(range, '-');
        if (Value(first) is not { } from || (last is not null && Value(last) is null))
        {
            return Fault(item,
                $"it takes *, or {Least} to {Most}{(Words.Count > 0 ? $" or {Words[0]} to {Words[^1]}" : "")}, ranges such as "
                    + $"{Least}-{Most}, lists with commas, steps such as */2");
        }

        return last is not null && Value(last) < from ? Fault(item, "the range runs backwards; write two ranges with a comma") : null;
    }

    private string Fault(string item, string remedy) => $"has '{Shorten(item)}' as its {Name}: {remedy}";

    private int? Value(string text) =>
        Number(text) is { } number
            ? number >= Least && number <= Most ? number : null
            : Words.Select((word, index) => (word, index)).Where(known => known.word.Equals(text, StringComparison.OrdinalIgnoreCase))
                .Select(known => (int?)(Least + known.index)).FirstOrDefault();

    private static int? Number(string text) =>
        text.Length is 1 or 2 && int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : null;

    private static (string Before, string? After) Cut(string text, char at) =>
        text.IndexOf(at, StringComparison.Ordinal) is >= 0 and var index ? (text[..index], text[(index + 1)..]) : (text, null);

    private static string Shorten(string text) => text.Length <= 20 ? text : text[..20] + "...";
}
