using System.Globalization;

namespace AzurePerf.Cli.Local.Postgres;

/// <summary>A folder that is gone with this process, or when the next one is made after it was killed.</summary>
internal sealed class LocalFolder : IDisposable
{
    private readonly DirectoryInfo _folder;

    private LocalFolder(DirectoryInfo folder) => _folder = folder;

    public string Path => _folder.FullName;

    /// <summary>Makes one that only this user can open.</summary>
    /// <param name="prefix">Begins its name; what processes left that were killed begins with it too.</param>
    /// <exception cref="LocalStartException">There is no room for one, or no right to make it.</exception>
    public static LocalFolder Make(string prefix)
    {
        try
        {
            RemoveLeft(prefix);
            return new(Directory.CreateTempSubdirectory(
                string.Create(CultureInfo.InvariantCulture, $"{prefix}{Environment.ProcessId}-")));
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            throw new LocalStartException(
                $"{System.IO.Path.GetTempPath()} takes no folder for databases: {failure.Message}: free space in it, or name another with "
                    + "TMPDIR");
        }
    }

    public void Dispose() => Remove(Path);

    private static void RemoveLeft(string prefix)
    {
        foreach (var left in Directory.EnumerateDirectories(System.IO.Path.GetTempPath(), prefix + "*").Where(IsLeft))
        {
            Remove(left);
        }

        bool IsLeft(string folder) => int.TryParse(
            System.IO.Path.GetFileName(folder)[prefix.Length..].Split('-')[0], NumberStyles.None, CultureInfo.InvariantCulture, out var id)
            && !Runs(id);
    }

    private static void Remove(string folder)
    {
        try
        {
            Directory.Delete(folder, recursive: true);
        }
        catch (Exception kept) when (kept is IOException or UnauthorizedAccessException)
        {
            // Somebody else's, or in use for a moment longer: the next one removes it.
            return;
        }
    }

    private static bool Runs(int processId)
    {
        try
        {
            using var process = System.Diagnostics.Process.GetProcessById(processId);
            return !process.HasExited;
        }
        catch (ArgumentException)
        {
            return false;
        }
        catch (System.ComponentModel.Win32Exception)
        {
            // Windows says nothing of processes of the system.
            return true;
        }
    }
}
