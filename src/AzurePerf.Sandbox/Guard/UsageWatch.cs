using AzurePerf.Sandbox.Native;
using AzurePerf.Sandbox.Programs;

namespace AzurePerf.Sandbox.Guard;

/// <summary>Looks at memory, processes and time of a program; threads of their own look at its disk, however long that takes.</summary>
/// <param name="session">Of the program.</param>
/// <param name="limits">Of the program.</param>
/// <param name="disk">What is known of its files.</param>
/// <param name="pause">Stops the program for a look.</param>
/// <param name="collected">How many processes have ended so far.</param>
/// <param name="clock">For the wall time.</param>
internal sealed class UsageWatch(
    int session, SandboxLimits limits, DiskWatch disk, SessionPause pause, Func<long> collected, TimeProvider clock)
{
    /// <summary>A child between vfork and its program is counted with the memory of its parent: a moment later it no longer is, half a
    /// second on a machine where it has to wait for a processor.</summary>
    private const int MostSecondLooks = 50;

    private static readonly TimeSpan BetweenSecondLooks = TimeSpan.FromMilliseconds(10);

    private readonly long _began = clock.GetTimestamp();
    private readonly StopSchedule _stops = new(TimeSpan.MaxValue / 2);
    private readonly News _noNews = new();
    private ProcessLook? _before;
    private long _collectedBefore;

    public TimeSpan Elapsed => clock.GetElapsedTime(_began);

    /// <summary>
    /// Files are opened as the program's user by this thread from here on: so the guard needs no right to trace others, to whom /proc does
    /// not show what a process has open.
    /// </summary>
    public static void TakeUserForFiles(uint? user)
    {
        if (user is { } id)
        {
            _ = LibC.SystemCall(SystemCallTable.Embedded.Number("setfsgid"), (nint)id);
            _ = LibC.SystemCall(SystemCallTable.Embedded.Number("setfsuid"), (nint)id);
        }
    }

    public SandboxUsage Look()
    {
        var look = ProcessLook.Take(session, limits.Processes);
        if (look.Threads <= limits.Processes)
        {
            look = SecondLooks(StoppedLook(look));
        }

        return Usage(look.MemoryBytes, look.Threads, disk.Latest) with { IsSpaceShort = disk.IsSpaceShort };
    }

    /// <summary>After the last process has ended, and the looks at the disk, too.</summary>
    public SandboxUsage LastLook() => Usage(0, 0, disk.LookOnce());

    private SandboxUsage Usage(long memoryBytes, int threads, DiskUsage files) =>
        new(memoryBytes, files.Bytes, files.Files, threads, Elapsed, files.IsHidden || pause.IsDefied);

    private ProcessLook StoppedLook(ProcessLook look)
    {
        var collectedNow = collected();
        var isAsked = look.Differs(_before) || collectedNow != _collectedBefore || IsNear(look);
        _before = look;
        _collectedBefore = collectedNow;
        if (!_stops.IsDue(Elapsed, isAsked) || IsOver(look.MemoryBytes))
        {
            return look;
        }

        var began = Elapsed;
        var stopped = pause.While(still => still);
        _stops.Done(began, Elapsed, isSeen: stopped is not null);
        return stopped ?? look;
    }

    private ProcessLook SecondLooks(ProcessLook look)
    {
        for (var i = 0; i < MostSecondLooks && IsOver(look.MemoryBytes) && !IsOver(look.MemoryBytes - look.TwiceBytes); i++)
        {
            _noNews.Wait(BetweenSecondLooks);
            look = ProcessLook.Take(session);
        }

        return look;
    }

    private bool IsOver(long memoryBytes) => memoryBytes > limits.MemoryBytes;

    private bool IsNear(ProcessLook look) => look.MemoryBytes > limits.MemoryBytes / 4 * 3 || look.Threads > limits.Processes / 4 * 3;
}
