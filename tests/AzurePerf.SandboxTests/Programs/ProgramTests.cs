using AzurePerf.Sandbox.Programs;

namespace AzurePerf.SandboxTests.Programs;

/// <summary>What an honest program can do, and what the worker learns of it.</summary>
public sealed class ProgramTests
{
    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Theory]
    [CombinatorialRunsAs]
    public async Task A_shell_works_in_its_folder(RunsAs runsAs)
    {
        using var room = new SandboxRoom(runsAs);
        await File.WriteAllTextAsync(Path.Combine(room.Folder, "in.csv"), "b\na\n", Cancelled);

        var result = await room.ShellAsync("mkdir d && sort < in.csv > d/out.csv && cat d/out.csv && rm -r d && ls && exit 7");

        Assert.Equal((SandboxEnd.Exited, 7, "a\nb\nin.csv\n"), (result.End, result.Code, result.LogText));
        Assert.Equal("The program ended with exit code 7.", result.Sentence);
    }

    [Theory]
    [CombinatorialRunsAs(Alike = true)]
    public async Task A_program_has_threads_and_children(RunsAs runsAs)
    {
        using var room = new SandboxRoom(runsAs);

        Assert.Equal("sum 12\na child of a shell\n", (await room.AttackAsync(SandboxRoom.Limits, "threads")).LogText);
    }

    [Fact]
    public async Task What_others_of_its_user_start_later_leaves_a_program_its_processes()
    {
        using var room = new SandboxRoom(RunsAs.OrdinaryUser);
        await using var guard = await SandboxGuard.StartAsync(room.Command, Cancelled);
        var run = guard.RunAsync(
            room.Request("/bin/sh", SandboxRoom.Limits, "-c", "echo > begun; while [ ! -e go ]; do :; done; /bin/true && echo forked"), Cancelled);
        await ProcessWatch.UntilAsync(() => File.Exists(Path.Combine(room.Folder, "begun")), TimeSpan.FromSeconds(10), () => "the program does not start");
        using var others = room.StartWithoutSandbox("for i in $(seq 300); do sleep 60 & done; echo all; read line; kill $(jobs -p)");
        Assert.Equal("all", await others.StandardOutput.ReadLineAsync(Cancelled));

        await File.WriteAllTextAsync(Path.Combine(room.Folder, "go"), "", Cancelled);

        var result = await run;
        others.StandardInput.Close();
        await others.WaitForExitAsync(Cancelled);
        Assert.Equal("forked\n", result.LogText);
    }

    [Theory]
    [CombinatorialRunsAs(Alike = true)]
    public async Task A_program_sees_the_environment_it_was_given_and_nothing_else(RunsAs runsAs)
    {
        using var room = new SandboxRoom(runsAs);
        await using var guard = await SandboxGuard.StartAsync(room.Command, Cancelled);

        var result = await guard.RunAsync(
            room.Request("/usr/bin/env", SandboxRoom.Limits) with { Environment = new Dictionary<string, string> { ["DAY"] = "2010-07-01" } }, Cancelled);

        Assert.Equal(
            $"DAY=2010-07-01\nHOME={room.Folder}\nLANG=C.UTF-8\nPATH=/usr/bin:/bin\nTMPDIR={room.Folder}\n",
            result.LogText);
    }

    [Theory]
    [CombinatorialRunsAs(Alike = true)]
    public async Task Beginning_and_end_of_a_long_log_are_kept_and_what_is_between_is_counted(RunsAs runsAs)
    {
        using var room = new SandboxRoom(runsAs);

        var result = await room.AttackAsync(SandboxRoom.Limits, "flood");

        Assert.True(result.Succeeded);
        Assert.InRange(result.Log.Length, (64 * 1024) - 64, 64 * 1024);
        Assert.Equal(5_000_000 - (64 * 1024) + 64, result.DroppedLogBytes);
        Assert.Contains($"\n[{result.DroppedLogBytes} bytes are left out here]\n", result.LogText, StringComparison.Ordinal);
    }

    [Theory]
    [CombinatorialRunsAs(Alike = true)]
    public async Task The_signal_that_ended_a_program_is_named(RunsAs runsAs)
    {
        using var room = new SandboxRoom(runsAs);

        Assert.Equal("The program was ended by SIGABRT.", (await room.AttackAsync(SandboxRoom.Limits, "abort")).Sentence);
    }

    [Theory]
    [CombinatorialRunsAs(Alike = true)]
    public async Task A_program_that_does_not_exist_is_told_apart_from_one_that_fails(RunsAs runsAs)
    {
        using var room = new SandboxRoom(runsAs);

        var result = await room.RunAsync("missing", SandboxRoom.Limits, Cancelled);

        Assert.Equal("The sandbox could not be set up: executing the program failed with ENOENT (no such file).", result.Sentence);
    }

    [Theory]
    [CombinatorialRunsAs(Alike = true)]
    public async Task A_folder_that_is_not_there_is_named(RunsAs runsAs)
    {
        using var room = new SandboxRoom(runsAs);
        await using var guard = await SandboxGuard.StartAsync(room.Command, Cancelled);

        var result = await guard.RunAsync(room.Request("/bin/true", SandboxRoom.Limits) with { Folder = room.Folder + "/missing" }, Cancelled);

        Assert.Equal("The sandbox could not be set up: opening the program's folder failed with ENOENT (no such file).", result.Sentence);
    }

    [Theory]
    [CombinatorialRunsAs]
    public async Task A_cancelled_program_is_ended(RunsAs runsAs)
    {
        using var room = new SandboxRoom(runsAs);
        using var cancelled = new CancellationTokenSource(TimeSpan.FromSeconds(1));

        var result = await room.RunAsync("/bin/sleep", SandboxRoom.Limits, cancelled.Token, "15");

        Assert.Equal(SandboxEnd.Cancelled, result.End);
        Assert.InRange(result.WallTime, TimeSpan.Zero, TimeSpan.FromSeconds(5));
    }

    [Theory]
    [CombinatorialRunsAs(Alike = true)]
    public async Task A_slot_runs_one_program_after_the_other(RunsAs runsAs)
    {
        using var room = new SandboxRoom(runsAs);
        await using (var slot = new SandboxSlot(room.Command))
        {
            for (var code = 1; code <= 3; code++)
            {
                Assert.Equal(code, (await slot.RunAsync(room.Request("/bin/sh", SandboxRoom.Limits, "-c", $"exit {code}"), Cancelled)).Code);
            }
        }

        await room.NoneLeftAsync();
    }

    [Theory]
    [CombinatorialRunsAs(Alike = true)]
    public async Task A_worker_that_the_dotnet_command_started_can_run_programs(RunsAs runsAs)
    {
        using var room = new SandboxRoom(runsAs, new(TestPrograms.Dotnet, [TestPrograms.Worker.FileName + ".dll"]));

        Assert.True((await room.ShellAsync("true")).Succeeded);
    }

    [Fact]
    public async Task No_program_runs_as_root()
    {
        using var room = new SandboxRoom(RunsAs.RootWithOwnUser);
        await using var guard = await SandboxGuard.StartAsync(room.Command, Cancelled);

        var result = await guard.RunAsync(room.Request("/bin/true", SandboxRoom.Limits) with { UserId = null }, Cancelled);

        Assert.Equal("The sandbox could not be set up: a user of its own for the program failed with EPERM (not permitted).", result.Sentence);
    }

    [Fact]
    public async Task A_program_has_the_user_of_its_slot_and_no_group_of_the_worker()
    {
        using var room = new SandboxRoom(RunsAs.RootWithOwnUser);

        var result = await room.ShellAsync("/usr/bin/id -u; /usr/bin/id -G");

        Assert.Equal($"{room.User}\n{room.User}\n", result.LogText);
    }
}
