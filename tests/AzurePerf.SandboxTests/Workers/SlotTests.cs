using System.Diagnostics;
using System.Globalization;
using AzurePerf.Sandbox.Native;
using AzurePerf.Sandbox.Processes;
using AzurePerf.Sandbox.Programs;
using AzurePerf.SandboxTests.Programs;

namespace AzurePerf.SandboxTests.Workers;

/// <summary>What a worker gets where something of the sandbox itself fails.</summary>
public sealed class SlotTests
{
    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_guard_that_could_not_be_started_is_tried_again_for_the_next_program()
    {
        using var room = new SandboxRoom(RunsAs.OrdinaryUser);
        var link = room.Folder + "-worker";
        await using var slot = new SandboxSlot(room.Command with { Arguments = [.. room.Command.Arguments.SkipLast(1), link], FileName = room.Command.Arguments.Count == 0 ? link : room.Command.FileName });
        await Record.ExceptionAsync(slot.PrepareAsync);

        File.CreateSymbolicLink(link, TestPrograms.Worker.FileName);

        Assert.True((await slot.RunAsync(room.Request("/bin/true", SandboxRoom.Limits), Cancelled)).Succeeded);
    }

    [Fact]
    public async Task A_guard_that_the_machine_does_not_start_is_no_fault_of_the_program()
    {
        using var room = new SandboxRoom(RunsAs.OrdinaryUser);
        await using var slot = new SandboxSlot(new(room.Folder + "-nothing", []));

        var result = await slot.RunAsync(room.Request("/bin/true", SandboxRoom.Limits), Cancelled);

        Assert.Equal("The sandbox failed: keeping the guard of the program failed (its start failed with ENOENT (no such file)).", result.Sentence);
        Assert.Equal(SandboxEnd.NotSetUp, result.End);
    }

    [Theory]
    [CombinatorialRunsAs(Alike = true)]
    public async Task A_launcher_that_died_while_it_waited_is_replaced(RunsAs runsAs)
    {
        using var room = new SandboxRoom(runsAs);
        await using var slot = new SandboxSlot(room.Command);
        await slot.PrepareAsync();
        var launchers = ProcFile.Processes().Where(id => IsLauncherOf(id, Environment.ProcessId)).ToArray();

        Assert.Equal(0, LibC.Kill(Assert.Single(launchers), 9));

        Assert.True((await slot.RunAsync(room.Request("/bin/true", SandboxRoom.Limits), Cancelled)).Succeeded);
    }

    [Theory]
    [CombinatorialRunsAs(Alike = true)]
    public async Task A_guard_without_memory_says_so(RunsAs runsAs)
    {
        using var room = new SandboxRoom(runsAs);

        var result = await room.RunAsync("/bin/true", SandboxRoom.Limits with { LogBytes = 1 << 30 }, Cancelled);

        Assert.Equal((SandboxEnd.NotSetUp, "keeping the guard of the program"), (result.End, result.FailedStep));
        Assert.StartsWith("The sandbox failed: keeping the guard of the program failed (OutOfMemoryException", result.Sentence, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_guard_that_was_killed_is_named_with_its_signal()
    {
        using var room = new SandboxRoom(RunsAs.OrdinaryUser);
        await using var guard = await SandboxGuard.StartAsync(room.Command, Cancelled);

        Assert.Equal(0, LibC.Kill(guard.ProcessId, 9));
        var result = await guard.RunAsync(room.Request("/bin/true", SandboxRoom.Limits), Cancelled);

        Assert.Equal("The sandbox failed: keeping the guard of the program failed (it was ended by SIGKILL).", result.Sentence);
    }

    [Theory]
    [CombinatorialRunsAs(Alike = true)]
    public async Task A_program_that_is_cancelled_while_it_is_launched_was_cancelled(RunsAs runsAs)
    {
        using var room = new SandboxRoom(runsAs);
        for (var i = 0; i < 5; i++)
        {
            Assert.Equal("The program was cancelled.", (await room.RunAsync("/bin/sleep", SandboxRoom.Limits, new(canceled: true), "15")).Sentence);
        }
    }

    [Fact]
    public async Task A_request_above_a_megabyte_is_refused_in_one_sentence()
    {
        using var room = new SandboxRoom(RunsAs.OrdinaryUser);

        await using var slot = new SandboxSlot(room.Command);
        var request = room.Request("/bin/true", SandboxRoom.Limits, [.. Enumerable.Repeat(new string('a', 100_000), 11)]);

        var result = await slot.RunAsync(request, Cancelled);

        Assert.Matches(
            @"^The sandbox could not be set up: handing over the program failed \(arguments and environment take 1100\d{3} bytes, at most 1048576 are allowed\)\.$",
            result.Sentence);
    }

    [Theory]
    [CombinatorialRunsAs(Alike = true)]
    public async Task No_handler_of_cores_is_started_and_few_signals_wait(RunsAs runsAs)
    {
        using var room = new SandboxRoom(runsAs);

        Assert.Equal("core 1 waiting 256\n", (await room.AttackAsync(SandboxRoom.Limits, "limits")).LogText);
    }

    [Theory]
    [InlineData(38, "refused\n")]
    [InlineData(1, "refused\n")]
    [InlineData(2, "none\n")]
    [InlineData(24, "Opening what the program left failed with EMFILE (too many open files).\n")]
    public async Task Where_the_call_is_refused_no_file_is_said_to_be_missing(int errno, string said)
    {
        using var room = new SandboxRoom(RunsAs.OrdinaryUser);
        await File.WriteAllTextAsync(Path.Combine(room.Folder, "a.csv"), "1", Cancelled);
        var dotnet = TestPrograms.Dotnet;
        using var worker = Process.Start(new ProcessStartInfo(
            TestPrograms.Deny,
            [
                SandboxRoomArchitecture.Number("openat2").ToString(CultureInfo.InvariantCulture), errno.ToString(CultureInfo.InvariantCulture), dotnet,
                "exec", Path.Combine(AppContext.BaseDirectory, "AzurePerf.TestProcess.dll"), "sandbox-open", room.Folder, "a.csv",
            ])
        { RedirectStandardOutput = true })!;

        Assert.Equal(said, await worker.StandardOutput.ReadToEndAsync(Cancelled));
        await worker.WaitForExitAsync(Cancelled);
    }

    private static bool IsLauncherOf(int process, int worker)
    {
        for (var id = process; ProcessTree.Stat(id) is { } stat && id > 1; id = stat.Parent)
        {
            if (stat.Parent == worker)
            {
                return id != process && CommandOf(process).EndsWith("sandbox-launcher\0", StringComparison.Ordinal);
            }
        }

        return false;
    }

    private static string CommandOf(int process)
    {
        try
        {
            return File.ReadAllText(string.Create(CultureInfo.InvariantCulture, $"/proc/{process}/cmdline"));
        }
        catch (IOException)
        {
            return "";
        }
    }
}
