using System.Globalization;
using System.Net;

namespace AzurePerf.Cli.Local.Postgres;

/// <summary>A folder that is gone with this process, or when the next one is made after it was killed.</summary>
internal sealed class LocalFolder : IDisposable
{
    private readonly DirectoryInfo _folder;

    private LocalFolder(DirectoryInfo folder) => _folder = folder;

    public string Path => _folder.FullName;

    /// <summary>Makes one that only this user can open.</summary>
    /// <param name="prefix">Begins its name; what processes of this machine left that were killed begins with it too.</param>
    /// <exception cref="LocalStartException">There is no room for one, or no right to make it.</exception>
    public static LocalFolder Make(string prefix)
    {
        try
        {
            // Another machine, or a container, may have the same folder for temporary files, and its processes cannot be seen here.
            prefix += Dns.GetHostName() + "-";
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

        // A name with more parts is of a host whose name begins as this one's.
        bool IsLeft(string folder) => System.IO.Path.GetFileName(folder)[prefix.Length..].Split('-') is [var process, _]
            && int.TryParse(process, NumberStyles.None, CultureInfo.InvariantCulture, out var id) && !Runs(id);
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
