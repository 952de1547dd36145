using AzurePerf.Sandbox.Native;

namespace AzurePerf.Sandbox.Seccomp;

/// <summary>What a filter depends on besides the architecture.</summary>
/// <param name="LandlockAbi">What Landlock does not cover yet, the filter refuses.</param>
/// <param name="HasOwnUser">False: the program runs as the user of the worker, whose files it must not change.</param>
/// <param name="ProcessId">The process that becomes the program.</param>
internal sealed record SeccompSituation(int LandlockAbi, bool HasOwnUser, int ProcessId);

/// <summary>The rules by name that system-calls.txt gives to calls which are allowed in part.</summary>
internal static class SeccompRules
{
    /// <summary>
    /// NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET, and PARENT, which would give the guard a child it did not start.
    /// </summary>
    private const uint NamespaceFlags = 0x7E028000;

    private const uint CloneMemory = 0x100;
    private const uint CloneFiles = 0x400;
    private const uint CloneVfork = 0x4000;
    private const uint CloneThread = 0x10000;

    /// <summary>O_CREAT, and the bit of O_TMPFILE that O_DIRECTORY does not have.</summary>
    private const uint MakesFile = 0x400040;

    /// <summary>S_ISUID and S_ISGID: a file that gives its executor the user of the program.</summary>
    private const uint SetIdBits = 0xC00;

    private const uint CloseRangeUnshare = 2;
    private const uint CoreLimit = 4;

    /// <summary>MAP_SHARED with MAP_ANONYMOUS: memory that nobody is charged for once it is not touched any more.</summary>
    private const uint SharedAnonymous = 0x21;

    /// <summary>MAP_HUGETLB: the resident memory of a process is without it.</summary>
    private const uint HugePages = 0x40000;

    /// <summary>Size of the terminal and modes, FIONREAD, FIONBIO, FIOCLEX, FIONCLEX.</summary>
    private static readonly uint[] TerminalQueries = [0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451, 0x802C542A];

    /// <summary>Duplicates, flags, locks and the size of pipes: no signals by descriptor, no leases, no larger pipes.</summary>
    private static readonly uint[] OwnDescriptor = [0, 1, 2, 3, 4, 5, 6, 7, 9, 36, 37, 38, 1030, 1032];

    /// <summary>Names of threads and memory, timer slack, and questions. Not PR_SET_DUMPABLE: the guard could not look any more.</summary>
    private static readonly uint[] OwnName = [2, 3, 15, 16, 21, 23, 29, 30, 38, 39, 41, 42, 0x53564D41];

    /// <summary>
    /// The instructions for a call whose number has matched; null when it is allowed with any arguments, empty when it is refused.
    /// </summary>
    public static IReadOnlyList<BpfInstruction>? Of(string rule, SeccompSituation situation) => rule switch
    {
        "allow" => null,
        "refuse" => [],
        "not-there" => [BpfInstruction.Fail(Errno.NotImplemented)],
        "no-attributes" => [BpfInstruction.Fail(Errno.NotSupported)],
        "own-child" => OwnChild,
        "no-own-table" =>
        [
            BpfInstruction.LoadLow(2), new(BpfInstruction.JumpIfAnyBitCode, 0, 1, CloseRangeUnshare), Refuse, BpfInstruction.Allow,
        ],
        "mode-1" => NoSetId(1),
        "create-1" => NoSetIdWhereMade(1),
        "create-2" => NoSetIdWhereMade(2),
        "no-shared-memory" =>
        [
            BpfInstruction.LoadLow(3), new(BpfInstruction.JumpIfAnyBitCode, 2, 0, HugePages),
            new(BpfInstruction.AndCode, 0, 0, SharedAnonymous),
            new(BpfInstruction.JumpIfEqualCode, 0, 1, SharedAnonymous), Refuse, BpfInstruction.Allow,
        ],
        "terminal-query" => OneOf(1, TerminalQueries, Errno.NotATerminal),
        "own-descriptor" => OneOf(1, OwnDescriptor, Errno.NotPermitted),
        "own-name" => OneOf(0, OwnName, Errno.NotPermitted),
        "own-process" => OneOf(0, [0], Errno.NotPermitted),
        "own-limit" => OwnLimit,
        "no-mode" => OneOf(1, [0], Errno.NotSupported),
        "landlock-3" => situation.LandlockAbi >= 3 ? null : [],
        "scoped-signal" => situation.LandlockAbi >= 6 ? null : [],
        "own-signal" => situation.LandlockAbi >= 6 ? null : OneOf(0, [(uint)situation.ProcessId], Errno.NotPermitted),
        "own-user" => situation.HasOwnUser ? null : [],
        "own-user-mode-1" => situation.HasOwnUser ? NoSetId(1) : [],
        "own-user-mode-2" => situation.HasOwnUser ? NoSetId(2) : [],
        "own-times" => situation.HasOwnUser ? null : NoPath,
        _ => throw new ArgumentException($"{rule} is no rule of the filter", nameof(rule)),
    };

    private static BpfInstruction Refuse => BpfInstruction.Fail(Errno.NotPermitted);

    /// <summary>
    /// No namespaces. A thread shares its descriptors, because the guard lists one table a process; a process shares memory only while its
    /// parent waits for it (vfork), because the guard counts it for each.
    /// </summary>
    private static BpfInstruction[] OwnChild =>
    [
        BpfInstruction.LoadLow(0),
        new(BpfInstruction.JumpIfAnyBitCode, 5, 0, NamespaceFlags),
        new(BpfInstruction.JumpIfAnyBitCode, 0, 1, CloneThread),
        new(BpfInstruction.JumpIfAnyBitCode, 2, 3, CloneFiles),
        new(BpfInstruction.JumpIfAnyBitCode, 0, 1, CloneMemory),
        new(BpfInstruction.JumpIfAnyBitCode, 0, 1, CloneVfork),
        BpfInstruction.Allow,
        Refuse,
    ];

    /// <summary>Limits of the process itself are asked and set; that of cores is kept: at 0 a host's handler would be started.</summary>
    private static BpfInstruction[] OwnLimit =>
    [
        BpfInstruction.LoadLow(0), new(BpfInstruction.JumpIfEqualCode, 0, 7, 0),
        BpfInstruction.LoadLow(1), new(BpfInstruction.JumpIfEqualCode, 0, 4, CoreLimit),
        BpfInstruction.LoadLow(2), new(BpfInstruction.JumpIfEqualCode, 0, 3, 0),
        BpfInstruction.LoadHigh(2), new(BpfInstruction.JumpIfEqualCode, 0, 1, 0), BpfInstruction.Allow, Refuse,
    ];

    /// <summary>Times of an open file: a path, the second argument, could lead to the worker's files.</summary>
    private static BpfInstruction[] NoPath =>
    [
        BpfInstruction.LoadLow(1), new(BpfInstruction.JumpIfEqualCode, 0, 3, 0),
        BpfInstruction.LoadHigh(1), new(BpfInstruction.JumpIfEqualCode, 0, 1, 0), BpfInstruction.Allow, Refuse,
    ];

    private static BpfInstruction[] NoSetId(int mode) =>
    [
        BpfInstruction.LoadLow(mode), new(BpfInstruction.JumpIfAnyBitCode, 0, 1, SetIdBits), Refuse, BpfInstruction.Allow,
    ];

    /// <summary>The mode comes after the flags, and is any number where no file is made.</summary>
    private static BpfInstruction[] NoSetIdWhereMade(int flags) =>
    [
        BpfInstruction.LoadLow(flags), new(BpfInstruction.JumpIfAnyBitCode, 0, 3, MakesFile),
        BpfInstruction.LoadLow(flags + 1), new(BpfInstruction.JumpIfAnyBitCode, 0, 1, SetIdBits), Refuse, BpfInstruction.Allow,
    ];

    private static List<BpfInstruction> OneOf(int argument, uint[] values, int errno)
    {
        var instructions = new List<BpfInstruction> { BpfInstruction.LoadLow(argument) };
        foreach (var value in values)
        {
            instructions.Add(new(BpfInstruction.JumpIfEqualCode, 0, 1, value));
            instructions.Add(BpfInstruction.Allow);
        }

        instructions.Add(BpfInstruction.Fail(errno));
        return instructions;
    }
}
