using System.Diagnostics;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Programs;

namespace AzurePerf.Worker.Programs;

/// <summary>
/// The folders that programs run in, one for each execution. Those of one process lie in a folder with a lock next to it: what a killed
/// worker left is removed by the next that starts.
/// </summary>
internal sealed partial class ProgramFolders(WorkerProgramOptions settings, IIdSource ids, ILogger<ProgramFolders> logger) : IDisposable
{
    private const string LockEnding = ".lock";
    private const string PackagesName = "packages";

    /// <summary>What the top folder of a file system has.</summary>
    private const string LostAndFound = "lost+found";

    /// <summary>Says that a directory is one of programs, in which folders may be removed.</summary>
    private const string Mark = ".azureperf-programs";

    // Programs have a user of their own and must come through, but see no names.
    private const UnixFileMode PassedThrough =
        UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute | UnixFileMode.GroupExecute | UnixFileMode.OtherExecute;

    private const UnixFileMode PackagesMode = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute;

    private readonly string _id = ids.NewId();
    private readonly Lock _making = new();
    private FileStream? _lock;

    /// <summary>The command that removes folders.</summary>
    internal string Remover { get; init; } = "rm";

    /// <summary>Where packages are kept.</summary>
    public string Packages => Path.Combine(settings.Directory, PackagesName);

    private string Own => Path.Combine(settings.Directory, _id);

    /// <summary>Makes an empty folder for a program.</summary>
    /// <exception cref="IOException">The disk does not take it, or somebody else owns the place.</exception>
    /// <exception cref="UnauthorizedAccessException">The same.</exception>
    public string Create()
    {
        lock (_making)
        {
            Prepare();
        }

        MakePassedThrough(Own);
        var folder = Path.Combine(Own, ids.NewId());
        OwnedDirectory.Create(folder, PassedThrough);
        return folder;
    }

    /// <summary>Makes the folder of packages where there is none: who cleans the machine up may have taken it as old.</summary>
    /// <exception cref="IOException">The disk does not take it, or somebody else owns the place.</exception>
    /// <exception cref="UnauthorizedAccessException">The same.</exception>
    public void MakePackages()
    {
        lock (_making)
        {
            Prepare();
            OwnedDirectory.Create(Packages, PackagesMode);
        }
    }

    /// <summary>Removes a folder with all in it, however deep it is, after the last process of the program has ended.</summary>
    public async Task RemoveAsync(string folder)
    {
        // Paths may be longer than a call takes, which it copes with. It follows no link.
        await RunAsync(Remover, "-rf", "--", folder);
        if (Directory.Exists(folder))
        {
            // Folders without the right to enter them. It does not follow links either.
            await RunAsync("chmod", "-R", "u+rwx", "--", folder);
            await RunAsync(Remover, "-rf", "--", folder);
        }

        if (Directory.Exists(folder))
        {
            LogKept(folder);
        }
    }

    /// <summary>The same after an execution, whose result or failure counts whether its folder can be removed or not. What stays is
    /// removed by the next worker that starts.</summary>
    public async Task RemoveOrLogAsync(string folder)
    {
        try
        {
            await RemoveAsync(folder);
        }
        catch (Exception failure) when (failure is not OutOfMemoryException)
        {
            LogNotRemoved(folder, failure);
        }
    }

    public void Dispose()
    {
        if (_lock is not null)
        {
            if (Directory.Exists(Own))
            {
                DeleteIfEmpty(Own);
            }

            _lock.Dispose();
            DeleteLockOfGone(Own);
        }
    }

    /// <summary>Each time: where who cleans the machine up took the directory away, anybody may have made it since.</summary>
    private void Prepare()
    {
        OwnedDirectory.Create(settings.Directory, PassedThrough);
        if (new DirectoryInfo(settings.Directory).LinkTarget is not null)
        {
            throw new IOException($"{settings.Directory} is a link");
        }

        if (_lock is not null && File.Exists(Own + LockEnding))
        {
            TakeDirectory();
        }
        else
        {
            _lock?.Dispose();
            _lock = null;
            MakeOwn();
        }
    }

    /// <summary>Only its owner can, and root.</summary>
    private void TakeDirectory() => MakePassedThrough(settings.Directory);

    private void MakeOwn()
    {
        var mark = Path.Combine(settings.Directory, Mark);
        if (!File.Exists(mark) && !Directory.EnumerateFileSystemEntries(settings.Directory).All(IsOurs))
        {
            throw new IOException($"{settings.Directory} has other files: give Programs:Directory a folder of its own");
        }

        TakeDirectory();
        File.WriteAllBytes(mark, []);
        var held = OpenLock(Own, FileMode.OpenOrCreate);
        try
        {
            OwnedDirectory.Create(Packages, PackagesMode);
            foreach (var folder in Directory.GetDirectories(settings.Directory).Where(folder => folder != Own && folder != Packages))
            {
                RemoveLeft(folder);
            }
        }
        catch
        {
            // The next try begins anew.
            held.Dispose();
            throw;
        }

        _lock = held;
    }

    /// <summary>The mark can be gone, taken as old by who cleans the machine up: such a directory is still one of programs.</summary>
    private static bool IsOurs(string entry) => Path.GetFileName(entry) is LostAndFound || IsPackages(entry)
        || IdText.IsValid(Path.GetFileName(entry.EndsWith(LockEnding, StringComparison.Ordinal) ? entry[..^LockEnding.Length] : entry));

    /// <summary>Others may have a folder of that name too.</summary>
    private static bool IsPackages(string entry) => Path.GetFileName(entry) == PackagesName && Directory.Exists(entry)
        && Directory.EnumerateFileSystemEntries(entry).All(file => ProgramPackages.IsPackage(Path.GetFileName(file)));

    /// <summary>Makes a folder where there is none, and opens it as far as programs need, whatever the worker's umask takes away.</summary>
    private static void MakePassedThrough(string folder)
    {
        OwnedDirectory.Create(folder, PassedThrough);
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(folder, PassedThrough);
        }
    }

    /// <summary>Of a worker that is gone: there is its lock, and nobody holds it.</summary>
    private void RemoveLeft(string folder)
    {
        using var held = TryLock(folder);
        if (held is null)
        {
            return;
        }

        // In the background of a start it would race with the next worker's.
        RemoveAsync(folder).GetAwaiter().GetResult();
        DeleteLockOfGone(folder);
    }

    /// <summary>A folder that could not be removed keeps its lock, without which no later worker would try.</summary>
    private static void DeleteLockOfGone(string folder)
    {
        if (!Directory.Exists(folder))
        {
            File.Delete(folder + LockEnding);
        }
    }

    private static FileStream OpenLock(string folder, FileMode mode) =>
        new(folder + LockEnding, mode, FileAccess.ReadWrite, FileShare.None);

    private static FileStream? TryLock(string folder)
    {
        try
        {
            return OpenLock(folder, FileMode.Open);
        }
        catch (IOException)
        {
            // Another process has it, or there is none.
            return null;
        }
    }

    private static void DeleteIfEmpty(string folder)
    {
        if (!Directory.EnumerateFileSystemEntries(folder).Any())
        {
            Directory.Delete(folder);
        }
    }

    private static async Task RunAsync(string command, params string[] arguments)
    {
        using var process = Process.Start(new ProcessStartInfo(command, arguments) { RedirectStandardError = true })
            ?? throw new InvalidOperationException($"{command} did not start");
        await process.StandardError.ReadToEndAsync(CancellationToken.None);
        await process.WaitForExitAsync(CancellationToken.None);
    }

    [LoggerMessage(Level = LogLevel.Warning, Message = "The folder {Folder} of a program that has ended cannot be removed")]
    private partial void LogKept(string folder);

    [LoggerMessage(Level = LogLevel.Warning, Message = "Removing the folder {Folder} of a program that has ended failed")]
    private partial void LogNotRemoved(string folder, Exception failure);
}
