using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.UnitTests.Tasks;
using CsCheck;
using Xunit;

namespace AzurePerf.UnitTests.Runs;

/// <summary>A heartbeat is 20 s: a bag counts as quiet after 30 s and is looked through every two minutes in any case.</summary>
public sealed class BagDecisionsTests
{
    private static readonly EngineTimes Times = new(TimeSpan.FromSeconds(20));
    private readonly BagDecisions _decisions = new(Times);

    /// <summary>What could be known of a bag at any moment, likely or not.</summary>
    private static readonly Gen<(StageState Stage, BagView View)> Views =
        Gen.Select(
            Gen.Int[1, 500],
            Gen.Int[0, 500],
            Gen.Int[0, 80],
            Gen.Int[0, 7],
            Gen.Int[0, 200],
            Gen.Int[-1, 200],
            (total, created, outstanding, flags, unchanged, scanned) => (Bag(Math.Min(created, total), total), new BagView
            {
                Outstanding = outstanding,
                Window = 64,
                AllOut = created >= total,
                WorkersAreIdle = (flags & 1) != 0,
                WorkerDied = (flags & 2) != 0,
                Unchanged = TimeSpan.FromSeconds(unchanged),
                SinceCounted = TimeSpan.FromSeconds(2 * unchanged),
                SinceScan = scanned < 0 ? null : TimeSpan.FromSeconds(scanned),
                Dead = (flags & 4) != 0 ? 1 : 0,
            }));

    [Theory]
    [InlineData(0, 0)]
    [InlineData(100, 63)]
    public void The_next_block_is_made_while_fewer_messages_are_out_than_the_window_holds(int created, int outstanding) =>
        Assert.Equal(new RunAction.FillBag(Bag(created)), Next(Bag(created), Busy with { Outstanding = outstanding }));

    [Theory]
    [InlineData(100, 64)]
    [InlineData(300, 0)]
    public void None_is_made_while_the_window_is_full_or_when_all_are_made(int created, int outstanding) =>
        Assert.IsType<RunAction.Wait>(Next(Bag(created), Busy with { Outstanding = outstanding, SinceScan = TimeSpan.Zero }));

    [Fact]
    public void Hints_that_say_complete_lead_to_a_scan_only_when_the_cursor_is_at_the_end()
    {
        var complete = Busy with { Outstanding = 0, WorkersAreIdle = true, Unchanged = TimeSpan.FromSeconds(31), SinceScan = TimeSpan.FromSeconds(31) };

        Assert.IsType<RunAction.FillBag>(Next(Bag(200), complete));
        Assert.IsType<RunAction.ScanBag>(Next(Bag(300), complete));
    }

    [Theory]
    [InlineData(1, true, 4.9, false)]
    [InlineData(1, true, 5.0, true)]
    [InlineData(1, false, 29.9, false)]
    [InlineData(1, false, 30.0, true)]
    [InlineData(0, false, 0.0, true)]
    public void A_bag_looks_complete_when_no_message_is_out_or_no_worker_lists_a_task_or_nothing_has_changed_for_long(
        int outstanding, bool idle, double unchanged, bool scanned) => Assert.Equal(
            scanned,
            Next(Bag(300), Busy with { Outstanding = outstanding, WorkersAreIdle = idle, Unchanged = TimeSpan.FromSeconds(unchanged) }) is RunAction.ScanBag);

    [Theory]
    [InlineData(true, 4.9, 40, false)]
    [InlineData(true, 5.0, 40, true)]
    [InlineData(false, 60, 40, false)]
    [InlineData(true, 12, 10, false)]
    [InlineData(true, 9, 10, true)]
    [InlineData(true, 60, 30, true)]
    public void A_bag_on_which_no_worker_works_looks_complete_though_messages_of_another_come_and_go(
        bool idle, double counted, double scanned, bool looks) => Assert.Equal(
            looks,
            Next(Bag(300), Busy with
            {
                WorkersAreIdle = idle,
                Unchanged = TimeSpan.Zero,
                SinceCounted = TimeSpan.FromSeconds(counted),
                SinceScan = TimeSpan.FromSeconds(scanned),
            }) is RunAction.ScanBag);

    [Fact]
    public void A_scan_that_came_too_early_is_repeated_when_something_changed_or_after_a_while_but_not_at_once()
    {
        var empty = Busy with { Outstanding = 0, SinceScan = TimeSpan.FromSeconds(10) };

        Assert.IsType<RunAction.Wait>(Next(Bag(300), empty with { Unchanged = TimeSpan.FromSeconds(10) }));
        Assert.IsType<RunAction.ScanBag>(Next(Bag(300), empty with { Unchanged = TimeSpan.FromSeconds(9) }));
        Assert.IsType<RunAction.ScanBag>(Next(Bag(300), empty with { Unchanged = TimeSpan.FromSeconds(40), SinceScan = TimeSpan.FromSeconds(30) }));
    }

    [Fact]
    public void The_rows_are_looked_through_when_a_worker_died_when_another_process_filled_the_bag_and_every_six_heartbeats()
    {
        Assert.IsType<RunAction.ScanBag>(Next(Bag(100), Busy with { WorkerDied = true }));
        Assert.IsType<RunAction.ScanBag>(Next(Bag(100), Busy with { SinceScan = null }));
        Assert.IsType<RunAction.ScanBag>(Next(Bag(100), Busy with { SinceScan = TimeSpan.FromSeconds(120) }));
        Assert.IsType<RunAction.FillBag>(Next(Bag(100), Busy with { SinceScan = TimeSpan.FromSeconds(119) }));
    }

    [Fact]
    public void A_scan_that_is_under_way_goes_on_and_the_next_block_is_made_all_the_same()
    {
        var scanned = Busy with { ScanIsUnderWay = true, WorkerDied = true };

        Assert.IsType<RunAction.FillBag>(Next(Bag(100), scanned));
        Assert.IsType<RunAction.ScanBag>(Next(Bag(100), scanned with { Outstanding = 64 }));
        Assert.IsType<RunAction.ScanBag>(Next(Bag(300), scanned with { WorkerDied = false, SinceScan = TimeSpan.Zero }));
        Assert.IsType<RunAction.CancelBag>(_decisions.Next(Bag(100), scanned, abandoned: true));
    }

    [Fact]
    public void A_bag_of_which_no_row_is_made_has_nothing_to_look_through() =>
        Assert.IsType<RunAction.FillBag>(Next(Bag(0), Busy with { WorkerDied = true, SinceScan = null }));

    [Fact]
    public void Whatever_the_hints_say_they_close_nothing_and_never_more_is_handed_out_than_the_window_and_the_bag_hold() => SeededProperty.Holds(
        Views,
        scene => _decisions.Next(scene.Stage, scene.View, abandoned: false) switch
        {
            RunAction.ScanBag => scene.Stage.Created > 0,
            RunAction.FillBag => scene.Stage.Created < scene.Stage.Total && scene.View.Outstanding < scene.View.Window,
            RunAction.Wait => true,
            _ => false,
        },
        cases: 5_000);

    [Fact]
    public void No_bag_is_left_unread_for_longer_than_six_heartbeats_and_an_abandoned_one_is_given_up_at_once() => SeededProperty.Holds(
        Views,
        scene => _decisions.Next(scene.Stage, scene.View with { SinceScan = Times.Reconciliation }, abandoned: false) is RunAction.ScanBag == scene.Stage.Created > 0
            && _decisions.Next(scene.Stage, scene.View, abandoned: true) is RunAction.CancelBag,
        cases: 2_000);

    [Theory]
    [InlineData(OnError.Stop, 1, true)]
    [InlineData(OnError.Stop, 0, false)]
    [InlineData(OnError.Continue, 1, false)]
    public void A_task_without_a_result_ends_its_bag_early_only_where_onError_is_stop(OnError onError, int dead, bool givenUp) => Assert.Equal(
        givenUp,
        new RunDecisions(Times).Next(new()
        {
            Run = ExampleRun.Accepted("aaaaaaaaaaaaaaaaaaaa", SampleTask.Then, onError) with { Status = RunStatus.Running },
            Stages = [Bag(100)],
            LimitOf = _ => throw new InvalidOperationException("nothing is executed"),
            Bag = Busy with { Dead = dead },
            Now = SampleTask.Now,
        }) is RunAction.CancelBag);

    private static BagView Busy { get; } = new()
    {
        AllOut = true,
        Outstanding = 10,
        Window = 64,
        WorkersAreIdle = false,
        Unchanged = TimeSpan.FromSeconds(1),
        SinceCounted = TimeSpan.FromSeconds(1),
        SinceScan = TimeSpan.FromSeconds(40),
        WorkerDied = false,
    };

    private static StageState Bag(int created, int total = 300) =>
        new() { RunId = "aaaaaaaaaaaaaaaaaaaa", Id = StageKind.Bag, Open = true, Total = total, Created = created, Dispatched = created };

    private RunAction Next(StageState stage, BagView view) => _decisions.Next(stage, view, abandoned: false);
}
