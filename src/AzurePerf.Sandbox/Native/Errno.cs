namespace AzurePerf.Sandbox.Native;

/// <summary>Error numbers of Linux that the sandbox knows by name; they are the same on x86-64 and arm64.</summary>
internal static class Errno
{
    public const int NotPermitted = 1;
    public const int NoSuchFile = 2;
    public const int Interrupted = 4;
    public const int NoDevice = 6;
    public const int AccessDenied = 13;
    public const int CrossesDevices = 18;
    public const int NoFolder = 20;
    public const int NotATerminal = 25;
    public const int NameTooLong = 36;
    public const int NotImplemented = 38;
    public const int TooManyLinks = 40;
    public const int NotSupported = 95;

    /// <summary>Such as " with EACCES (access denied)"; nothing for 0, which is no error of the kernel.</summary>
    public static string With(int number) => number == 0 ? "" : " with " + Text(number);

    /// <summary>Such as "EACCES (access denied)".</summary>
    public static string Text(int number) => number switch
    {
        NotPermitted => "EPERM (not permitted)",
        NoSuchFile => "ENOENT (no such file)",
        7 => "E2BIG (arguments too long)",
        8 => "ENOEXEC (not an executable)",
        11 => "EAGAIN (a limit is reached)",
        12 => "ENOMEM (not enough memory)",
        AccessDenied => "EACCES (access denied)",
        14 => "EFAULT (bad address)",
        NoFolder => "ENOTDIR (not a directory)",
        22 => "EINVAL (not supported here)",
        23 or 24 => "EMFILE (too many open files)",
        NotImplemented => "ENOSYS (not in this kernel)",
        NotSupported => "EOPNOTSUPP (switched off in this kernel)",
        _ => string.Create(System.Globalization.CultureInfo.InvariantCulture, $"error {number}"),
    };
}
