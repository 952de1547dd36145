using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.UnitTests.TaskManager;
using Xunit;

namespace AzurePerf.UnitTests.Runs;

public sealed class RunPaceTests
{
    private static readonly DateTimeOffset Opened = new(2026, 3, 14, 9, 0, 0, TimeSpan.Zero);

    [Fact]
    public void One_point_that_stalled_does_not_multiply_the_time_that_is_left()
    {
        var stage = Stage(finished: 8, total: 20, 10, 11, 9, 600, 10, 10, 12, 10);

        Assert.Equal(TimeSpan.FromSeconds(120), RunPace.LeftOf(Run(), stage, Opened.AddMinutes(12)));
    }

    [Fact]
    public void A_point_of_two_workers_is_two_tasks_and_takes_its_time_once()
    {
        var stage = Stage(finished: 6, total: 26, 10, 10, 10);

        Assert.Equal(TimeSpan.FromSeconds(100), RunPace.LeftOf(Run(workers: 2), stage, Opened.AddMinutes(1)));
    }

    [Fact]
    public void Without_durations_the_pace_is_that_of_all_points_and_before_the_first_nobody_can_tell()
    {
        Assert.Equal(TimeSpan.FromSeconds(60), RunPace.LeftOf(Run(), Stage(finished: 2, total: 4), Opened.AddMinutes(1)));
        Assert.Null(RunPace.LeftOf(Run(), Stage(finished: 0, total: 4), Opened.AddMinutes(1)));
    }

    [Fact]
    public void Before_three_points_have_ended_the_longest_counts_and_the_pauses_between_them_do_too()
    {
        Assert.Equal(TimeSpan.FromSeconds(120), RunPace.LeftOf(Run(), Stage(finished: 2, total: 8, 5, 20), Opened.AddSeconds(26)));
        Assert.Equal(TimeSpan.FromSeconds(180), RunPace.LeftOf(Run(), Stage(finished: 2, total: 8, 5, 20), Opened.AddMinutes(1)));
        Assert.Equal(TimeSpan.FromSeconds(60), RunPace.LeftOf(Run(workers: 2), Stage(finished: 4, total: 8, 5, 20), Opened.AddMinutes(1)));
    }

    [Theory]
    [InlineData(1, 1, 540 + (2 * 60))]
    [InlineData(2, 11, 2 * 60)]
    [InlineData(3, 11, 60)]
    [InlineData(4, 12, 0)]
    [InlineData(0, 9, 600 + (2 * 60))]
    public void A_series_lasts_until_the_points_of_its_last_repetition_end(int finished, int minutes, int seconds)
    {
        var run = Run() with { Spec = SampleSpecs.Downloads() with { Repetitions = 2, RepeatEverySeconds = 600 } };

        Assert.Equal(TimeSpan.FromSeconds(seconds), RunPace.LeftOf(run, Stage(finished, total: 4, 60), Opened.AddMinutes(minutes)));
    }

    [Fact]
    public void The_last_nine_durations_are_kept_and_of_a_gang_the_longest()
    {
        var stage = Stage(finished: 9, total: 20, 1, 2, 3, 4, 5, 6, 7, 8, 9);

        var kept = RunPace.Note(stage, [Task(seconds: 20), Task(seconds: 30)]);

        Assert.Equal([2, 3, 4, 5, 6, 7, 8, 9, 30], kept.Select(one => one.TotalSeconds));
        Assert.Equal(stage.LastDurations, RunPace.Note(stage, [Task(seconds: null)]));
    }

    private static StageState Stage(int finished, int total, params double[] seconds) => new()
    {
        RunId = "abcdefghij234567klmn",
        Id = StageKind.Measure,
        Total = total,
        Created = total,
        Dispatched = finished,
        Finished = finished,
        Open = true,
        OpenedAt = Opened,
        LastDurations = [.. seconds.Select(TimeSpan.FromSeconds)],
    };

    private static RunState Run(int workers = 1) => new()
    {
        RunId = "abcdefghij234567klmn",
        Spec = SampleSpecs.Downloads() with { Workers = workers },
        Owner = "ann",
        BodyHash = "",
        IndexKey = RunIndexKey.For("abcdefghij234567klmn", default),
        Status = RunStatus.Running,
        SubmittedAt = Opened,
    };

    private static BenchmarkTask Task(double? seconds) => new()
    {
        Key = new("abcdefghij234567klmn", StageKind.Measure, 0),
        Order = new(),
        ClaimedAt = seconds is null ? null : Opened,
        EndedAt = Opened.AddSeconds(seconds ?? 1),
    };
}
