using System.Runtime.InteropServices;

namespace AzurePerf.Worker.Execution;

/// <summary>The memory that native code of this process has allocated.</summary>
internal static partial class NativeHeap
{
    /// <summary>Gives what is free in it back to the system, where the C library can do that: glibc.</summary>
    public static void Trim()
    {
        if (!OperatingSystem.IsLinux())
        {
            return;
        }

        try
        {
            _ = Trim(0);
        }
        catch (EntryPointNotFoundException)
        {
            // musl gives memory back by itself.
        }
    }

    [LibraryImport("libc", EntryPoint = "malloc_trim")]
    private static partial int Trim(nuint kept);
}
