using AzurePerf.Sandbox.Native;
using AzurePerf.Sandbox.Programs;

namespace AzurePerf.Sandbox.Guard;

/// <summary>Looks at what a program uses. Of a thread that has taken the program's user for files: so it needs no right to trace others.</summary>
internal sealed class UsageWatch(int session, string folder, SandboxLimits limits, TimeProvider clock)
{
    /// <summary>A folder that takes long to look at is looked at for at most a fifth of the time.</summary>
    private const int Rest = 4;

    private readonly long _began = clock.GetTimestamp();
    private long _nextFolderLook;
    private FolderUsage? _folder;
    private int _hiddenLooks;

    public TimeSpan Elapsed => clock.GetElapsedTime(_began);

    /// <summary>Files of the program's user are opened as that user from here on; /proc shows the descriptors of its processes only to it.</summary>
    public static void TakeUserForFiles(uint user)
    {
        _ = LibC.SystemCall(SystemCallTable.Embedded.Number("setfsgid"), (nint)user);
        _ = LibC.SystemCall(SystemCallTable.Embedded.Number("setfsuid"), (nint)user);
    }

    public SandboxUsage Look(bool isLast = false)
    {
        var processes = ProcessTree.Of(session);
        var deleted = new DeletedFiles();
        var memory = 0L;
        var threads = 0;
        foreach (var process in processes)
        {
            memory += ProcessTree.MemoryBytes(process.Id);
            threads += process.Threads;
            deleted.Add(process.Id);
        }

        var files = LookAtFolder(isLast);
        // One look can meet a process between two programs, when nobody may look at it.
        _hiddenLooks = deleted.HasHiddenPart ? _hiddenLooks + 1 : 0;
        return new(memory, files.Bytes + deleted.Bytes, files.Files, threads, Elapsed, files.HasHiddenPart || _hiddenLooks > 2);
    }

    private FolderUsage LookAtFolder(bool isLast)
    {
        var now = clock.GetTimestamp();
        if (_folder is { } known && !isLast && now < _nextFolderLook)
        {
            return known;
        }

        _folder = FolderUsage.Of(folder, limits.Files);
        var after = clock.GetTimestamp();
        _nextFolderLook = after + (Rest * (after - now));
        return _folder;
    }
}
