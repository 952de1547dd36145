using System.Globalization;
using AzurePerf.Probes.Processors;

namespace AzurePerf.Probes.Compute;

/// <summary>The size of the largest cache of the first processor, as Linux tells it.</summary>
internal static class LastLevelCache
{
    private const string Folder = "/sys/devices/system/cpu/cpu0/cache";

    /// <summary>Bytes; null where nobody tells, as on other systems and in some virtual machines.</summary>
    public static long? Bytes { get; } = Directory.Exists(Folder)
        ? Directory.EnumerateDirectories(Folder, "index*").Select(level => Parse(SystemFile.Read(Path.Combine(level, "size")) ?? "")).Max()
        : null;

    /// <summary>Reads "32768K" or "32M"; null for anything else.</summary>
    internal static long? Parse(string text)
    {
        var trimmed = text.Trim();
        var shift = trimmed.Length == 0 ? 0 : trimmed[^1] switch { 'K' => 10, 'M' => 20, 'G' => 30, _ => 0 };
        return long.TryParse(trimmed.AsSpan(0, trimmed.Length - (shift > 0 ? 1 : 0)), NumberStyles.None, CultureInfo.InvariantCulture,
            out var number) ? number << shift : null;
    }
}
