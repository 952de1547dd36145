using AzurePerf.Sandbox.Native;

namespace AzurePerf.Sandbox.Guard;

/// <summary>What a folder's file system still has for users without rights, by statfs, which is the same on x86-64 and arm64.</summary>
internal readonly unsafe record struct FreeSpace(long Bytes, long Files)
{
    private const int BlockBytesField = 1;
    private const int AvailableBlocksField = 4;
    private const int AllFilesField = 5;
    private const int FreeFilesField = 6;
    private const int FragmentBytesField = 9;
    private const int FlagsField = 10;
    private const long NoExecution = 8;

    /// <summary>Null when it cannot be asked. A file system that counts no files has room for any number.</summary>
    public static FreeSpace? Of(string folder)
    {
        var facts = stackalloc long[32];
        if (!Ask(folder, facts))
        {
            return null;
        }

        var block = facts[FragmentBytesField] > 0 ? facts[FragmentBytesField] : facts[BlockBytesField];
        return new(facts[AvailableBlocksField] * block, facts[AllFilesField] > 0 ? facts[FreeFilesField] : long.MaxValue);
    }

    /// <summary>Whether the file system is one from which nothing is executed (noexec); false when it cannot be asked.</summary>
    public static bool ExecutesNothing(string folder)
    {
        var facts = stackalloc long[32];
        return Ask(folder, facts) && (facts[FlagsField] & NoExecution) != 0;
    }

    /// <summary>True below the reserve: then the program ends, even if others filled it, so that the machine goes on.</summary>
    public static bool IsShort(FreeSpace? space, long reserveBytes, long reserveFiles) =>
        space is { } known && (known.Bytes < reserveBytes || known.Files < reserveFiles);

    private static bool Ask(string folder, long* facts)
    {
        var path = System.Runtime.InteropServices.Marshal.StringToCoTaskMemUTF8(folder);
        var result = LibC.SystemCall(SystemCallTable.Embedded.Number("statfs"), path, (nint)facts);
        System.Runtime.InteropServices.Marshal.FreeCoTaskMem(path);
        return result == 0;
    }
}
