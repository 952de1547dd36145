using System.Buffers.Binary;
using System.Runtime.InteropServices;
using AzurePerf.Sandbox.Native;
using AzurePerf.Sandbox.Programs;

namespace AzurePerf.Sandbox.Landlock;

/// <summary>The calls that make a ruleset; the thread that becomes the program restricts itself with it later.</summary>
internal static unsafe class LandlockRuleset
{
    public const int NewestAbi = 6;

    private const int PathOnly = 0x200000 | 0x80000;

    /// <summary>The version of the kernel's Landlock, at most 6. Throws <see cref="SetUpException"/> where there is none.</summary>
    public static int Abi()
    {
        var abi = LibC.SystemCall(SystemCallTable.Embedded.Number("landlock_create_ruleset"), 0, 0, 1);
        return abi > 0 ? (int)Math.Min(abi, NewestAbi) : throw new SetUpException(SetUpStep.Landlock, Marshal.GetLastPInvokeError());
    }

    /// <summary>The descriptor of a ruleset that grants the folder and the system's paths.</summary>
    public static int Create(int abi, string folder)
    {
        var attribute = stackalloc ulong[3];
        attribute[0] = LandlockAccess.HandledFiles(abi);
        attribute[1] = LandlockAccess.HandledNetwork(abi);
        attribute[2] = LandlockAccess.Scoped(abi);
        var ruleset = (int)LibC.SystemCall(
            SystemCallTable.Embedded.Number("landlock_create_ruleset"), (nint)attribute, LandlockAccess.AttributeBytes(abi));
        Must(ruleset, SetUpStep.Landlock);
        Grant(ruleset, folder, LandlockAccess.OwnFolder & attribute[0], isNeeded: true);
        foreach (var (path, access) in LandlockPaths.System)
        {
            Grant(ruleset, path, access & attribute[0], isNeeded: false);
        }

        return ruleset;
    }

    private static void Grant(int ruleset, string path, ulong access, bool isNeeded)
    {
        var descriptor = LibC.Open(path, PathOnly, 0);
        if (descriptor < 0 && !isNeeded)
        {
            return;
        }

        Must(descriptor, SetUpStep.Folder);
        Span<byte> rule = stackalloc byte[12];
        BinaryPrimitives.WriteUInt64LittleEndian(rule, access);
        BinaryPrimitives.WriteInt32LittleEndian(rule[8..], descriptor);
        fixed (byte* pinned = rule)
        {
            Must((int)LibC.SystemCall(SystemCallTable.Embedded.Number("landlock_add_rule"), ruleset, 1, (nint)pinned), SetUpStep.Landlock);
        }

        _ = LibC.Close(descriptor);
    }

    private static void Must(int result, string step)
    {
        if (result < 0)
        {
            throw new SetUpException(step, Marshal.GetLastPInvokeError());
        }
    }
}
