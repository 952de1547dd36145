using System.Buffers.Text;
using System.Text;

namespace AzurePerf.Core.Runs;

/// <summary>A place in the list of runs, newest first. Its text is opaque: only what came from the API is given back to it.</summary>
/// <param name="Month">yyyyMM.</param>
/// <param name="After">Key of the last entry that was seen; empty for the beginning of the month.</param>
public sealed record RunCursor(string Month, string After)
{
    private const int MonthLength = 6;
    private const int LongestText = 100;

    /// <summary>The key with which reading goes on: no other lies between, because all keys of a month have the same length.</summary>
    public string From => After.Length == 0 ? "" : After + "0";

    public static RunCursor Behind(RunIndexKey key)
    {
        ArgumentNullException.ThrowIfNull(key);
        return new(key.Month, key.RowKey);
    }

    /// <summary>The cursor that a text stands for, or null for a text that none of ours can be.</summary>
    public static RunCursor? Parse(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        if (text.Length is 0 or > LongestText || !Base64Url.IsValid(text))
        {
            return null;
        }

        var plain = Encoding.UTF8.GetString(Base64Url.DecodeFromChars(text));
        return plain.Length >= MonthLength && plain[..MonthLength].All(char.IsAsciiDigit)
            && plain[MonthLength..].All(character => char.IsAsciiLetterOrDigit(character) || character == '-')
            ? new(plain[..MonthLength], plain[MonthLength..])
            : null;
    }

    public override string ToString() => Base64Url.EncodeToString(Encoding.UTF8.GetBytes(Month + After));
}
