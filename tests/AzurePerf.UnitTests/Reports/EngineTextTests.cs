using AzurePerf.Core.Api;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.UnitTests.Cli;
using Xunit;

namespace AzurePerf.UnitTests.Reports;

public sealed class EngineTextTests
{
    private static readonly StageResponse Bag = SampleRuns.Bag(RunStatus.Running).Stages[1];

    [Fact]
    public void Progress_says_about_until_the_tasks_are_counted()
    {
        Assert.Equal("about 1,240 of 2,000 tasks done, 16 running, 4 failed", StageText.Progress(Bag));
        Assert.Equal("1 of 1 task done", StageText.Progress(SampleRuns.Stage(StageKind.Clean, StageStatus.Closed) with { Tasks = 1, Done = 1 }));
    }

    [Fact]
    public void What_waits_says_for_what()
    {
        Assert.Equal("40 wait for their turn, 700 for a worker", StageText.Waiting(Bag));
        Assert.Equal(
            "1 waits for its time; the next point is due at 2026-08-01 10:20:30 UTC",
            StageText.Waiting(Bag with { WaitsFor = new Dictionary<WaitCause, int> { [WaitCause.Due] = 1 }, NextDueAt = SampleRuns.Submitted }));
        Assert.Equal("", StageText.Waiting(Bag with { WaitsFor = new Dictionary<WaitCause, int>() }));
    }

    [Fact]
    public void Every_cause_of_waiting_has_words() => Assert.All(
        Enum.GetValues<WaitCause>(), cause => Assert.StartsWith("2 wait for ", StageText.Waiting(Bag with { WaitsFor = new Dictionary<WaitCause, int> { [cause] = 2 } }), StringComparison.Ordinal));

    [Fact]
    public void Ends_are_told_in_the_words_of_the_taxonomy_the_most_frequent_first() => Assert.Equal(
        "12 user code error, 3 VM execution timeout",
        StageText.Ends(new Dictionary<FailureCause, int> { [FailureCause.TimedOut] = 3, [FailureCause.UserCodeError] = 12 }));

    [Fact]
    public void A_pool_tells_its_slots_what_keeps_it_and_how_long_the_next_message_has_waited()
    {
        Assert.Equal(
            "2 bag workers, 16 slots, 16 in use; 1 leaves; 1 silent for more than two heartbeats; about 716 messages in the queue of all runs, the next has waited 3.20 s",
            PoolText.Of(SampleRuns.Bag(RunStatus.Running).Engine.Pools[0]));
        Assert.Equal("no measure worker was heard of in the last two heartbeats; its queue is empty", PoolText.Of(new("measure", 0, 0, 0, 0, 0, 0, 0, null)));
    }

    [Fact]
    public void A_run_of_bags_tells_tasks_and_any_other_tells_points()
    {
        Assert.Equal("bag 1: 20 of 20 tasks done; bag 2: about 1,240 of 2,000 tasks done, 16 running, 4 failed", RunText.Progress(SampleRuns.Bag(RunStatus.Running)));
        Assert.Equal("8 of 8 points, 1 failed, 2 missed", RunText.Progress(SampleRuns.Run("blob.download", "{}", points: 8, failed: 1) with { PointsMissed = 2 }));
        Assert.Equal("", RunText.Progress(SampleRuns.Run("blob.download", "{}") with { Stages = [] }));
    }

    [Fact]
    public void Segments_are_told_only_where_there_are_several()
    {
        PointRecord[] points =
        [
            SampleRuns.Measured(1, 1, "{}", SampleRuns.Summary(1, 20, 1, 1)) with { Build = "old" },
            SampleRuns.Measured(2, 1, "{}", SampleRuns.Summary(1, 20, 1, 1)) with { Build = "new", Segment = 2 },
            SampleRuns.Measured(3, 1, "{}", SampleRuns.Summary(1, 20, 1, 1)) with { Build = "new", Segment = 2 },
        ];

        Assert.Empty(SegmentText.Of(points[1..]));
        Assert.Equal(["segment 1: point 1, build old", "segment 2: points 2 to 3, build new"], SegmentText.Of(points));
    }
}
