using AzurePerf.Sandbox.Launch;
using AzurePerf.Sandbox.Programs;

namespace AzurePerf.SandboxTests.Decisions;

public sealed class LaunchPlanTests
{
    [Fact]
    public void The_filter_is_last_and_the_change_of_user_precedes_what_it_would_undo()
    {
        var calls = LaunchPlan.Program(Prepared(61_000)).Select(step => step.Call).ToArray();

        Assert.Equal(
            [
                "prctl", "setgroups", "setresgid", "setresuid", "prctl", "prctl", "getppid", "chdir", "landlock_restrict_self", "dup3", "close_range",
                .. Enumerable.Repeat("prlimit64", 9), "rt_sigaction", "rt_sigprocmask", "seccomp", "write", "execve",
            ],
            calls);
    }

    [Fact]
    public void Without_a_user_of_its_own_no_user_is_changed() =>
        Assert.DoesNotContain(LaunchPlan.Program(Prepared(null)), step => step.Call.StartsWith("setres", StringComparison.Ordinal));

    [Fact]
    public void A_guard_that_has_ended_meanwhile_stops_the_launch() =>
        Assert.Equal(77, LaunchPlan.Program(Prepared(null)).Single(step => step.Call == "getppid").Expected);

    [Fact]
    public void A_name_of_a_step_fits_into_its_frame()
    {
        Assert.All(
            typeof(SetUpStep).GetFields().Select(field => (string)field.GetValue(null)!),
            name => Assert.InRange(name.Length, 1, StatusFrame.Bytes - 8));

        var frame = new byte[StatusFrame.Bytes];
        new StatusFrame(StatusKind.Failed, 13, SetUpStep.ParentDeath).Write(frame);
        Assert.Equal(new(StatusKind.Failed, 13, SetUpStep.ParentDeath), StatusFrame.Read(frame));
    }

    [Fact]
    public void The_environment_is_four_variables_and_what_is_given() => Assert.Equal(
        ["A=1", "HOME=/f", "LANG=C", "PATH=/usr/bin:/bin", "TMPDIR=/f"],
        ProgramEnvironment.Of("/f", new Dictionary<string, string> { ["A"] = "1", ["LANG"] = "C" }));

    private static LaunchResources Prepared(uint? user) => new()
    {
        Program = 1,
        Arguments = 2,
        Environment = 3,
        Folder = 4,
        Limits = 5,
        Filter = 6,
        Announcement = 10,
        Zeros = 7,
        Ruleset = 8,
        NullDevice = 9,
        Guard = 77,
        UserId = user,
        IgnoredSignals = [13],
    };
}
