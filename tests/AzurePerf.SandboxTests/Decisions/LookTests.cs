using System.Diagnostics;
using System.Text;
using AzurePerf.Sandbox.Guard;
using AzurePerf.Sandbox.Processes;
using AzurePerf.SandboxTests.Programs;

namespace AzurePerf.SandboxTests.Decisions;

/// <summary>How the guard looks: when it stops a program for it, and what it counts.</summary>
public sealed class LookTests
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    [Fact]
    public void A_stop_takes_a_fiftieth_of_the_time_and_a_fortieth_where_it_is_asked_for()
    {
        var schedule = new StopSchedule(Second);
        Assert.False(schedule.IsDue(Second * 0.2, isAsked: true));
        Assert.True(schedule.IsDue(Second * 0.25, isAsked: true));
        Assert.False(schedule.IsDue(Second * 0.99, isAsked: false));

        schedule.Done(Second, Second * 1.1);

        Assert.False(schedule.IsDue(Second * 5, isAsked: true));
        Assert.True(schedule.IsDue(Second * 5.1, isAsked: true));
        Assert.False(schedule.IsDue(Second * 6, isAsked: false));
        Assert.True(schedule.IsDue(Second * 6.1, isAsked: false));
    }

    [Fact]
    public void A_stop_that_came_too_late_takes_a_fifth_of_the_time()
    {
        var schedule = new StopSchedule(Second);

        schedule.Done(Second, Second * 1.2, isSeen: false);

        Assert.False(schedule.IsDue(Second * 1.99, isAsked: true));
        Assert.True(schedule.IsDue(Second * 2, isAsked: true));
        Assert.False(schedule.IsDue(Second * 2.19, isAsked: false));
        Assert.True(schedule.IsDue(Second * 2.2, isAsked: false));
    }

    [Theory]
    [InlineData(0, null)]
    [InlineData(1, null)]
    [InlineData(5, null)]
    [InlineData(6, 181)]
    [InlineData(29, 37)]
    [InlineData(30, 37)]
    [InlineData(31, 31)]
    public void A_program_cannot_hide_in_long_calls_and_stand_still_for_one_look_in_between(int lateForOneGood, int? defied)
    {
        var count = new StopCount();

        Assert.Equal(defied, StopsUntilDefied(count, count.Late, lateForOneGood));
    }

    [Theory]
    [InlineData(1, null)]
    [InlineData(2, 8)]
    [InlineData(3, 6)]
    [InlineData(4, 4)]
    public void A_program_cannot_wake_itself_and_stand_still_for_one_look_in_between(int failuresForOneGood, int? defied)
    {
        var count = new StopCount();

        Assert.Equal(defied, StopsUntilDefied(count, count.Failed, failuresForOneGood));
    }

    [Theory]
    [InlineData(10)]
    [InlineData(50)]
    public void Looks_at_the_disk_and_at_processes_together_stop_a_program_for_at_most_a_twentieth_of_the_time(int milliseconds)
    {
        StopSchedule[] schedules = [new(Second), new(TimeSpan.MaxValue / 2)];
        var (now, stopped) = (TimeSpan.Zero, TimeSpan.Zero);
        while (now < Second * 60)
        {
            foreach (var schedule in schedules.Where(one => one.IsDue(now, isAsked: true)))
            {
                var began = now;
                now += TimeSpan.FromMilliseconds(milliseconds);
                schedule.Done(began, now);
                stopped += now - began;
            }

            now += TimeSpan.FromMilliseconds(1);
        }

        Assert.InRange(stopped / now, 0, 0.05);
    }

    [Fact]
    public void A_program_stands_still_while_it_is_looked_at_and_goes_on_afterwards()
    {
        using var program = StartSession("while :; do :; done");
        var pause = new SessionPause(program.Id, () => false, TimeProvider.System);

        var states = pause.While(look => look.Processes.Select(process => process.State).ToArray());

        Assert.Equal(['T'], states!);
        Assert.NotEqual('T', ProcessTree.Stat(program.Id)!.Value.State);
    }

    [Fact]
    public void A_program_that_is_in_long_calls_into_the_kernel_defies_no_stop()
    {
        using var program = StartSession($"exec {TestPrograms.Attack} long-calls");
        var pause = new SessionPause(program.Id, () => false, TimeProvider.System);
        Assert.True(SpinWait.SpinUntil(() => ProcessTree.Of(program.Id).Count() == 25, TimeSpan.FromSeconds(10)), "the program has not begun its calls");

        var stops = Enumerable.Range(0, 6).Select(_ => (IsLate: pause.While(look => look) is null, pause.IsDefied)).ToArray();

        TestContext.Current.TestOutputHelper?.WriteLine(string.Join(' ', stops.Select(stop => stop.IsLate ? "late" : "still")));
        Assert.DoesNotContain(stops, stop => stop.IsDefied);
    }

    [Fact]
    public void A_program_that_wakes_itself_defies_the_stop()
    {
        using var program = StartSession($"exec {TestPrograms.Attack} wake");
        var pause = new SessionPause(program.Id, () => false, TimeProvider.System);

        // Until it has its timers, it stands still.
        Assert.True(SpinWait.SpinUntil(() => pause.While(look => look) is null && pause.IsDefied, TimeSpan.FromSeconds(10)));
    }

    [Fact]
    public void The_memory_of_a_process_whose_user_has_many_groups_is_known()
    {
        Assert.SkipUnless(Environment.IsPrivilegedProcess, "only root can change to another user");
        Assert.SkipUnless(File.Exists(SandboxRoom.SetPriv), "setpriv is not installed: apt-get install util-linux");
        var groups = string.Join(',', Enumerable.Range(2_000_000_000, 1000));
        using var program = StartSession($"exec {SandboxRoom.SetPriv} --groups {groups} sh -c 'while :; do :; done'");
        SpinWait.SpinUntil(() => ProcessWatch.NameOf(program.Id) == "sh" && CountOfGroups() == 1000, TimeSpan.FromSeconds(10));

        Assert.InRange(ProcessTree.Memory(ProcessTree.Stat(program.Id)!.Value)!.Value.Bytes, 1, 100 << 20);
        Assert.Equal(1000, CountOfGroups());

        int CountOfGroups() => File.ReadLines($"/proc/{program.Id}/status").Single(line => line.StartsWith("Groups:", StringComparison.Ordinal))
            .Split((char[])['\t', ' '], StringSplitOptions.RemoveEmptyEntries).Length - 1;
    }

    [Fact]
    public void Only_one_look_stops_a_program_at_a_time()
    {
        using var program = StartSession("while :; do :; done");
        var pause = new SessionPause(program.Id, () => false, TimeProvider.System);
        string? second = null;
        var first = pause.While(_ =>
        {
            var other = new Thread(() => second = pause.While(look => look) is null ? "none" : "both");
            other.Start();
            other.Join();
            return "stopped";
        });

        Assert.Equal(("stopped", "none"), (first, second));
    }

    [Fact]
    public void A_look_that_takes_long_delays_no_other()
    {
        using var ends = new ManualResetEventSlim();
        using var looks = new ManualResetEventSlim();
        var slow = new LookThread("slow", Slow, () => { });
        slow.Start(null);
        looks.Wait(TestContext.Current.CancellationToken);
        var news = new CountdownEvent(3);
        var fast = new LookThread("fast", () => TimeSpan.FromMilliseconds(1), () => _ = news.CurrentCount > 0 && news.Signal());

        fast.Start(null);

        Assert.True(news.Wait(TimeSpan.FromSeconds(10), TestContext.Current.CancellationToken));
        ends.Set();
        fast.Finish();
        slow.Finish();

        TimeSpan Slow()
        {
            looks.Set();
            ends.Wait();
            return Second;
        }
    }

    [Fact]
    public void A_look_that_fails_is_told()
    {
        var told = new ManualResetEventSlim();
        var thread = new LookThread("failing", () => throw new InvalidOperationException("no memory"), told.Set);

        thread.Start(null);

        Assert.True(told.Wait(TimeSpan.FromSeconds(10), TestContext.Current.CancellationToken));
        Assert.Equal("no memory", thread.Failure!.Message);
    }

    [Fact]
    public void A_folder_counts_with_the_size_that_its_names_gave_it()
    {
        var outer = Directory.CreateTempSubdirectory("azureperf-usage-");
        var inner = outer.CreateSubdirectory("names");
        foreach (var number in Enumerable.Range(0, 300))
        {
            File.WriteAllText(Path.Combine(inner.FullName, number.ToString("D4", System.Globalization.CultureInfo.InvariantCulture) + new string('n', 200)), "");
        }

        var usage = FolderUsage.Of(outer.FullName, 1000);

        using var stat = Process.Start(new ProcessStartInfo("stat", ["-c", "%s", inner.FullName]) { RedirectStandardOutput = true })!;
        var size = long.Parse(stat.StandardOutput.ReadToEnd(), System.Globalization.CultureInfo.InvariantCulture);
        Assert.Equal((301, Math.Max(4096, (size + 4095) / 4096 * 4096)), (usage.Files, usage.Bytes));
        outer.Delete(recursive: true);
    }

    [Fact]
    public void A_file_with_several_names_takes_the_disk_once_and_each_name_counts()
    {
        var folder = Directory.CreateTempSubdirectory("azureperf-usage-");
        var file = Path.Combine(folder.FullName, "image");
        File.WriteAllBytes(file, new byte[10_000]);
        foreach (var name in (string[])["one", "two", "three"])
        {
            using var link = Process.Start("ln", [file, Path.Combine(folder.FullName, name)]);
            link.WaitForExit();
        }

        var usage = FolderUsage.Of(folder.FullName, 1000);

        Assert.Equal((4, 12_288), (usage.Files, usage.Bytes));
        folder.Delete(recursive: true);
    }

    [Fact]
    public void The_space_that_is_free_is_known_and_less_than_the_reserve_is_short()
    {
        var space = FreeSpace.Of(Path.GetTempPath())!.Value;

        var told = new DriveInfo(Path.GetTempPath()).AvailableFreeSpace;
        Assert.InRange(space.Bytes, told - (1L << 30), told + (1L << 30));
        Assert.False(FreeSpace.IsShort(new(10, 10), 10, 10));
        Assert.True(FreeSpace.IsShort(new(9, 10), 10, 10));
        Assert.True(FreeSpace.IsShort(new(10, 9), 10, 10));
        Assert.False(FreeSpace.IsShort(null, 10, 10));
    }

    [Theory]
    [InlineData('Z', 1, true, false)]
    [InlineData('Z', 2, false, true)]
    [InlineData('X', 0, true, false)]
    [InlineData('S', 1, false, false)]
    public void A_process_has_ended_when_its_last_thread_has(char state, int threads, bool hasEnded, bool hasEndedFirst)
    {
        var stat = new ProcessStat(1, state, 0, 1, threads, 0);

        Assert.Equal((hasEnded, hasEndedFirst), (stat.HasEnded, stat.HasEndedFirst));
    }

    [Fact]
    public void The_memory_of_a_thread_that_has_ended_is_unknown_not_nothing()
    {
        Assert.Null(ProcessMemory.Parse(Encoding.ASCII.GetBytes("Name:\tx\nState:\tZ (zombie)\n")));
        Assert.Equal(
            new ProcessMemory(10 * 1024, 100 * 1024),
            ProcessMemory.Parse(Encoding.ASCII.GetBytes("Name:\tx\nVmSize:\t100 kB\nRssAnon:\t 1 kB\nRssFile:\t 50 kB\nRssShmem:\t2 kB\nVmPTE:\t 3 kB\nVmSwap:\t4 kB\n")));
    }

    [Fact]
    public void Of_a_failure_one_short_line_is_kept() => Assert.Equal(
        "The guard failed", GuardFailure.Short("\n The guard failed\n   at Somewhere"));

    private static int? StopsUntilDefied(StopCount count, Action bad, int badForOneGood)
    {
        for (var stop = 1; stop <= 1000; stop++)
        {
            (stop % (badForOneGood + 1) == 0 ? count.Good : bad)();
            if (count.IsDefied)
            {
                return stop;
            }
        }

        return null;
    }

    /// <summary>It is killed when the test ends, however that does.</summary>
    private static BusyProgram StartSession(string script)
    {
        var program = new BusyProgram(Process.Start(new ProcessStartInfo("setsid", ["sh", "-c", script]))!);
        var began = SpinWait.SpinUntil(() => ProcessTree.Stat(program.Id) is { } stat && stat.Session == program.Id && ProcessWatch.NameOf(program.Id) != "setsid", TimeSpan.FromSeconds(10));
        if (!began)
        {
            program.Dispose();
            Assert.Fail("the program did not begin");
        }

        return program;
    }

    private sealed class BusyProgram(Process process) : IDisposable
    {
        public int Id => process.Id;

        public void Dispose()
        {
            process.Kill(entireProcessTree: true);
            process.WaitForExit();
            process.Dispose();
        }
    }
}
