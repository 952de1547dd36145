using System.Runtime.InteropServices;

namespace AzurePerf.Sandbox.Native;

/// <summary>
/// The C library, mostly its <c>syscall</c>: wrappers such as setresuid change all threads, and what the sandbox does is meant for one.
/// </summary>
internal static unsafe partial class LibC
{
    [LibraryImport("libc", EntryPoint = "syscall", SetLastError = true)]
    public static partial nint SystemCall(nint number, nint a, nint b, nint c, nint d, nint e, nint f);

    public static nint SystemCall(nint number, nint a = 0, nint b = 0, nint c = 0) => SystemCall(number, a, b, c, 0, 0, 0);

    [LibraryImport("libc", EntryPoint = "pipe2", SetLastError = true)]
    public static partial int Pipe(int* ends, int flags);

    [LibraryImport("libc", EntryPoint = "open", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    public static partial int Open(string path, int flags, int mode);

    [LibraryImport("libc", EntryPoint = "open", SetLastError = true)]
    public static partial int Open(byte* path, int flags, int mode);

    [LibraryImport("libc", EntryPoint = "read", SetLastError = true)]
    public static partial nint Read(int descriptor, byte* buffer, nint count);

    [LibraryImport("libc", EntryPoint = "write", SetLastError = true)]
    public static partial nint Write(int descriptor, byte* buffer, nint count);

    [LibraryImport("libc", EntryPoint = "close", SetLastError = true)]
    public static partial int Close(int descriptor);

    [LibraryImport("libc", EntryPoint = "kill", SetLastError = true)]
    public static partial int Kill(int process, int signal);

    [LibraryImport("libc", EntryPoint = "signal", SetLastError = true)]
    public static partial nint SetSignal(int signal, nint handler);

    [LibraryImport("libc", EntryPoint = "getpid")]
    public static partial int ProcessId();

    [LibraryImport("libc", EntryPoint = "getppid")]
    public static partial int ParentProcessId();

    [LibraryImport("libc", EntryPoint = "geteuid")]
    public static partial uint UserId();

    [LibraryImport("libc", EntryPoint = "prctl", SetLastError = true)]
    public static partial int ProcessControl(int option, nuint a, nuint b, nuint c, nuint d);

    [LibraryImport("libc", EntryPoint = "lchown", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    public static partial int ChangeOwner(string path, uint user, uint group);

    [LibraryImport("libc", EntryPoint = "wait4", SetLastError = true)]
    public static partial int Wait(int process, int* status, int options, byte* usage);

    [LibraryImport("libc", EntryPoint = "posix_spawn", StringMarshalling = StringMarshalling.Utf8)]
    public static partial int Spawn(int* process, string path, byte* actions, byte* attributes, byte** arguments, byte** environment);

    [LibraryImport("libc", EntryPoint = "posix_spawn_file_actions_init")]
    public static partial int InitializeActions(byte* actions);

    [LibraryImport("libc", EntryPoint = "posix_spawn_file_actions_adddup2")]
    public static partial int AddDuplicate(byte* actions, int descriptor, int target);

    [LibraryImport("libc", EntryPoint = "posix_spawnattr_init")]
    public static partial int InitializeAttributes(byte* attributes);

    [LibraryImport("libc", EntryPoint = "posix_spawnattr_setflags")]
    public static partial int SetFlags(byte* attributes, short flags);
}
