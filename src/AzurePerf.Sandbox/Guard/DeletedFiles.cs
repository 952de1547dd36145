using AzurePerf.Sandbox.Landlock;
using AzurePerf.Sandbox.Processes;

namespace AzurePerf.Sandbox.Guard;

/// <summary>Files that no folder lists any more, but a process has open or mapped: they take as much of the disk as others.</summary>
internal sealed class DeletedFiles
{
    private readonly Dictionary<(ulong Device, ulong Inode), long> _bytes = [];
    private readonly HashSet<ulong> _open = [];

    private DeletedFiles()
    {
    }

    public long Bytes => _bytes.Values.Sum();

    /// <summary>A process whose descriptors could not be listed, or a file whose size nobody tells.</summary>
    public bool HasHiddenPart { get; private set; }

    public static DeletedFiles Of(IReadOnlyList<ProcessStat> processes)
    {
        var deleted = new DeletedFiles();
        foreach (var process in processes)
        {
            deleted.Try(process.Id, () => deleted.AddOpen(ProcessTree.FolderOf(process)));
        }

        foreach (var process in processes)
        {
            deleted.Try(process.Id, () => deleted.AddMapped(process));
        }

        return deleted;
    }

    private void AddOpen(string process)
    {
        foreach (var descriptor in Directory.EnumerateFileSystemEntries(process + "/fd"))
        {
            if (FileFacts.Of(descriptor, out _) is { IsRegular: true, Links: 0 } file)
            {
                _bytes[(file.Device, file.Inode)] = file.Bytes;
                _ = _open.Add(file.Inode);
            }
        }
    }

    /// <summary>One that is open is counted already, known by its number alone: some file systems give two numbers of the device.</summary>
    private void AddMapped(ProcessStat process)
    {
        foreach (var line in ProcFile.Lines(ProcessTree.FolderOf(process) + "/maps"))
        {
            if (MappedFile.Parse(line) is { IsDeleted: true } mapped && !_open.Contains(mapped.Inode))
            {
                AddMapped(process, mapped);
            }
        }
    }

    /// <summary>
    /// A mapping says how long it is, not the file. The kernel tells that to a guard with the right to restore processes, and of the
    /// executable of a process to any. Files that were replaced in folders of the system are not the program's.
    /// </summary>
    private void AddMapped(ProcessStat process, MappedFile mapped)
    {
        var key = (mapped.Device, mapped.Inode);
        if (FileFacts.Of($"/proc/{process.Id}/map_files/{mapped.Range}", out _) is { } file)
        {
            _bytes[key] = file.Bytes;
        }
        else if (FileFacts.Of($"/proc/{process.Id}/exe", out _) is { } executable && executable.Inode == mapped.Inode)
        {
            _bytes[key] = executable.Bytes;
        }
        else if (!LandlockPaths.System.Any(system => mapped.Path.StartsWith(system.Path + "/", StringComparison.Ordinal)))
        {
            HasHiddenPart = true;
        }
    }

    /// <summary>A process that is gone has no files; one that is about to end shows them to nobody, and has no memory any more.</summary>
    private void Try(int process, Action add)
    {
        try
        {
            add();
        }
        catch (UnauthorizedAccessException)
        {
            HasHiddenPart |= ProcessTree.Stat(process) is { HasEnded: false } stat && ProcessTree.Memory(stat) is not null;
        }
        catch (IOException)
        {
            return;
        }
    }
}
