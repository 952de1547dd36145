namespace AzurePerf.Sandbox.Landlock;

/// <summary>The rights of Landlock by version of its interface (ABI 1 to 6; a newer kernel is used as 6).</summary>
internal static class LandlockAccess
{
    public const ulong Execute = 1 << 0;
    public const ulong WriteFile = 1 << 1;
    public const ulong ReadFile = 1 << 2;
    public const ulong ReadFolder = 1 << 3;
    public const ulong RemoveFolder = 1 << 4;
    public const ulong RemoveFile = 1 << 5;
    public const ulong MakeFolder = 1 << 7;
    public const ulong MakeFile = 1 << 8;
    public const ulong MakeLink = 1 << 12;
    public const ulong Refer = 1 << 13;
    public const ulong Truncate = 1 << 14;

    /// <summary>Of system folders.</summary>
    public const ulong ReadAndExecute = Execute | ReadFile | ReadFolder;

    /// <summary>Of a device or file that is written, not executed.</summary>
    public const ulong ReadAndWrite = ReadFile | WriteFile;

    /// <summary>Of the program's folder: all but devices, sockets and named pipes.</summary>
    public const ulong OwnFolder =
        ReadAndExecute | WriteFile | RemoveFolder | RemoveFile | MakeFolder | MakeFile | MakeLink | Refer | Truncate;

    /// <summary>The rights of files that a kernel of this version handles, and so refuses where no rule grants them.</summary>
    public static ulong HandledFiles(int abi) => abi switch
    {
        1 => (1UL << 13) - 1,
        2 => (1UL << 14) - 1,
        3 or 4 => (1UL << 15) - 1,
        _ => (1UL << 16) - 1,
    };

    /// <summary>Binding and connecting TCP.</summary>
    public static ulong HandledNetwork(int abi) => abi >= 4 ? 3UL : 0;

    /// <summary>Abstract sockets of UNIX and signals to processes outside.</summary>
    public static ulong Scoped(int abi) => abi >= 6 ? 3UL : 0;

    /// <summary>Bytes of struct landlock_ruleset_attr.</summary>
    public static int AttributeBytes(int abi) => abi switch { < 4 => 8, < 6 => 16, _ => 24 };
}
