using System.Buffers;
using System.Buffers.Text;
using System.Globalization;
using AzurePerf.Sandbox.Native;
using AzurePerf.Sandbox.Programs;

namespace AzurePerf.Sandbox.Processes;

/// <summary>The processes of a program: all of its session, which none of them can leave, because the filter refuses setsid.</summary>
internal static class ProcessTree
{
    private const int ShortStatus = 4096;

    /// <summary>A process has at most 65,536 groups.</summary>
    private const int LongestStatus = 1 << 20;

    /// <summary>The processes of a session that still run.</summary>
    public static IEnumerable<ProcessStat> Of(int session) => All(session).Where(process => !process.HasEnded);

    /// <summary>Those that have ended, too, whose parent has not asked how: each still has its id.</summary>
    public static IEnumerable<ProcessStat> All(int session)
    {
        foreach (var id in ProcFile.Processes())
        {
            if (Stat(id) is { } stat && stat.Session == session)
            {
                yield return stat;
            }
        }
    }

    public static ProcessStat? Stat(int process)
    {
        Span<byte> line = stackalloc byte[1024];
        return ProcessStat.Parse(line[..ProcFile.Read(process, "stat", line)]);
    }

    /// <summary>Null when the process has ended meanwhile. Pages that a fork shares count for each.</summary>
    public static ProcessMemory? Memory(in ProcessStat process)
    {
        var first = process.HasEndedFirst ? null : ReadStatus(process.Id, "status", ProcessMemory.Parse);
        return first ?? (LivingThread(process.Id) is { } thread
            ? ReadStatus(process.Id, Invariant($"task/{thread}/status"), ProcessMemory.Parse)
            : null);
    }

    /// <summary>
    /// Whether a process that was sent SIGSTOP stops at the end of the call into the kernel that it is in: until then the signal waits, or
    /// a thread that was not in one stands still already. False for one that was woken again.
    /// </summary>
    public static bool IsStopping(in ProcessStat process) => ReadStatus(process.Id, "status", HasStopWaiting)
        || ProcFile.Threads(process.Id).Any(StandsStill(process.Id));

    /// <summary>
    /// The folder in /proc through which descriptors and mappings are seen. The first thread of a process can end before the others, and
    /// then shows neither.
    /// </summary>
    public static string FolderOf(in ProcessStat process) => process.HasEndedFirst && LivingThread(process.Id) is { } thread
        ? Invariant($"/proc/{process.Id}/task/{thread}")
        : Invariant($"/proc/{process.Id}");

    /// <summary>The state of a thread that has not ended; of the first one where it has not.</summary>
    public static char State(in ProcessStat process) => process.HasEndedFirst && LivingThread(process.Id) is { } thread
        ? ThreadState(process.Id, thread)
        : process.State;

    /// <summary>How many threads a user has on this machine, as the kernel counts them against its limit.</summary>
    public static int ThreadsOfUser(uint user) => ProcFile.Processes()
        .Where(id => FileFacts.Of(Invariant($"/proc/{id}"), out _)?.Owner == user)
        .Sum(id => Stat(id)?.Threads ?? 0);

    /// <summary>Ends every process of a session: at once by its group, and one by one what the group does not have.</summary>
    public static void End(int session)
    {
        _ = LibC.Kill(-session, Signals.Kill);
        foreach (var process in Of(session))
        {
            _ = LibC.Kill(process.Id, Signals.Kill);
        }
    }

    /// <summary>Null when the process has ended meanwhile.</summary>
    private static int? LivingThread(int process)
    {
        foreach (var thread in ProcFile.Threads(process))
        {
            if (ThreadState(process, thread) is not ('Z' or 'X'))
            {
                return thread;
            }
        }

        return null;
    }

    private static char ThreadState(int process, int thread)
    {
        Span<byte> line = stackalloc byte[1024];
        return ProcessStat.Parse(line[..ProcFile.Read(process, Invariant($"task/{thread}/stat"), line)])?.State ?? 'X';
    }

    private static Func<int, bool> StandsStill(int process) => thread => ThreadState(process, thread) is 'T';

    /// <summary>The line of the signals that wait for the whole process, such as "ShdPnd: 0000000000040000".</summary>
    private static bool HasStopWaiting(ReadOnlySpan<byte> status)
    {
        var name = "\nShdPnd:"u8;
        var at = status.IndexOf(name);
        return at >= 0
            && Utf8Parser.TryParse(status[(at + name.Length)..].TrimStart(" \t"u8), out ulong waiting, out _, 'x')
            && (waiting & (1UL << (Signals.Stop - 1))) != 0;
    }

    /// <summary>It has the groups of its user before the lines that are read: of a user of many groups it is long.</summary>
    private static T ReadStatus<T>(int process, string file, Func<ReadOnlySpan<byte>, T> parse)
    {
        Span<byte> text = stackalloc byte[ShortStatus];
        var read = ProcFile.Read(process, file, text);
        if (read < text.Length)
        {
            return parse(text[..read]);
        }

        var whole = ArrayPool<byte>.Shared.Rent(LongestStatus);
        try
        {
            return parse(whole.AsSpan(0, ProcFile.Read(process, file, whole)));
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(whole);
        }
    }

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
