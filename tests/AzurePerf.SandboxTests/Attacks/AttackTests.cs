using System.Diagnostics;
using System.Globalization;
using AzurePerf.Sandbox.Programs;
using AzurePerf.SandboxTests.Programs;

namespace AzurePerf.SandboxTests.Attacks;

/// <summary>Hostile programs: nothing is reached, the cause is named, and none of their processes is left.</summary>
public sealed class AttackTests
{
    private static readonly TimeSpan Late = TimeSpan.FromSeconds(10);

    /// <summary>The guard measures all programs alike, whoever they run as: the night tries both.</summary>
    public static TheoryData<RunsAs, string, SandboxLimit> Bombs
    {
        get
        {
            var bombs = new TheoryData<RunsAs, string, SandboxLimit>();
            foreach (var runsAs in CombinatorialRunsAsAttribute.IfAlike)
            {
                bombs.Add(runsAs, "fork-bomb", SandboxLimit.Processes);
                bombs.Add(runsAs, "one-file", SandboxLimit.FolderBytes);
                bombs.Add(runsAs, "large-files", SandboxLimit.FolderBytes);
                bombs.Add(runsAs, "many-files", SandboxLimit.Files);
                bombs.Add(runsAs, "deleted-files", SandboxLimit.FolderBytes);
                bombs.Add(runsAs, "leaderless-memory", SandboxLimit.Memory);
                bombs.Add(runsAs, "leaderless-deleted", SandboxLimit.FolderBytes);
                bombs.Add(runsAs, "rabbit-memory", SandboxLimit.Memory);
                bombs.Add(runsAs, "shuffle", SandboxLimit.FolderBytes);
                bombs.Add(runsAs, "wake", SandboxLimit.Unwatchable);
                bombs.Add(runsAs, "memory", SandboxLimit.Memory);
                bombs.Add(runsAs, "memory-of-children", SandboxLimit.Memory);
                bombs.Add(runsAs, "hide", SandboxLimit.Unwatchable);
                bombs.Add(runsAs, "deep-folders", SandboxLimit.Unwatchable);
                bombs.Add(runsAs, "raw-files", SandboxLimit.FolderBytes);
                bombs.Add(runsAs, "raw-folders", SandboxLimit.FolderBytes);
                bombs.Add(runsAs, "long-paths", SandboxLimit.FolderBytes);
                bombs.Add(runsAs, "unsearchable", SandboxLimit.Unwatchable);
            }

            return bombs;
        }
    }

    [Theory]
    [MemberData(nameof(Bombs))]
    public async Task A_bomb_is_ended_for_the_limit_it_breaks(RunsAs runsAs, string bomb, SandboxLimit limit)
    {
        using var room = new SandboxRoom(runsAs);

        var result = await room.AttackAsync(SandboxRoom.Limits, bomb);

        Assert.Equal((SandboxEnd.OverLimit, limit), (result.End, result.Limit));
        Assert.InRange(result.WallTime, TimeSpan.Zero, Late);
        Assert.InRange(result.PeakMemoryBytes, 0, 2L << 30);
        Assert.InRange(result.PeakFolderBytes, 0, 1L << 30);
    }

    /// <summary>The size of a file that is only mapped is told to a guard with the right to restore processes; otherwise the file is hidden.</summary>
    [Theory]
    [InlineData(RunsAs.RootWithOwnUser, "mapped-files")]
    [InlineData(RunsAs.OrdinaryUser, "mapped-files")]
    [InlineData(RunsAs.RootWithOwnUser, "mapped-page")]
    [InlineData(RunsAs.OrdinaryUser, "mapped-page")]
    [InlineData(RunsAs.RootWithOwnUser, "mapped-return")]
    [InlineData(RunsAs.OrdinaryUser, "mapped-return")]
    [InlineData(RunsAs.RootWithOwnUser, "mapped-line")]
    [InlineData(RunsAs.OrdinaryUser, "mapped-line")]
    [InlineData(RunsAs.RootWithOwnUser, "leaderless-mapped")]
    [InlineData(RunsAs.OrdinaryUser, "leaderless-mapped")]
    public async Task A_deleted_file_that_is_only_mapped_counts_as_a_whole_or_ends_the_program(RunsAs runsAs, string bomb)
    {
        using var room = new SandboxRoom(runsAs);

        var result = await room.AttackAsync(SandboxRoom.Limits, bomb);

        Assert.Contains(result.Limit, (SandboxLimit?[])[SandboxLimit.FolderBytes, SandboxLimit.Unwatchable]);
        Assert.InRange(result.WallTime, TimeSpan.Zero, Late);
    }

    [Theory]
    [CombinatorialRunsAs(Alike = true)]
    public async Task A_disk_with_less_free_than_the_reserve_ends_the_program(RunsAs runsAs)
    {
        using var room = new SandboxRoom(runsAs);
        var free = new DriveInfo(room.Folder).AvailableFreeSpace;

        var result = await room.AttackAsync(SandboxRoom.Limits with { FolderBytes = 1L << 30, FreeBytes = free - (64L << 20) }, "large-files");

        Assert.Equal(SandboxLimit.FreeSpace, result.Limit);
        Assert.InRange(result.PeakFolderBytes, 0, (1L << 30) - 1);
    }

    [Theory]
    [CombinatorialRunsAs]
    public async Task A_process_whose_first_thread_has_ended_is_ended_with_its_program(RunsAs runsAs)
    {
        using var room = new SandboxRoom(runsAs);

        var result = await room.AttackAsync(SandboxRoom.Limits, "leave-leaderless");

        Assert.Equal((SandboxEnd.Exited, 0, 1), (result.End, result.Code, result.LeftProcesses));
    }

    [Theory]
    [CombinatorialRunsAs(Alike = true)]
    public async Task A_child_that_has_the_memory_of_its_parent_for_a_moment_is_not_counted_twice(RunsAs runsAs)
    {
        using var room = new SandboxRoom(runsAs);

        Assert.Equal("The program ended with success.", (await room.AttackAsync(SandboxRoom.Limits, "vfork-often")).Sentence);
    }

    [Theory]
    [CombinatorialRunsAs]
    public async Task Nothing_outside_the_folder_is_reached(RunsAs runsAs)
    {
        using var room = new SandboxRoom(runsAs);

        var result = await room.AttackAsync(
            SandboxRoom.Limits, "reach", Environment.ProcessId.ToString(CultureInfo.InvariantCulture), room.Outside);

        Assert.Equal((SandboxEnd.Exited, 0), (result.End, result.Code));
        Assert.DoesNotContain("REACHED", result.LogText, StringComparison.Ordinal);
        Assert.Contains("tried 68", result.LogText, StringComparison.Ordinal);
        Assert.Equal("the worker's", await File.ReadAllTextAsync(room.Outside, TestContext.Current.CancellationToken));
        Assert.Equal(["outside.txt", "work"], new DirectoryInfo(Path.GetDirectoryName(room.Folder)!).EnumerateFileSystemInfos().Select(entry => entry.Name).Order());
    }

    public static MatrixTheoryData<RunsAs, string> Architectures => new(CombinatorialRunsAsAttribute.IfAlike, ["int80", "x32"]);

    /// <summary>Otherwise the attempts would prove nothing.</summary>
    [Fact]
    public async Task Without_the_sandbox_the_same_attempts_reach_much()
    {
        using var room = new SandboxRoom(RunsAs.OrdinaryUser);

        var output = await room.OutputWithoutSandboxAsync();

        string[] reached = ["internet socket", "read /etc/passwd", "write the file outside", "truncate the file outside", "write next to the folder", "limits of the worker", "file in memory"];
        Assert.All(reached, name => Assert.Contains($"REACHED {name}\n", output, StringComparison.Ordinal));
    }

    [Theory]
    [MemberData(nameof(Architectures))]
    public async Task Numbers_of_another_architecture_end_the_program(RunsAs runsAs, string attack)
    {
        Assert.SkipUnless(System.Runtime.InteropServices.RuntimeInformation.ProcessArchitecture == System.Runtime.InteropServices.Architecture.X64, "only x86-64 has calls of 32 bits");
        Assert.SkipWhen(attack == "int80" && await EndsWithoutSandboxAsync(attack), "this kernel has no calls of 32 bits");
        using var room = new SandboxRoom(runsAs);

        var result = await room.AttackAsync(SandboxRoom.Limits, attack);

        Assert.Equal((SandboxEnd.Signalled, 31), (result.End, result.Code));
        Assert.Contains("SIGSYS", result.Sentence, StringComparison.Ordinal);
        Assert.Empty(result.LogText);
    }

    /// <summary>Whether a signal ends an attack that nobody hinders: what the kernel refuses to everybody cannot be tried.</summary>
    private static async Task<bool> EndsWithoutSandboxAsync(string attack)
    {
        using var process = Process.Start(new ProcessStartInfo(TestPrograms.Attack, [attack]) { RedirectStandardOutput = true })!;
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        return process.ExitCode > 128;
    }

    [Theory]
    [CombinatorialRunsAs]
    public async Task A_child_left_behind_that_ignores_signals_is_ended_with_its_program(RunsAs runsAs)
    {
        using var room = new SandboxRoom(runsAs);

        var result = await room.AttackAsync(SandboxRoom.Limits, "leave-child");

        Assert.Equal((SandboxEnd.Exited, 0, 2), (result.End, result.Code, result.LeftProcesses));
        Assert.Contains("setsid -1", result.LogText, StringComparison.Ordinal);
    }

    [Theory]
    [CombinatorialRunsAs]
    public async Task A_process_that_is_always_another_one_is_ended(RunsAs runsAs)
    {
        using var room = new SandboxRoom(runsAs);

        var result = await room.AttackAsync(SandboxRoom.Limits, "rabbit");

        Assert.True(result.Succeeded);
        Assert.InRange(result.WallTime, TimeSpan.Zero, TimeSpan.FromSeconds(5));
    }

    [Fact]
    public async Task Processes_that_have_ended_count_until_somebody_asks_how()
    {
        using var room = new SandboxRoom(RunsAs.OrdinaryUser);

        var result = await room.AttackAsync(SandboxRoom.Limits, "ended-children");

        Assert.Equal((SandboxEnd.OverLimit, SandboxLimit.Processes), (result.End, result.Limit));
    }

    [Theory]
    [CombinatorialRunsAs(Alike = true)]
    public async Task A_program_that_ignores_signals_ends_at_its_limit_of_time(RunsAs runsAs)
    {
        using var room = new SandboxRoom(runsAs);

        var result = await room.AttackAsync(SandboxRoom.Limits with { WallTime = TimeSpan.FromSeconds(1) }, "stay");

        Assert.Equal(SandboxLimit.WallTime, result.Limit);
        Assert.InRange(result.WallTime, TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(3));
    }

    [Theory]
    [CombinatorialRunsAs(Alike = true)]
    public async Task Processor_time_is_limited(RunsAs runsAs)
    {
        using var room = new SandboxRoom(runsAs);

        var result = await room.AttackAsync(SandboxRoom.Limits with { ProcessorTime = TimeSpan.FromSeconds(1) }, "spin");

        Assert.Equal(SandboxLimit.ProcessorTime, result.Limit);
    }

    [Theory]
    [CombinatorialRunsAs]
    public async Task A_program_cannot_kill_a_sibling(RunsAs runsAs)
    {
        using var first = new SandboxRoom(runsAs);
        File.Copy(TestPrograms.Attack, Path.Combine(first.Folder, "attack"));
        await using var guard = await SandboxGuard.StartAsync(first.Command, TestContext.Current.CancellationToken);
        using var over = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        var sibling = guard.RunAsync(first.Request("attack", SandboxRoom.Limits with { WallTime = TimeSpan.FromMinutes(1) }, "stay"), over.Token);
        var victim = await ProcessWatch.ProgramAsync(first, "attack");

        // Of the same user: the worst that a slot can meet.
        await using var other = await SandboxGuard.StartAsync(first.Command, TestContext.Current.CancellationToken);
        var attack = await other.RunAsync(
            first.Request("attack", SandboxRoom.Limits, "kill", victim.ToString(CultureInfo.InvariantCulture)), TestContext.Current.CancellationToken);

        Assert.Contains("tried 3", attack.LogText, StringComparison.Ordinal);
        Assert.DoesNotContain("REACHED", attack.LogText, StringComparison.Ordinal);
        Assert.False(sibling.IsCompleted);
        await over.CancelAsync();
        Assert.Equal(SandboxEnd.Cancelled, (await sibling).End);
        await first.NoneLeftAsync();
    }

    [Theory]
    [CombinatorialRunsAs]
    public async Task Links_out_of_the_folder_are_not_followed_by_the_worker(RunsAs runsAs)
    {
        using var room = new SandboxRoom(runsAs);

        var result = await room.AttackAsync(SandboxRoom.Limits, "links");
        await File.WriteAllTextAsync(Path.Combine(room.Folder, "in", "a.csv"), "1", TestContext.Current.CancellationToken);

        Assert.True(result.Succeeded);
        Assert.Null(SandboxOutput.Open(room.Folder, "out.tif"));
        Assert.Null(SandboxOutput.Open(room.Folder, "out/passwd"));
        Assert.Null(SandboxOutput.Open(room.Folder, "../outside.txt"));
        Assert.Null(SandboxOutput.Open(room.Folder, "/etc/passwd"));
        Assert.Null(SandboxOutput.Open(room.Folder, "in"));
        await using var inside = SandboxOutput.Open(room.Folder, "in/a.csv");
        Assert.Equal(1, inside!.Length);
    }
}
