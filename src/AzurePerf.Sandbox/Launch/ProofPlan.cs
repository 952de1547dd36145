namespace AzurePerf.Sandbox.Launch;

/// <summary>What a launcher tries inside the sandbox instead of a program. Every attempt is harmless if it succeeds.</summary>
internal static unsafe class ProofPlan
{
    /// <summary>The only attempt that must succeed: a sandbox in which nothing works proves nothing.</summary>
    public const string OwnFile = "write a file in its folder";

    public const string OtherFile = "read /etc/passwd";
    public const string OtherFolder = "list /";
    public const string FolderAbove = "write next to its folder";
    public const string WorkerMemory = "open the worker's memory (/proc)";
    public const string WorkerEnvironment = "open the worker's environment (/proc)";
    public const string WorkerMemoryByCall = "read the worker's memory (process_vm_readv)";
    public const string SignalWorker = "signal the worker";
    public const string InternetSocket = "open an internet socket";
    public const string LocalSocket = "open a local socket";
    public const string Ring = "set up io_uring";
    public const string Namespace = "make a user namespace";
    public const string Memory = "make a file in memory";

    /// <summary>What may not be there to be reached: an image can be without it, and /proc can hide the processes of others.</summary>
    public static readonly IReadOnlyList<string> MayBeMissing = [OtherFile, WorkerMemory, WorkerEnvironment];

    /// <summary>How many attempts there are: fewer prove nothing.</summary>
    public const int Attempts = 13;

    private const int Here = -100;
    private const int WriteCreate = 0x41;

    public static IReadOnlyList<LaunchStep> Of(LaunchResources prepared, int worker)
    {
        var vector = NativeMemoryBlock.Take(16);
        *(byte**)vector = NativeMemoryBlock.Take(16);
        *(nint*)(vector + 8) = 8;
        return
        [
            .. LaunchPlan.SetUp(prepared),
            Open(OwnFile, "azureperf-proof", WriteCreate),
            Open(OtherFile, "/etc/passwd", 0),
            Open(OtherFolder, "/", 0),
            Open(FolderAbove, "../azureperf-proof", WriteCreate),
            Open(WorkerMemory, $"/proc/{worker}/mem", 0),
            Open(WorkerEnvironment, $"/proc/{worker}/environ", 0),
            Attempt(WorkerMemoryByCall, "process_vm_readv", worker, (nint)vector, 1, (nint)vector, 1, 0),
            Attempt(SignalWorker, "kill", worker, 0),
            Attempt(InternetSocket, "socket", 2, 1),
            Attempt(LocalSocket, "socket", 1, 1),
            Attempt(Ring, "io_uring_setup", 1, (nint)NativeMemoryBlock.Take(128)),
            Attempt(Namespace, "unshare", 0x10000000),
            Attempt(Memory, "memfd_create", (nint)NativeMemoryBlock.Text("proof"), 0),
            new("", "exit_group", 0),
        ];

        LaunchStep Open(string name, string path, int flags) =>
            Attempt(name, "openat", Here, (nint)NativeMemoryBlock.Text(path), flags, 0x180, 0, 0);
    }

    private static LaunchStep Attempt(string name, string call, nint a, nint b = 0, nint c = 0, nint d = 0, nint e = 0, nint f = 0) =>
        new(name, call, a, b, c, d, e, f) { IsAttempt = true };
}
