using AzurePerf.Sandbox.Native;
using AzurePerf.Sandbox.Processes;
using AzurePerf.Sandbox.Programs;

namespace AzurePerf.Sandbox.Guard;

/// <summary>Looks at what a program uses, with the program's user for files: so the guard needs no right to trace others.</summary>
internal sealed class UsageWatch(int session, string folder, SandboxLimits limits, TimeProvider clock)
{
    /// <summary>Files and mappings can take long to look at: the disk is looked at for at most a fifth of the time.</summary>
    private const int Rest = 4;

    private readonly long _began = clock.GetTimestamp();
    private long _nextDiskLook = long.MinValue;
    private DiskUsage _disk;
    private int _hiddenLooks;

    public TimeSpan Elapsed => clock.GetElapsedTime(_began);

    /// <summary>Files are opened as the program's user from here on: to others /proc does not show what its processes have open.</summary>
    public static void TakeUserForFiles(uint user)
    {
        _ = LibC.SystemCall(SystemCallTable.Embedded.Number("setfsgid"), (nint)user);
        _ = LibC.SystemCall(SystemCallTable.Embedded.Number("setfsuid"), (nint)user);
    }

    public SandboxUsage Look(bool isLast = false)
    {
        var processes = ProcessTree.Of(session);
        var now = clock.GetTimestamp();
        if (isLast || now >= _nextDiskLook)
        {
            _disk = LookAtDisk(processes);
            var after = clock.GetTimestamp();
            _nextDiskLook = after + (Rest * (after - now));
        }

        return new(
            processes.Sum(process => ProcessTree.MemoryBytes(process.Id)), _disk.Bytes, _disk.Files,
            processes.Sum(process => process.Threads), Elapsed, _disk.IsHidden);
    }

    private DiskUsage LookAtDisk(List<ProcessStat> processes)
    {
        var files = FolderUsage.Of(folder, limits.Files);
        var deleted = new DeletedFiles();
        foreach (var process in processes)
        {
            deleted.Add(process.Id);
        }

        // One look can meet a process between two programs, when nobody may look at it.
        _hiddenLooks = deleted.HasHiddenPart ? _hiddenLooks + 1 : 0;
        return new(files.Bytes + deleted.Bytes, files.Files, files.HasHiddenPart || _hiddenLooks > 2);
    }

    private readonly record struct DiskUsage(long Bytes, int Files, bool IsHidden);
}
