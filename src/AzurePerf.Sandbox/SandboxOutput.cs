using System.Runtime.InteropServices;
using AzurePerf.Sandbox.Native;
using AzurePerf.Sandbox.Processes;
using Microsoft.Win32.SafeHandles;

namespace AzurePerf.Sandbox;

/// <summary>Opens what a program left in its folder, with the worker's rights: so never through a link, and no pipe or device.</summary>
public static unsafe class SandboxOutput
{
    private const int CloseOnExecute = 0x80000;
    private const int NoWaiting = 0x800;

    /// <summary>Not onto another file system, through no link of any kind, and not above the folder.</summary>
    private const ulong Beneath = 0x1 | 0x2 | 0x4 | 0x8;

    /// <summary>Null when there is no such regular file, or only a way out of the folder.</summary>
    /// <exception cref="PlatformNotSupportedException">This machine refuses the call: that says nothing about the file.</exception>
    /// <exception cref="IOException">The machine cannot open it, such as without free descriptors: that says nothing either.</exception>
    /// <param name="folder">The folder of the program, after its end.</param>
    /// <param name="name">Relative path of the file.</param>
    public static FileStream? Open(string folder, string name) => Open(folder, name, out _);

    /// <summary>The same, with what tells several names of one file from several files.</summary>
    /// <exception cref="PlatformNotSupportedException">This machine refuses the call: that says nothing about the file.</exception>
    /// <exception cref="IOException">The machine cannot open it, such as without free descriptors: that says nothing either.</exception>
    /// <param name="folder">The folder of the program, after its end.</param>
    /// <param name="name">Relative path of the file.</param>
    /// <param name="identity">Device and inode; zeros where there is none.</param>
    public static FileStream? Open(string folder, string name, out (ulong Device, ulong Inode) identity)
    {
        identity = default;
        var directory = LibC.Open(folder, CloseOnExecute, 0);
        if (directory < 0)
        {
            return NoneOrFailure(Marshal.GetLastPInvokeError());
        }

        var how = stackalloc ulong[3];
        how[0] = CloseOnExecute | NoWaiting;
        how[2] = Beneath;
        var path = Marshal.StringToCoTaskMemUTF8(name);
        var descriptor = LibC.SystemCall(SystemCallTable.Embedded.Number("openat2"), directory, path, (nint)how, 24, 0, 0);
        var errno = descriptor < 0 ? Marshal.GetLastPInvokeError() : 0;
        Marshal.FreeCoTaskMem(path);
        _ = LibC.Close(directory);
        if (descriptor < 0)
        {
            return errno is Errno.NotImplemented or Errno.NotPermitted
                ? throw new PlatformNotSupportedException("The call openat2 is refused here: what a program left cannot be opened safely.")
                : NoneOrFailure(errno);
        }

        var handle = new SafeFileHandle((nint)descriptor, ownsHandle: true);
        if (FileFacts.Of($"/proc/self/fd/{descriptor}", out _) is { IsRegular: true } facts)
        {
            identity = (facts.Device, facts.Inode);
            return new(handle, FileAccess.Read);
        }

        handle.Dispose();
        return null;
    }

    /// <summary>None for what a program can bring about: no such file, a link or a way out, no right to read it, a socket or a
    /// device.</summary>
    private static FileStream? NoneOrFailure(int errno) =>
        errno is Errno.NoSuchFile or Errno.NoFolder or Errno.TooManyLinks or Errno.CrossesDevices or Errno.AccessDenied
            or Errno.NameTooLong or Errno.NoDevice
            ? null
            : throw new IOException($"Opening what the program left failed{Errno.With(errno)}.");
}
