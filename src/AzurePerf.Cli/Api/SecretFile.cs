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
        if (string.IsNullOrWhiteSpace(path))
        {
            throw CommandFailure.Usage($"{option}: name a file");
        }

        if (Directory.Exists(path))
        {
            // Whoever took the rights of a file from a folder could not enter it any more.
            throw CommandFailure.Usage($"{option}: {path} is a folder, and a file is needed");
        }

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
