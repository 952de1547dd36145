using AzurePerf.Core.Limits;
using AzurePerf.Core.Settings;

namespace AzurePerf.Hosting.Control;

/// <summary>The operator's prices.</summary>
internal static class PriceFile
{
    /// <summary>Reads the file that the settings name, or takes the prices that come with this build.</summary>
    /// <exception cref="SettingsException">There is no such file, or it is no price file; the message says why.</exception>
    public static PriceList Read(LimitOptions limits)
    {
        if (limits.PriceFile.Length == 0)
        {
            return PriceList.Shipped;
        }

        try
        {
            return PriceList.Read(File.ReadAllText(limits.PriceFile));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or InvalidDataException)
        {
            throw new SettingsException(
                $"{LimitOptions.Section}:{nameof(LimitOptions.PriceFile)} is {limits.PriceFile}, "
                    + $"which cannot be used: {exception.Message}");
        }
    }
}
