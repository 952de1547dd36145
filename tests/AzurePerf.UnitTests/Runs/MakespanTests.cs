using AzurePerf.Core.Api;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.UnitTests.TaskManager;
using AzurePerf.UnitTests.TaskManager.Bags;
using AzurePerf.UnitTests.Tasks;
using Xunit;

namespace AzurePerf.UnitTests.Runs;

public sealed class MakespanTests
{
    [Fact]
    public void Many_tasks_are_bound_by_their_work_in_the_slots_that_were_there()
    {
        // 40 s with 4 slots, then 10 s with 8: 240 slot seconds in 50 s, 4.8 slots on average. 192 s of work take 40 s in them.
        var makespan = MakespanResponse.Of([Bag(0, 0, 40, work: 160, longest: 6, slots: 4), Bag(1, 40, 50, work: 32, longest: 5, slots: 8)])!;

        Assert.Equal((50, 192, 4.8, 11), (makespan.Seconds, makespan.WorkSeconds, makespan.Slots, makespan.CriticalPathSeconds));
        Assert.Equal((40, 40, 1.25), (makespan.SecondsOfWork, makespan.LeastSeconds, makespan.Ratio));
        Assert.Equal(
            ("Against the ideal", "1.25 \u00d7", "50.0 s against 40.0 s for 3 min 12 s of work in 4.80 slots \u00b7 the longest task of each stage one after the other: 11.0 s"),
            (MakespanText.Tile(makespan).Title, MakespanText.Tile(makespan).Value, MakespanText.Tile(makespan).Detail));
    }

    [Fact]
    public void Few_tasks_are_bound_by_the_longest_of_each_stage()
    {
        var makespan = MakespanResponse.Of([Bag(0, 0, 20, work: 16, longest: 9, slots: 8), Bag(1, 20, 30, work: 7, longest: 7, slots: 8)])!;

        Assert.Equal((2.875, 16, 1.875), (makespan.SecondsOfWork, makespan.LeastSeconds, makespan.Ratio));
        Assert.Equal(
            "30.0 s against 16.0 s for the longest task of each stage one after the other \u00b7 23.0 s of work in 8.00 slots: 2.88 s", MakespanText.Tile(makespan).Detail);
    }

    [Fact]
    public void A_stage_without_tasks_takes_no_part() =>
        Assert.Equal(4, MakespanResponse.Of([Bag(0, 0, 10, work: 20, longest: 4, slots: 4), Bag(1, 10, 10, work: 0, longest: 0, slots: 0) with { Total = 0, Slots = null }])!.Slots);

    [Fact]
    public void It_is_not_known_before_the_end_of_a_cancelled_run_and_of_what_an_older_build_closed()
    {
        var bag = Bag(0, 0, 10, work: 20, longest: 4, slots: 4);

        Assert.Null(MakespanResponse.Of([bag with { Closed = false, ClosedAt = null }]));
        Assert.Null(MakespanResponse.Of([bag, Bag(1, 10, 20, 1, 1, 1) with { IsPlanned = false, Total = 0 }]));
        Assert.Null(MakespanResponse.Of([bag with { Cancelled = 1 }]));
        Assert.Null(MakespanResponse.Of([bag with { Work = null }]));
        Assert.Null(MakespanResponse.Of([bag with { Slots = null }]));
        Assert.Null(MakespanResponse.Of([bag with { Work = TimeSpan.Zero }]));
        Assert.Null(MakespanResponse.Of([]));
    }

    [Fact]
    public void Slots_count_for_as_long_as_they_were_there()
    {
        var slots = SlotsOverTime.None.Plus(100, 0).Plus(130, 8).Plus(160, 4);

        Assert.Equal((null, 3.0, 8.0), (SlotsOverTime.None.MeanUntil(7), SlotsOverTime.None.Plus(5, 3).MeanUntil(5), SlotsOverTime.None.Plus(5, 8).MeanUntil(9)));
        // 30 without any, 30 with 8, 40 with 4.
        Assert.Equal(4.0, slots.MeanUntil(200));
    }

    [Fact]
    public async Task A_bag_that_was_executed_knows_its_work_its_longest_task_and_its_slots()
    {
        var engine = new TaskManagerUnderTest();
        await engine.HireBagWorkersAsync(2);
        var looks = 0;
        engine.Team.ForEach(worker => worker.Script = _ => ++looks % 7 == 0 ? new WorkerDeed.Succeed() : new WorkerDeed.GoOn());
        var runId = await engine.SubmitAsync(BagScene.Spec(tasks: 12));

        await engine.WorkUntilEndedAsync(runId);

        var (stage, durations) = (await engine.StageAsync(runId), (await engine.RowsAsync(runId)).Select(task => (task.EndedAt - task.ClaimedAt)!.Value).ToArray());
        Assert.Equal((durations.Sum(one => one.TotalMilliseconds), durations.Max()), (stage.Work!.Value.TotalMilliseconds, stage.Longest));
        Assert.True(stage.Longest > TimeSpan.Zero);
        Assert.InRange(stage.Slots!.Value, 1.9, 2);
        var run = (await engine.Reader.FindAsync(runId, TestContext.Current.CancellationToken))!;
        Assert.Equal("Against the ideal", Assert.Single(RunSummaryResponse.Of(run, null, null, null).Tiles).Title);
        Assert.True(run.Makespan!.Ratio >= 1);
    }

    private static StageState Bag(int number, double from, double to, double work, double longest, double slots) => new()
    {
        RunId = "aaaaaaaaaaaaaaaaaaaa",
        Id = StageId.Bag(number),
        Total = 5,
        Open = true,
        Closed = true,
        OpenedAt = SampleTask.Then.AddSeconds(from),
        ClosedAt = SampleTask.Then.AddSeconds(to),
        Work = TimeSpan.FromSeconds(work),
        Longest = TimeSpan.FromSeconds(longest),
        Slots = slots,
    };
}
