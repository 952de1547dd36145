using System.Globalization;
using AzurePerf.Sandbox.Native;
using AzurePerf.Sandbox.Programs;

namespace AzurePerf.Sandbox.Processes;

/// <summary>The processes of a program: all of its session, which none of them can leave, because the filter refuses setsid.</summary>
internal static class ProcessTree
{
    /// <summary>The processes of a session that still run.</summary>
    public static List<ProcessStat> Of(int session)
    {
        var found = new List<ProcessStat>();
        foreach (var id in ProcFile.Processes())
        {
            if (Stat(id) is { } stat && stat.Session == session && stat.State is not ('Z' or 'X'))
            {
                found.Add(stat);
            }
        }

        return found;
    }

    public static ProcessStat? Stat(int process)
    {
        Span<byte> line = stackalloc byte[1024];
        return ProcessStat.Parse(line[..ProcFile.Read(process, "stat", line)]);
    }

    /// <summary>Memory that is not of files, resident or swapped out; pages that a fork shares count for each.</summary>
    public static long MemoryBytes(int process)
    {
        Span<byte> text = stackalloc byte[4096];
        return ProcessMemory.Bytes(text[..ProcFile.Read(process, "status", text)]);
    }

    /// <summary>How many threads a user has on this machine, as the kernel counts them against its limit.</summary>
    public static int ThreadsOfUser(uint user) => ProcFile.Processes()
        .Where(id => FileFacts.Of(string.Create(CultureInfo.InvariantCulture, $"/proc/{id}"), out _)?.Owner == user)
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
}
