using AzurePerf.Cli.Output;

namespace AzurePerf.Cli.Api;

/// <summary>A file that only its owner may read.</summary>
internal static class SecretFile
{
    private const UnixFileMode ForOthers =
        UnixFileMode.GroupRead | UnixFileMode.GroupWrite | UnixFileMode.GroupExecute | UnixFileMode.OtherRead | UnixFileMode.OtherWrite
            | UnixFileMode.OtherExecute;

    /// <summary>Its text.</summary>
    /// <param name="path">Where it is.</param>
    /// <param name="option">The option that named it, for the complaint.</param>
    /// <exception cref="CommandFailure">It cannot be read, or others may.</exception>
    public static string Read(string path, string option)
    {
        // Before its rights are looked at: a folder with the rights of a file cannot be opened any more.
        InputText.RequireFile(path, option);
        try
        {
            if (!OperatingSystem.IsWindows() && (File.GetUnixFileMode(path) & ForOthers) != 0)
            {
                throw CommandFailure.Usage($"{option}: others may read or change {path}; run chmod 600 on it");
            }

            return File.ReadAllText(path);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw CommandFailure.Usage($"{option}: {exception.Message}");
        }
    }
}
