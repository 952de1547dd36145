using System.Diagnostics;
using System.Globalization;
using AzurePerf.Sandbox.Native;
using AzurePerf.Sandbox.Processes;
using AzurePerf.Sandbox.Programs;
using AzurePerf.SandboxTests.Programs;

namespace AzurePerf.SandboxTests.Workers;

/// <summary>What is left of a program when its worker, or its guard, is killed.</summary>
public sealed class LostWorkerTests
{
    private const int Kill = 9;
    private const int Stop = 19;

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Theory]
    [CombinatorialRunsAs]
    public async Task Nothing_is_left_a_second_after_a_worker_was_killed(RunsAs runsAs)
    {
        using var room = new SandboxRoom(runsAs);
        File.Copy(TestPrograms.Attack, Path.Combine(room.Folder, "attack"));
        using var worker = Process.Start(new ProcessStartInfo(
            TestPrograms.Dotnet,
            [
                "exec", Path.Combine(AppContext.BaseDirectory, "AzurePerf.TestProcess.dll"), "sandbox", room.Folder,
                (room.Own ?? 0).ToString(CultureInfo.InvariantCulture), room.Command.FileName, .. room.Command.Arguments,
            ])
        { RedirectStandardOutput = true })!;
        var guard = int.Parse((await worker.StandardOutput.ReadLineAsync(Cancelled))!, CultureInfo.InvariantCulture);
        await ProcessWatch.ProgramAsync(room, "attack");

        Assert.Equal(0, LibC.Kill(worker.Id, Kill));

        await room.NoneLeftAsync();
        await worker.WaitForExitAsync(Cancelled);
        await SandboxRoom.EndsAsync(guard);
    }

    [Theory]
    [CombinatorialRunsAs]
    public async Task Nothing_is_left_after_a_guard_was_killed(RunsAs runsAs)
    {
        using var room = new SandboxRoom(runsAs);
        File.Copy(TestPrograms.Attack, Path.Combine(room.Folder, "attack"));
        await using var guard = await SandboxGuard.StartAsync(room.Command, Cancelled);
        var running = guard.RunAsync(room.Request("attack", SandboxRoom.Limits, "stay"), Cancelled);
        await ProcessWatch.ProgramAsync(room, "attack");

        Assert.Equal(0, LibC.Kill(guard.ProcessId, Kill));

        Assert.Equal((SandboxEnd.NotSetUp, "keeping the guard of the program"), ((await running).End, (await running).FailedStep));
        await room.NoneLeftAsync();
    }

    [Fact]
    public async Task Nothing_is_left_after_a_guard_was_killed_while_its_launcher_becomes_the_program()
    {
        using var room = new SandboxRoom(RunsAs.OrdinaryUser);
        await using var guard = await SandboxGuard.StartAsync(room.Command, Cancelled);
        Assert.Equal(0, LibC.Kill(LauncherOf(guard), Stop));
        var running = guard.RunAsync(room.Request("/bin/true", SandboxRoom.Limits), Cancelled);
        await ProcessWatch.ThreadAsync(guard.ProcessId, "worker");

        Assert.Equal(0, LibC.Kill(guard.ProcessId, Kill));

        Assert.Equal(SandboxEnd.NotSetUp, (await running).End);
        await room.NoneLeftAsync();
    }

    [Fact]
    public async Task A_launcher_that_dies_was_no_program()
    {
        using var room = new SandboxRoom(RunsAs.OrdinaryUser);
        await using var guard = await SandboxGuard.StartAsync(room.Command, Cancelled);

        Assert.Equal(0, LibC.Kill(LauncherOf(guard), Kill));
        var result = await guard.RunAsync(room.Request("/bin/true", SandboxRoom.Limits), Cancelled);

        Assert.Equal((SandboxEnd.NotSetUp, "starting the launcher"), (result.End, result.FailedStep));
    }

    [Fact]
    public async Task A_guard_leaves_signals_of_keyboard_and_service_manager_to_its_worker()
    {
        using var room = new SandboxRoom(RunsAs.OrdinaryUser);
        await using var guard = await SandboxGuard.StartAsync(room.Command, Cancelled);

        foreach (var signal in new[] { 1, 2, 3, 15 })
        {
            Assert.Equal(0, LibC.Kill(guard.ProcessId, signal));
        }

        Assert.True((await guard.RunAsync(room.Request("/bin/sh", SandboxRoom.Limits, "-c", "kill -TERM $$; exit 1"), Cancelled)) is { End: SandboxEnd.Signalled, Code: 15 });
    }

    [Fact]
    public async Task A_guard_that_gets_no_program_ends_with_its_launcher()
    {
        using var room = new SandboxRoom(RunsAs.OrdinaryUser);
        await using (var guard = await SandboxGuard.StartAsync(room.Command, Cancelled))
        {
            Assert.True(Directory.Exists($"/proc/{guard.ProcessId}"));
        }

        await room.NoneLeftAsync();
    }

    private static int LauncherOf(SandboxGuard guard) =>
        ProcFile.Processes().Single(id => ProcessTree.Stat(id) is { } stat && stat.Parent == guard.ProcessId);
}
