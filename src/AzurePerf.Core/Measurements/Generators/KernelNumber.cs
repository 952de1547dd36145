using System.Globalization;

namespace AzurePerf.Core.Measurements.Generators;

/// <summary>A number in one of the kernel's text files.</summary>
internal static class KernelNumber
{
    /// <summary>Null when the word is not one, such as the "max" or "-1" of no limit.</summary>
    public static long? Parse(string word) =>
        long.TryParse(word, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : null;
}
