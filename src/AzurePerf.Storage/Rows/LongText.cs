namespace AzurePerf.Storage.Rows;

/// <summary>
/// A text that is longer than one property holds lies in several: name, name_1, name_2 and so on. A part that is full is followed by
/// another, empty if need be, so that what a shorter text leaves behind when it is merged over a longer one is never read.
/// </summary>
internal static class LongText
{
    /// <summary>The properties of a text, in order.</summary>
    public static IEnumerable<(string Name, string Part)> Split(string name, string text)
    {
        var (from, part) = (0, "");
        for (var index = 0; index == 0 || IsFull(part); index++)
        {
            var length = Math.Min(RowLimits.TextCharacters, text.Length - from);

            // Both halves of a pair stay together: neither is a character by itself.
            length -= length == RowLimits.TextCharacters && char.IsHighSurrogate(text[from + length - 1]) ? 1 : 0;
            part = text.Substring(from, length);
            from += length;
            yield return (NameOf(name, index), part);
        }
    }

    /// <summary>The text whose first part a row has under a name.</summary>
    /// <param name="name">The name.</param>
    /// <param name="first">Its first part.</param>
    /// <param name="find">A part by its name; null where there is none.</param>
    public static string Join(string name, string first, Func<string, string?> find)
    {
        if (!IsFull(first))
        {
            return first;
        }

        var parts = new List<string> { first };
        while (IsFull(parts[^1]) && find(NameOf(name, parts.Count)) is { } next)
        {
            parts.Add(next);
        }

        return string.Concat(parts);
    }

    /// <summary>Prose for people, cut off where it is longer than anybody reads.</summary>
    public static string Cut(string prose, int characters) =>
        prose.Length <= characters ? prose : prose[..(characters - (char.IsHighSurrogate(prose[characters - 2]) ? 2 : 1))] + "…";

    public static string NameOf(string name, int index) => index == 0 ? name : FormattableString.Invariant($"{name}_{index}");

    private static bool IsFull(string part) => part.Length >= RowLimits.TextCharacters - 1;
}
