using System.Diagnostics;
using AzurePerf.Sandbox.Programs;
using AzurePerf.SandboxTests.Programs;

namespace AzurePerf.SandboxTests.Workers;

/// <summary>The proof at start, also on kernels that lack a part: there a filter takes it away.</summary>
public sealed class ProofTests
{
    private const int LandlockCreateRuleset = 444;
    private const int NotImplemented = 38;
    private const int Invalid = 22;

    private static int Seccomp => SandboxRoomArchitecture.Number("seccomp");

    [Theory]
    [CombinatorialRunsAs]
    public async Task The_proof_holds_and_every_attempt_was_refused(RunsAs runsAs)
    {
        using var room = new SandboxRoom(runsAs);

        var proof = await room.ProveAsync();

        Assert.Null(proof.Refusal);
        Assert.Equal(["write a file in its folder"], proof.Attempts.Where(attempt => attempt.Errno == 0).Select(attempt => attempt.Name));
        Assert.InRange(proof.LandlockAbi, 1, 6);
        TestContext.Current.TestOutputHelper?.WriteLine(string.Join("\n", proof.Attempts));
    }

    [Theory]
    [CombinatorialRunsAs(Alike = true)]
    public async Task Without_Landlock_programs_are_refused_in_one_sentence(RunsAs runsAs)
    {
        using var room = new SandboxRoom(runsAs, Without(LandlockCreateRuleset, NotImplemented));

        var proof = await room.ProveAsync();
        var result = await room.RunAsync("/bin/true", SandboxRoom.Limits, TestContext.Current.CancellationToken);

        Assert.Equal("User programs are refused: restricting files (Landlock) failed here with ENOSYS (not in this kernel).", proof.Refusal);
        Assert.Equal("The sandbox could not be set up: restricting files (Landlock) failed with ENOSYS (not in this kernel).", result.Sentence);
        Assert.Equal(1, proof.AtOnce(4));
    }

    [Theory]
    [CombinatorialRunsAs(Alike = true)]
    public async Task Without_seccomp_programs_are_refused_in_one_sentence(RunsAs runsAs)
    {
        using var room = new SandboxRoom(runsAs, Without(Seccomp, Invalid));

        var proof = await room.ProveAsync();
        var result = await room.RunAsync("/bin/true", SandboxRoom.Limits, TestContext.Current.CancellationToken);

        Assert.Equal("User programs are refused: filtering system calls (seccomp) failed here with EINVAL (not supported here).", proof.Refusal);
        Assert.Equal(SandboxEnd.NotSetUp, result.End);
    }

    [Fact]
    public async Task A_folder_from_which_nothing_is_executed_refuses_programs_in_one_sentence()
    {
        using var room = new SandboxRoom(RunsAs.RootWithOwnUser);
        Assert.SkipUnless(await ToolAsync("mount", "-t", "tmpfs", "-o", "noexec", "azureperf-noexec", room.Folder) == 0, "no file system can be mounted here");
        try
        {
            var proof = await room.ProveAsync();

            Assert.Equal("User programs are refused: their folders lie on a file system from which nothing is executed (noexec).", proof.Refusal);
            Assert.False(proof.IsBreached);
        }
        finally
        {
            await ToolAsync("umount", room.Folder);
        }
    }

    [Fact]
    public async Task A_command_that_is_no_guard_is_no_sandbox()
    {
        using var room = new SandboxRoom(RunsAs.OrdinaryUser, new("/bin/false", []));

        var result = await room.RunAsync("/bin/true", SandboxRoom.Limits, TestContext.Current.CancellationToken);

        Assert.Equal((SandboxEnd.NotSetUp, "keeping the guard of the program"), (result.End, result.FailedStep));
    }

    private static async Task<int> ToolAsync(string tool, params string[] arguments)
    {
        using var process = Process.Start(tool, arguments);
        await process.WaitForExitAsync(CancellationToken.None);
        return process.ExitCode;
    }

    private static SandboxCommand Without(int number, int errno) =>
        new(TestPrograms.Deny, [$"{number}", $"{errno}", TestPrograms.Worker.FileName]);
}
