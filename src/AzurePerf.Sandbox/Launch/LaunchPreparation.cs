using System.Globalization;
using System.Runtime.InteropServices;
using AzurePerf.Sandbox.Landlock;
using AzurePerf.Sandbox.Native;
using AzurePerf.Sandbox.Processes;
using AzurePerf.Sandbox.Programs;
using AzurePerf.Sandbox.Seccomp;

namespace AzurePerf.Sandbox.Launch;

/// <summary>All that is made before the first step, while the launcher still has its rights and its runtime its memory.</summary>
internal static unsafe class LaunchPreparation
{
    /// <summary>The kernel's limit counts what ended this moment, too: the guard's count comes first.</summary>
    private const int ProcessSlack = 16;

    /// <summary>Threads that the worker, its other programs and containers of the host may start later as the same user: the limit
    /// stays as it was at the start, and one that others reach would fail this program. The guard's count ends a bomb.</summary>
    private const int SharedUserSlack = 4096;

    /// <summary>No core is written, as with 0; but for 0 a host's own handler of cores would be started.</summary>
    private const int NoCore = 1;

    /// <summary>Signals with data, and timers: the kernel has memory for each.</summary>
    private const int WaitingSignals = 256;

    private const int ReadWriteCloseOnExecute = 0x80002;

    public static LaunchResources Prepare(SandboxRequest request, int guard, int abi)
    {
        var folder = Path.TrimEndingDirectorySeparator(request.Folder);
        var program = Path.Combine(folder, request.Program);
        var hasOwnUser = request.UserId is not null;
        return new()
        {
            Program = (nint)NativeMemoryBlock.Text(program),
            Arguments = (nint)NativeMemoryBlock.Texts([program, .. request.Arguments]),
            Environment = (nint)NativeMemoryBlock.Texts(ProgramEnvironment.Of(folder, request.Environment)),
            Folder = (nint)NativeMemoryBlock.Text(folder),
            Limits = (nint)Limits(request.Limits, hasOwnUser ? ProcessSlack : SharedUserSlack + ProcessTree.ThreadsOfUser(LibC.UserId())),
            Filter = (nint)Filter(new(abi, hasOwnUser, LibC.ProcessId())),
            Announcement = (nint)Announcement(),
            Zeros = (nint)NativeMemoryBlock.Take(64),
            Ruleset = LandlockRuleset.Create(abi, folder),
            NullDevice = LibC.Open("/dev/null", ReadWriteCloseOnExecute, 0),
            Guard = guard,
            UserId = request.UserId,
            IgnoredSignals = IgnoredSignals(),
        };
    }

    /// <summary>Makes the program the first that the kernel ends when the machine has no memory left.</summary>
    public static void OfferFirstWhenMemoryRunsOut()
    {
        try
        {
            File.WriteAllText("/proc/self/oom_score_adj", "1000");
        }
        catch (Exception refused) when (refused is IOException or UnauthorizedAccessException)
        {
            throw new SetUpException(SetUpStep.OutOfMemory, Errno.AccessDenied);
        }
    }

    private static byte* Announcement()
    {
        var frame = NativeMemoryBlock.Take(StatusFrame.Bytes);
        new StatusFrame(StatusKind.Executing, 0, "").Write(new Span<byte>(frame, StatusFrame.Bytes));
        return frame;
    }

    private static ulong* Limits(SandboxLimits limits, int otherThreads)
    {
        // The kernel counts what the launcher has used, because it becomes the program.
        var seconds = (ulong)Math.Max(1, Math.Ceiling((limits.ProcessorTime + Environment.CpuUsage.TotalTime).TotalSeconds));
        (ulong Soft, ulong Hard)[] pairs =
        [
            (seconds, seconds + 1),
            Same(limits.FolderBytes),
            Same(NoCore),
            Same(limits.Processes + otherThreads),
            Same(limits.OpenFiles),
            Same(0),
            Same(limits.AddressSpaceBytes),
            Same(WaitingSignals),
            Same(0),
        ];
        var native = (ulong*)NativeMemoryBlock.Take(16 * pairs.Length);
        var most = stackalloc ulong[2];
        for (var i = 0; i < pairs.Length; i++)
        {
            // Only root could go above the limit that the worker itself has.
            _ = LibC.SystemCall(SystemCallTable.Embedded.Number("prlimit64"), 0, LaunchPlan.ResourceNumbers[i], 0, (nint)most, 0, 0);
            native[2 * i] = Math.Min(pairs[i].Soft, most[1]);
            native[(2 * i) + 1] = Math.Min(pairs[i].Hard, most[1]);
        }

        return native;
    }

    private static (ulong Soft, ulong Hard) Same(long limit) => ((ulong)limit, (ulong)limit);

    private static byte* Filter(SeccompSituation situation)
    {
        var instructions = SeccompFilter.Compile(SystemCallTable.Embedded, RuntimeInformation.ProcessArchitecture, situation);
        var native = NativeMemoryBlock.Take(sizeof(BpfInstruction) * instructions.Length);
        instructions.CopyTo(new Span<BpfInstruction>(native, instructions.Length));
        var header = NativeMemoryBlock.Take(16);
        *(ushort*)header = (ushort)instructions.Length;
        *(byte**)(header + 8) = native;
        return header;
    }

    private static List<int> IgnoredSignals()
    {
        var mask = 0UL;
        foreach (var line in File.ReadLines("/proc/self/status"))
        {
            if (line.StartsWith("SigIgn:", StringComparison.Ordinal))
            {
                mask = ulong.Parse(line.AsSpan(7).Trim(), NumberStyles.HexNumber, CultureInfo.InvariantCulture);
            }
        }

        return [.. Enumerable.Range(1, 64).Where(signal => (mask & (1UL << (signal - 1))) != 0)];
    }
}
