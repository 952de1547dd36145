using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace AzurePerf.Probes.Disks;

/// <summary>Opens files past the caches of Linux, which no option of the base library does.</summary>
internal static partial class NativeFile
{
    private const int ReadAndWrite = 0x2;
    private const int CloseOnExecute = 0x80000;
    private const int DataDurable = 0x1000;

    /// <summary>The kernel's number of O_DIRECT is another one on Arm.</summary>
    private static readonly int Direct = RuntimeInformation.ProcessArchitecture is Architecture.Arm64 or Architecture.Arm
        ? 0x10000
        : 0x4000;

    /// <summary>Opens an existing file for reading and writing with O_DIRECT: buffers, offsets and lengths must be multiples of the
    /// device's block, 4,096 bytes at most.</summary>
    /// <param name="path">The file.</param>
    /// <param name="durable">True to make each write durable before it returns (O_DSYNC).</param>
    /// <param name="error">The system's number of the error; 0 without one.</param>
    /// <returns>An invalid handle when the system refuses.</returns>
    public static SafeFileHandle OpenDirect(string path, bool durable, out int error)
    {
        var handle = new SafeFileHandle(Open(path, ReadAndWrite | CloseOnExecute | Direct | (durable ? DataDurable : 0)), ownsHandle: true);
        error = handle.IsInvalid ? Marshal.GetLastPInvokeError() : 0;
        return handle;
    }

    [LibraryImport("libc", EntryPoint = "open", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial nint Open(string path, int flags);
}
