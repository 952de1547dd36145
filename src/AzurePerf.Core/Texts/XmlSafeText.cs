namespace AzurePerf.Core.Texts;

/// <summary>Texts for XML, which cannot hold every text.</summary>
public static class XmlSafeText
{
    /// <summary>The text with a blank for each character that XML has no place for, and for each end of a line: names may have them, and
    /// reasons what an exception said. Half a surrogate pair becomes U+FFFD.</summary>
    public static string Of(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        return string.Concat(text.EnumerateRunes().Select(rune => rune.Value is < ' ' or 0xfffe or 0xffff ? " " : rune.ToString()));
    }
}
