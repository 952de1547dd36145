using System.Globalization;
using AzurePerf.Sandbox.Native;
using AzurePerf.Sandbox.Programs;

namespace AzurePerf.Sandbox.Processes;

/// <summary>The processes of a program: all of its session, which none of them can leave, because the filter refuses setsid.</summary>
internal static class ProcessTree
{
    /// <summary>The processes of a session that still run.</summary>
    public static IEnumerable<ProcessStat> Of(int session)
    {
        foreach (var id in ProcFile.Processes())
        {
            if (Stat(id) is { HasEnded: false } stat && stat.Session == session)
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
        Span<byte> text = stackalloc byte[4096];
        var first = process.HasEndedFirst ? null : ProcessMemory.Parse(text[..ProcFile.Read(process.Id, "status", text)]);
        return first ?? (LivingThread(process.Id) is { } thread
            ? ProcessMemory.Parse(text[..ProcFile.Read(process.Id, Invariant($"task/{thread}/status"), text)])
            : null);
    }

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

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
