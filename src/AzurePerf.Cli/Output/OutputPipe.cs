using System.Runtime.InteropServices;

namespace AzurePerf.Cli.Output;

/// <summary>Standard output where it is a pipe. The console takes whatever is written to one that nobody reads any more, and says
/// nothing.</summary>
internal static partial class OutputPipe
{
    private const int StandardOutput = 1;

    /// <summary>POLLERR and POLLHUP, the same in Linux and macOS.</summary>
    private const short Left = 0x08 | 0x10;

    /// <summary>Whether its reader has left; on Windows that is not known.</summary>
    public static bool IsAbandoned()
    {
        var output = new Watched { File = StandardOutput };
        return !OperatingSystem.IsWindows() && Poll(ref output, 1, 0) > 0 && (output.Happened & Left) != 0;
    }

    [LibraryImport("libc", EntryPoint = "poll")]
    private static partial int Poll(ref Watched files, nuint count, int milliseconds);

    /// <summary>The pollfd of libc.</summary>
    [StructLayout(LayoutKind.Sequential)]
    private struct Watched
    {
        public int File;
        public short Asked;
        public short Happened;
    }
}
