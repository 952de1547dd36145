using System.Text;
using AzurePerf.Core.Files;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Programs;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage.Products;

namespace AzurePerf.Worker.Images;

/// <summary>
/// Granules on this machine's disk, so that tasks that share one read it over the network once. Workers of one machine share the folder: a
/// file gets its name when it is whole. What was not read for longest goes when the folder has grown beyond its limit; what a killed worker
/// left half written goes the same way.
/// </summary>
/// <remarks>Each process counts what it brings itself: several that share the folder may go beyond the limit by a sixteenth each.</remarks>
internal sealed class SourceCache(ProductStore store, WorkerOptions options, IIdSource ids, TimeProvider time)
{
    private const string Partial = ".part";

    /// <summary>After this long without a write, a file that is not whole is of a worker that was killed.</summary>
    private static readonly TimeSpan Abandoned = TimeSpan.FromDays(1);

    /// <summary>So long after room was made on a full disk, what is gone went for that.</summary>
    private static readonly TimeSpan FullFor = TimeSpan.FromHours(1);

    /// <summary>The folder is looked at once this part of its limit has come since, and is then left with as much free.</summary>
    private const int FreeParts = 16;

    private const UnixFileMode OwnMode = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute;

    private readonly Lock _trimming = new();
    private long _free;
    private DateTimeOffset _gaveRoom = DateTimeOffset.MinValue;

    /// <summary>The folder that is in use unless somebody says another one.</summary>
    internal string Usual { get; init; } = WorkerOptions.UsualSourceDirectory;

    /// <summary>The whole content of a source that is on this machine.</summary>
    /// <exception cref="ExecutionEndedException">Other tasks needed its room meanwhile.</exception>
    public byte[] Read(ProductName name)
    {
        var path = PathOf(name);
        try
        {
            var bytes = File.ReadAllBytes(path);
            TryTouch(path);
            return bytes;
        }
        catch (FileNotFoundException exception)
        {
            throw time.GetUtcNow() - _gaveRoom < FullFor
                ? new ExecutionEndedException(
                    FailureCause.OutOfDisk,
                    $"{name} had to make room on a full disk: it needs more room than the granules of all slots take",
                    exception)
                : new(
                    FailureCause.BlobReadFailed,
                    $"{name} had to make room for others: give {nameof(WorkerOptions.SourceBytes)} more than the granules of all slots",
                    exception);
        }
    }

    /// <summary>Brings a source to this machine, so that <see cref="Read"/> need not wait for the network.</summary>
    /// <exception cref="ExecutionEndedException">The folder takes no file of this worker, or the source is gone.</exception>
    public async Task EnsureAsync(ProductName name, CancellationToken stop)
    {
        Prepare();
        var path = PathOf(name);
        if (TryTouch(path))
        {
            return;
        }

        try
        {
            await BringAsync(name, path, stop);
        }
        catch (IOException full) when (FullDisk.IsWhy(full) && GiveRoom())
        {
            await BringAsync(name, path, stop);
        }
    }

    /// <summary>The disk is full: half of what the folder holds goes. False where it holds nothing.</summary>
    public bool GiveRoom()
    {
        lock (_trimming)
        {
            var bytes = new DirectoryInfo(options.SourceDirectory).GetFiles().Sum(file => file.Exists ? file.Length : 0);
            Trim("", bytes / 2);
            _gaveRoom = time.GetUtcNow();
            return bytes > 0;
        }
    }

    /// <summary>Lets a file count as read just now, so that others of the same task do not make it go; false where there is none.</summary>
    private bool TryTouch(string path)
    {
        try
        {
            File.SetLastAccessTimeUtc(path, time.GetUtcNow().UtcDateTime);
            return true;
        }
        catch (Exception missing) when (missing is FileNotFoundException or DirectoryNotFoundException or UnauthorizedAccessException)
        {
            // The last is somebody else's: what takes its place says why it cannot.
            return false;
        }
    }

    /// <summary>An empty file for what is on its way; it is gone when it is closed.</summary>
    /// <exception cref="ExecutionEndedException">The folder takes no file of this worker.</exception>
    public FileStream Create()
    {
        var file = NewPart(FileAccess.ReadWrite, FileOptions.DeleteOnClose | FileOptions.Asynchronous);
        MakeRoom("", 0);
        return file;
    }

    private async Task BringAsync(ProductName name, string path, CancellationToken stop)
    {
        await using var content = await store.OpenAsync(name, "", stop) ?? throw Making.Gone(name);
        var part = NewPart(FileAccess.Write, FileOptions.None);
        try
        {
            await using (part)
            {
                await content.CopyToAsync(part, stop);

                // A machine that crashes may otherwise leave a file that has its name and no content.
                part.Flush(flushToDisk: true);
            }

            if (!TryMove(part.Name, path))
            {
                return;
            }
        }
        catch
        {
            File.Delete(part.Name);
            throw;
        }

        MakeRoom(path, new FileInfo(path).Length);
    }

    /// <summary>False where another task has brought it meanwhile: on Windows nothing replaces a file that is being read.</summary>
    private static bool TryMove(string part, string path)
    {
        try
        {
            File.Move(part, path, overwrite: true);
            return true;
        }
        catch (Exception held) when (held is IOException or UnauthorizedAccessException && File.Exists(path))
        {
            File.Delete(part);
            return false;
        }
    }

    private void MakeRoom(string newest, long bytes)
    {
        lock (_trimming)
        {
            _free -= bytes;
            if (_free > 0)
            {
                return;
            }

            _free = options.SourceBytes / FreeParts;
            Trim(newest, options.SourceBytes - _free);
        }
    }

    private void Trim(string newest, long most)
    {
        var files = new DirectoryInfo(options.SourceDirectory).GetFiles().OrderByDescending(file => file.LastAccessTimeUtc);
        var (bytes, abandoned) = (0L, time.GetUtcNow().UtcDateTime - Abandoned);
        foreach (var file in files)
        {
            bytes += file.Exists ? file.Length : 0;
            var isInUse = file.FullName == newest || (file.Extension == Partial && file.LastWriteTimeUtc > abandoned);
            if (!isInUse && (bytes > most || file.Extension == Partial))
            {
                Delete(file);
            }
        }
    }

    private static void Delete(FileInfo file)
    {
        try
        {
            file.Delete();
        }
        catch (Exception held) when (held is IOException or UnauthorizedAccessException)
        {
            // Another process reads it: it goes the next time.
        }
    }

    private FileStream NewPart(FileAccess access, FileOptions how)
    {
        Prepare();
        return InFolder(() => new FileStream(
            Path.Combine(options.SourceDirectory, ids.NewId() + Partial),
            // Without a buffer nothing is left to be written on a full disk when it is closed.
            new FileStreamOptions { Mode = FileMode.CreateNew, Access = access, Options = how, BufferSize = 0 }));
    }

    /// <summary>Each time: who cleans the machine up may have taken the folder. Where anybody may have made it since, it is this user's own
    /// or of no use: others could exchange what is kept there.</summary>
    private void Prepare() => InFolder(() =>
    {
        if (options.SourceDirectory != Usual)
        {
            return Directory.CreateDirectory(options.SourceDirectory);
        }

        OwnedDirectory.Create(Usual, OwnMode);
        var folder = new DirectoryInfo(Usual);
        if (folder.LinkTarget is not null)
        {
            throw new IOException($"{Usual} is a link");
        }

        if (!OperatingSystem.IsWindows())
        {
            // Only its owner can, and root.
            folder.UnixFileMode = OwnMode;
        }

        return folder;
    });

    // Of an experiment's or a user's code this is no fault.
    private static T InFolder<T>(Func<T> make)
    {
        try
        {
            return make();
        }
        catch (Exception refused) when (refused is UnauthorizedAccessException or IOException && !FullDisk.IsWhy(refused))
        {
            throw new ExecutionEndedException(
                FailureCause.AccessDenied,
                $"The worker cannot write to its folder of granules: {refused.Message.TrimEnd('.')}. "
                + $"Set Worker:{nameof(WorkerOptions.SourceDirectory)} to a folder that its user, {Environment.UserName}, may write to",
                refused);
        }
    }

    private string PathOf(ProductName name) =>
        Path.Combine(options.SourceDirectory, FileHash.Of(Encoding.UTF8.GetBytes(name.ToString())));
}
