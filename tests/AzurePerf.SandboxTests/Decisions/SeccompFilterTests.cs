using System.Runtime.InteropServices;
using AzurePerf.Sandbox.Native;
using AzurePerf.Sandbox.Seccomp;

namespace AzurePerf.SandboxTests.Decisions;

/// <summary>What the filters of both architectures decide, without a kernel.</summary>
public sealed class SeccompFilterTests
{
    private const uint Allowed = 0x7FFF0000;
    private const uint Killed = 0x80000000;
    private const uint NotPermitted = 0x00050001;
    private const uint NotThere = 0x00050026;
    private const ulong SharedAnonymous = 0x21;

    public static TheoryData<Architecture> Architectures => [Architecture.X64, Architecture.Arm64];

    [Theory]
    [MemberData(nameof(Architectures))]
    public void A_call_of_the_list_is_allowed_and_every_other_refused(Architecture architecture)
    {
        var table = SystemCallTable.Embedded;
        var filter = Filter(architecture, new(6, true, 7));
        var allowed = table.Rows.Where(row => row.Rule is "allow" or "own-user" or "own-times" or "landlock-3" or "scoped-signal" or "own-signal")
            .Select(row => row.NumberOn(architecture)).Where(number => number >= 0).ToHashSet();
        var partly = table.Rows.Where(row => row.Rule is not "refuse").Select(row => row.NumberOn(architecture)).ToHashSet();

        for (var number = 0; number <= SeccompFilter.NewestNumber; number++)
        {
            var decided = Decide(filter, architecture, number);
            if (!partly.Contains(number) || allowed.Contains(number))
            {
                Assert.Equal((number, allowed.Contains(number) ? Allowed : NotPermitted), (number, decided));
            }
        }

        Assert.Equal(NotThere, Decide(filter, architecture, SeccompFilter.NewestNumber + 1));
    }

    [Theory]
    [MemberData(nameof(Architectures))]
    public void Another_architecture_and_numbers_of_x32_kill(Architecture architecture)
    {
        var filter = Filter(architecture, new(6, true, 7));

        Assert.Equal(Killed, BpfMachine.Run(filter, 0x40000003, 20));
        Assert.Equal(Killed, BpfMachine.Run(filter, SeccompFilter.AuditArchitecture(architecture == Architecture.X64 ? Architecture.Arm64 : Architecture.X64), 39));
        Assert.Equal(Killed, Decide(filter, architecture, 0x40000000 + 39));
    }

    [Theory]
    [MemberData(nameof(Architectures))]
    public void Arguments_decide_where_a_call_is_allowed_in_part(Architecture architecture)
    {
        var filter = Filter(architecture, new(6, true, 7));

        Assert.Equal(Allowed, Of("clone", 0x3D0F00));
        Assert.Equal(NotPermitted, Of("clone", 0x10000011));
        Assert.Equal(NotPermitted, Of("clone", 0x8011));
        Assert.Equal(NotPermitted, Of("clone", 0x10B00));
        Assert.Equal(NotPermitted, Of("clone", 0x111));
        Assert.Equal(Allowed, Of("clone", 0x4111));
        Assert.Equal(Allowed, Of("clone", 0x11));
        Assert.Equal(Allowed, Of("close_range", 3, 9, 4));
        Assert.Equal(NotPermitted, Of("close_range", 3, 9, 2));
        Assert.Equal(Allowed, Of("openat", 3, 9, 0x241, 0x1B6));
        Assert.Equal(NotPermitted, Of("openat", 3, 9, 0x241, 0x9ED));
        Assert.Equal(NotPermitted, Of("openat", 3, 9, 0x410002, 0x400));
        Assert.Equal(Allowed, Of("openat", 3, 9, 0x10000, 0x9ED));
        Assert.Equal(NotThere, Of("openat2"));
        Assert.Equal(Allowed, Of("fchmod", 3, 0x1ED));
        Assert.Equal(NotPermitted, Of("fchmod", 3, 0x9ED));
        Assert.Equal(NotPermitted, Of("fchmodat", 3, 9, 0x5ED));
        Assert.Equal(Allowed, Of("prlimit64", 0, 4, 0, 9));
        Assert.Equal(Allowed, Of("prlimit64", 0, 7, 9));
        Assert.Equal(NotPermitted, Of("prlimit64", 0, 4, 9));
        Assert.Equal(NotPermitted, Of("prlimit64", 0, 4, 1UL << 40));
        Assert.Equal(NotThere, Of("clone3"));
        Assert.Equal(Allowed, Of("mmap", 0, 4096, 3, 0x22));
        Assert.Equal(Allowed, Of("mmap", 0, 4096, 3, 0x01));
        Assert.Equal(NotPermitted, Of("mmap", 0, 4096, 3, SharedAnonymous));
        Assert.Equal(NotPermitted, Of("mmap", 0, 4096, 3, SharedAnonymous | 0x2));
        Assert.Equal(NotPermitted, Of("mmap", 0, 4096, 3, 0x40022));
        Assert.Equal(Allowed, Of("prlimit64", 0));
        Assert.Equal(NotPermitted, Of("prlimit64", 8));
        Assert.Equal(NotPermitted, Of("fcntl", 1, 8));
        Assert.Equal(Allowed, Of("fcntl", 1, 1030));
        Assert.Equal(Allowed, Of("prctl", 15));
        Assert.Equal(NotPermitted, Of("prctl", 4));
        Assert.Equal(0x00050019u, Of("ioctl", 1, 0x5412));
        Assert.Equal(0x0005005Fu, Of("fallocate", 1, 1));
        Assert.Equal(0x0005005Fu, Of("setxattr"));
        Assert.Equal(0x0005005Fu, Of("listxattr"));
        Assert.Equal(0x0005005Fu, Of("fgetxattr"));

        uint Of(string call, params ulong[] arguments) => Decide(filter, architecture, SystemCallTable.Embedded.Number(call, architecture), arguments);
    }

    [Theory]
    [MemberData(nameof(Architectures))]
    public void What_Landlock_does_not_cover_the_filter_refuses(Architecture architecture)
    {
        var older = Filter(architecture, new(2, true, 7));

        Assert.Equal(NotPermitted, Of("truncate"));
        Assert.Equal(NotPermitted, Of("kill", 7));
        Assert.Equal(NotPermitted, Of("tkill", 7));
        Assert.Equal(Allowed, Of("tgkill", 7));
        Assert.Equal(NotPermitted, Of("tgkill", 8));

        uint Of(string call, params ulong[] arguments) => Decide(older, architecture, SystemCallTable.Embedded.Number(call, architecture), arguments);
    }

    [Theory]
    [MemberData(nameof(Architectures))]
    public void A_program_of_the_workers_own_user_changes_modes_and_times_of_open_files_only(Architecture architecture)
    {
        var filter = Filter(architecture, new(6, false, 7));

        Assert.Equal(NotPermitted, Of("fchmodat"));
        Assert.Equal(Allowed, Of("fchmod"));
        Assert.Equal(Allowed, Of("utimensat", 3, 0));
        Assert.Equal(NotPermitted, Of("utimensat", 3, 1));
        Assert.Equal(NotPermitted, Of("utimensat", 3, 1UL << 40));

        uint Of(string call, params ulong[] arguments) => Decide(filter, architecture, SystemCallTable.Embedded.Number(call, architecture), arguments);
    }

    [Theory]
    [MemberData(nameof(Architectures))]
    public void The_kernel_takes_a_filter_of_this_size(Architecture architecture) => Assert.InRange(Filter(architecture, new(1, false, 7)).Length, 100, 4096);

    [Fact]
    public void No_name_and_no_number_is_twice_in_the_table()
    {
        var rows = SystemCallTable.Embedded.Rows;

        Assert.Equal(rows.Count, rows.DistinctBy(row => row.Name).Count());
        Assert.Distinct(rows.Select(row => row.X64).Where(number => number >= 0));
        Assert.Distinct(rows.Select(row => row.Arm64).Where(number => number >= 0));
    }

    private static BpfInstruction[] Filter(Architecture architecture, SeccompSituation situation) =>
        SeccompFilter.Compile(SystemCallTable.Embedded, architecture, situation);

    private static uint Decide(BpfInstruction[] filter, Architecture architecture, int number, params ulong[] arguments) =>
        BpfMachine.Run(filter, SeccompFilter.AuditArchitecture(architecture), (uint)number, arguments);
}
