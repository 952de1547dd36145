using System.Runtime.InteropServices;

namespace AzurePerf.Core.Schedules;

/// <summary>Windows' own names of time zones. The runtime looks them up only where it knows cultures, which it does not here.</summary>
internal static partial class WindowsZones
{
    private const int LongestName = 128;

    /// <summary>The name of a zone of the IANA database; null when there is none, or Windows is too old to tell. On Windows only.</summary>
    public static string? NameOf(string name)
    {
        var (found, status) = (new char[LongestName], 0);
        try
        {
            var length = WindowsNameOf(name, name.Length, found, found.Length, ref status);

            // Below 0 are warnings, above it errors.
            return status <= 0 && length > 0 ? new(found, 0, length) : null;
        }
        catch (Exception absent) when (absent is DllNotFoundException or EntryPointNotFoundException)
        {
            return null;
        }
    }

    [LibraryImport("icu", EntryPoint = "ucal_getWindowsTimeZoneID", StringMarshalling = StringMarshalling.Utf16)]
    private static partial int WindowsNameOf(string name, int length, [Out] char[] windowsName, int capacity, ref int status);
}
