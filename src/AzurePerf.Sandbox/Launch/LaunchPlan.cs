using AzurePerf.Sandbox.Programs;

namespace AzurePerf.Sandbox.Launch;

/// <summary>
/// The order of the set-up. Privileges go before anything that a user without them may do; the signal at the guard's end comes after the
/// change of user, which clears it; the filter is last, because it refuses most of what comes before.
/// </summary>
internal static class LaunchPlan
{
    private const int SetParentDeathSignal = 1;
    private const int SetNoNewPrivileges = 38;
    private const int AmbientCapabilities = 47;
    private const int ClearAll = 4;
    private const int KillSignal = 9;
    private const int CloseOnExecute = 4;
    private const int SetMask = 2;
    private const int SetFilter = 1;

    /// <summary>
    /// Processor time, file size, core, processes, open files, locked memory, address space, signals that wait, message queues.
    /// </summary>
    public static IReadOnlyList<int> ResourceNumbers { get; } = [0, 1, 4, 6, 7, 8, 9, 11, 12];

    public static IReadOnlyList<LaunchStep> SetUp(LaunchResources prepared) =>
    [
        new(SetUpStep.NoNewPrivileges, "prctl", SetNoNewPrivileges, 1),
        .. ChangeUser(prepared.UserId),
        new(SetUpStep.NoNewPrivileges, "prctl", AmbientCapabilities, ClearAll),
        new(SetUpStep.ParentDeath, "prctl", SetParentDeathSignal, KillSignal),
        new(SetUpStep.Parent, "getppid") { Expected = prepared.Guard },
        new(SetUpStep.EnterFolder, "chdir", prepared.Folder),
        new(SetUpStep.Landlock, "landlock_restrict_self", prepared.Ruleset),
        new(SetUpStep.Descriptors, "dup3", prepared.NullDevice),
        new(SetUpStep.Descriptors, "close_range", 3, int.MaxValue, CloseOnExecute),
        .. ResourceNumbers.Select((number, index) =>
            new LaunchStep(SetUpStep.Limit, "prlimit64", 0, number, prepared.Limits + (16 * index))),
        .. prepared.IgnoredSignals.Select(signal => new LaunchStep(SetUpStep.SignalDefaults, "rt_sigaction", signal, prepared.Zeros, 0, 8)),
        new(SetUpStep.SignalDefaults, "rt_sigprocmask", SetMask, prepared.Zeros, 0, 8),
        new(SetUpStep.Seccomp, "seccomp", SetFilter, 0, prepared.Filter),
    ];

    public static IReadOnlyList<LaunchStep> Program(LaunchResources prepared) =>
    [
        .. SetUp(prepared),
        new(SetUpStep.Execute, "write", LauncherVerb.StatusDescriptor, prepared.Announcement, StatusFrame.Bytes),
        new(SetUpStep.Execute, "execve", prepared.Program, prepared.Arguments, prepared.Environment),
    ];

    private static LaunchStep[] ChangeUser(uint? user) => user is not { } id
        ? []
        :
        [
            new(SetUpStep.User, "setgroups"),
            new(SetUpStep.User, "setresgid", (nint)id, (nint)id, (nint)id),
            new(SetUpStep.User, "setresuid", (nint)id, (nint)id, (nint)id),
        ];
}
