using AzurePerf.Cli.Output;

namespace AzurePerf.Cli.Images;

/// <summary>The folder that files are brought into. A file gets its name when it is whole and not before, so that a download which ends
/// early leaves no half file.</summary>
/// <param name="folder">Made where it is not there.</param>
internal sealed class DownloadFolder(DirectoryInfo folder)
{
    /// <summary>No server can name what begins so: its names begin with no dot.</summary>
    private const string Unfinished = ".azureperf-unfinished-";

    private static readonly TimeSpan Abandoned = TimeSpan.FromHours(1);

    /// <summary>Its path.</summary>
    public string Path => folder.FullName;

    /// <summary>Size of a file in bytes; null where there is none.</summary>
    public long? SizeOf(RunFile file) => new FileInfo(PathOf(file)) is { Exists: true } known ? known.Length : null;

    /// <summary>Opens a file that is there.</summary>
    /// <exception cref="CommandFailure">It cannot be read.</exception>
    public FileStream Open(RunFile file) => Guard(() => File.OpenRead(PathOf(file)), "read");

    /// <summary>Removes what downloads that were broken off left. A file that was written to within the last hour may belong to one that
    /// goes on, and one that cannot be removed stays.</summary>
    /// <param name="now">The time.</param>
    public void RemoveAbandoned(DateTimeOffset now)
    {
        FileInfo[] unfinished = folder.Exists ? Guard(() => folder.GetFiles(Unfinished + "*"), "read") : [];
        foreach (var file in unfinished.Where(file => now - file.LastWriteTimeUtc > Abandoned))
        {
            try
            {
                file.Delete();
            }
            catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
            {
                // It takes room and does no harm.
            }
        }
    }

    /// <summary>Writes a file, whole or not at all.</summary>
    /// <param name="file">The file.</param>
    /// <param name="write">Writes its content.</param>
    /// <param name="replaces">Whether one that is there is replaced.</param>
    /// <returns>Its size in bytes; null where one is there and stays.</returns>
    /// <exception cref="CommandFailure">It cannot be written.</exception>
    public async Task<long?> WriteAsync(RunFile file, Func<Stream, Task> write, bool replaces)
    {
        var (path, unfinished) = (PathOf(file), System.IO.Path.Combine(Path, Unfinished + System.IO.Path.GetRandomFileName()));
        Guard(() => Directory.CreateDirectory(System.IO.Path.GetDirectoryName(path)!), "written");
        var created = Guard(() => new FileStream(unfinished, FileMode.CreateNew, FileAccess.Write, FileShare.None), "written");
        try
        {
            long bytes;
            await using (var stream = created)
            {
                await write(stream);
                await stream.FlushAsync();
                bytes = stream.Length;
            }

            File.Move(unfinished, path, overwrite: replaces);
            return bytes;
        }
        catch (IOException) when (!replaces && File.Exists(path))
        {
            return null;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw Complaint(exception, "written");
        }
        finally
        {
            Guard(() => File.Delete(unfinished), "written");
        }
    }

    private string PathOf(RunFile file) => System.IO.Path.Combine([Path, .. file.Path.Split('/')]);

    private void Guard(Action action, string what) => Guard(
        () =>
        {
            action();
            return true;
        },
        what);

    private T Guard<T>(Func<T> action, string what)
    {
        try
        {
            return action();
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw Complaint(exception, what);
        }
    }

    private CommandFailure Complaint(Exception exception, string what) =>
        new($"{Path} cannot be {what}: {exception.Message}", cause: exception);
}
