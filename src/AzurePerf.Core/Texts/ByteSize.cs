using System.Globalization;
using System.Text.RegularExpressions;

namespace AzurePerf.Core.Texts;

/// <summary>Sizes as people write them, and as <see cref="NumberFormat.Size"/> shows them: "64 KiB", "1.5MB", "512 B".</summary>
public static partial class ByteSize
{
    private static readonly (string Suffix, long Bytes)[] Units =
    [
        ("KiB", 1L << 10), ("MiB", 1L << 20), ("GiB", 1L << 30), ("TiB", 1L << 40),
        ("kB", 1_000), ("KB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000), ("TB", 1_000_000_000_000), ("B", 1),
    ];

    /// <summary>What a size may end in: powers of 1,024, then of 1,000, then bytes.</summary>
    public static IReadOnlyList<string> Suffixes { get; } = [.. Units.Select(unit => unit.Suffix)];

    /// <summary>The bytes of a number with one of the <see cref="Suffixes"/>; null for any other text, for a part of a byte and above
    /// 2^63 - 1.</summary>
    public static long? Read(string text)
    {
        text = WithoutGroups(text);
        var (suffix, bytes) = Units.FirstOrDefault(unit => text.EndsWith(unit.Suffix, StringComparison.Ordinal));
        return suffix is not null
            && decimal.TryParse(text[..^suffix.Length].Trim(), NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var count)
            && count <= long.MaxValue / bytes && count * bytes == decimal.Truncate(count * bytes)
            ? (long)(count * bytes)
            : null;
    }

    /// <summary>The same text with no commas between thousands of sizes, so that it can be split at commas: "1,500 B" becomes "1500 B".
    /// Only with a blank before the unit, as <see cref="NumberFormat.Size"/> writes it: "64,128KiB" are two sizes.</summary>
    public static string WithoutGroups(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        return GroupComma().Replace(text, "");
    }

    [GeneratedRegex(@"(?<=(?<![\w.])[1-9][0-9]{0,2}(,[0-9]{3})*),(?=[0-9]{3}(,[0-9]{3})*\s+([KMGT]i?|k)?B\b)")]
    private static partial Regex GroupComma();
}
