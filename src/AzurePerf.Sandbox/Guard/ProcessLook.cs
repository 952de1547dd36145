using AzurePerf.Sandbox.Processes;

namespace AzurePerf.Sandbox.Guard;

/// <summary>The processes of a program at one look, each with its memory as it was when the look met it.</summary>
internal sealed class ProcessLook
{
    /// <summary>This many ended processes do not count: each stays for a moment, until the program has asked how it ended.</summary>
    private const int MostEnded = 16;

    private readonly List<(ProcessStat Stat, ProcessMemory Memory)> _seen = [];
    private int _running;
    private int _ended;

    private ProcessLook()
    {
    }

    /// <summary>One has ended between its entry and its memory.</summary>
    public bool HasLost { get; private set; }

    public IEnumerable<ProcessStat> Processes => _seen.Select(seen => seen.Stat);

    /// <summary>Those that run, and those that have ended without anybody asking how, beyond a few: they take ids of the machine.</summary>
    public int Threads => _running + Math.Max(0, _ended - MostEnded);

    public long MemoryBytes => _seen.Sum(seen => seen.Memory.Bytes);

    /// <summary>
    /// What may have been counted twice: of processes with an address space as large as that of their parent. After vfork it is the same
    /// one until the child executes a program.
    /// </summary>
    public long TwiceBytes => _seen.Where(child => _seen.Exists(other => IsParent(other, child))).Sum(child => child.Memory.Bytes);

    /// <summary>No process runs: all are stopped, or wait in the kernel for one that is.</summary>
    public bool StandsStill => !HasLost && _seen.TrueForAll(seen => StandsStillNow(seen.Stat));

    /// <summary>No process runs, or only such as stop at the end of the call into the kernel that they are in.</summary>
    public bool IsStopping => !HasLost && _seen.TrueForAll(seen => StandsStillNow(seen.Stat) || ProcessTree.IsStopping(seen.Stat));

    private IEnumerable<int> Ids => _seen.Select(seen => seen.Stat.Id);

    /// <param name="session">Of the program.</param>
    /// <param name="mostThreads">With more than that the look ends: how many there are is of no interest any more, and a fork bomb makes
    /// them faster than they can be read.</param>
    public static ProcessLook Take(int session, int mostThreads = int.MaxValue)
    {
        var look = new ProcessLook();
        foreach (var process in ProcessTree.All(session).TakeWhile(_ => look.Threads <= mostThreads))
        {
            if (process.HasEnded)
            {
                look._ended++;
            }
            else if (ProcessTree.Memory(process) is { } memory)
            {
                look._seen.Add((process, memory));
                look._running += process.Threads;
            }
            else
            {
                look.HasLost = true;
            }
        }

        return look;
    }

    /// <summary>True when processes have come or gone, so that memory could have moved from one to another during this look.</summary>
    public bool Differs(ProcessLook? before) => HasLost || (before is not null && !before.Ids.SequenceEqual(Ids));

    private static bool StandsStillNow(ProcessStat stat) => ProcessTree.State(stat) is 'T' or 't' or 'D' or 'X';

    private static bool IsParent((ProcessStat Stat, ProcessMemory Memory) parent, (ProcessStat Stat, ProcessMemory Memory) child) =>
        parent.Stat.Id == child.Stat.Parent && parent.Memory.VirtualBytes == child.Memory.VirtualBytes;
}
