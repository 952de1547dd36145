using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.UnitTests.Tasks;
using Xunit;

namespace AzurePerf.UnitTests.Runs;

/// <summary>A series of three repetitions of two points, measured by two workers each, half an hour apart.</summary>
public sealed class SeriesPlanTests
{
    private static readonly DateTimeOffset Opened = SampleTask.Then;

    private static readonly RunState Series = ExampleRun.Accepted("aaaaaaaaaaaaaaaaaaaa", Opened.AddMinutes(-3)) with
    {
        Status = RunStatus.Running,
        Spec = SampleSpecs.Downloads(repetitions: 3) with { RepeatEverySeconds = 1_800, Workers = 2 },
    };

    private readonly RunDecisions _decisions = new(new EngineTimes(TimeSpan.FromSeconds(20)));

    [Theory]
    [InlineData(0, 0)]
    [InlineData(2, 0)]
    [InlineData(4, 30)]
    [InlineData(6, 30)]
    [InlineData(8, 60)]
    [InlineData(12, 60)]
    public void Both_points_of_a_repetition_are_due_when_it_is_counted_from_when_the_first_was_taken(int finished, int minutes)
    {
        var began = Opened.AddMinutes(finished == 0 ? 0 : 7);
        Assert.Equal(began.AddMinutes(minutes), SeriesPlan.DueOf(Series, Measure(finished)));
        Assert.Equal(finished == 0 ? null : began.AddMinutes(minutes + 30), SeriesPlan.MissedOf(Series, Measure(finished)));
    }

    [Theory]
    [InlineData(20, 30, 40)]
    [InlineData(3 * 3_600, 20, 40)]
    [InlineData(0, 20, 60)]
    [InlineData(-5, 20, 60)]
    [InlineData(null, 20, 40)]
    [InlineData(null, null, 60)]
    public void When_the_first_point_was_taken_goes_by_how_long_it_took_since_its_last_worker_had_it_and_by_no_workers_clock(int? one, int? other, int expected)
    {
        Assert.Equal(Opened.AddSeconds(expected), SeriesPlan.FirstTaken(Measure(0), [Task(one), Task(other)], Opened.AddSeconds(60)));

        static BenchmarkTask Task(int? seconds) => SampleTask.In(BenchmarkTaskStatus.Done) with
        {
            ClaimedAt = seconds is null ? null : Opened.AddHours(5),
            EndedAt = Opened.AddHours(5).AddSeconds(seconds ?? 0),
        };
    }

    [Fact]
    public void A_series_that_an_older_build_began_goes_on_from_the_opening_of_its_stage()
    {
        var begun = Measure(8) with { FirstTakenAt = null };

        Assert.Null(SeriesPlan.FirstTaken(begun, [SampleTask.In(BenchmarkTaskStatus.Done)], Opened.AddMinutes(61)));
        Assert.Equal(Opened.AddMinutes(60), SeriesPlan.DueOf(Series, begun));
    }

    [Fact]
    public void The_first_point_waits_for_bag_tasks_and_is_no_gap_however_long_they_run() =>
        Assert.StartsWith("bag tasks still run", Assert.IsType<RunAction.Wait>(Next(Opened.AddDays(2), hostsAreFree: false, finished: 0)).Reason, StringComparison.Ordinal);

    [Fact]
    public void What_is_no_series_or_measures_nothing_is_never_due()
    {
        Assert.Null(SeriesPlan.DueOf(Series with { Spec = Series.Spec with { RepeatEverySeconds = 0 } }, Measure(0)));
        Assert.Null(SeriesPlan.DueOf(Series, Measure(0) with { Id = StageKind.Clean }));
        Assert.Null(SeriesPlan.DueOf(Series, Measure(0) with { OpenedAt = null }));
    }

    [Fact]
    public void A_point_is_handed_out_from_when_it_is_due_until_its_next_repetition_is_and_then_it_is_a_gap()
    {
        Assert.Equal(new RunAction.Wait(), Next(Opened.AddMinutes(37).AddTicks(-1)));
        Assert.Equal(new RunAction.Dispatch(Measure(4)), Next(Opened.AddMinutes(37)));
        Assert.Equal(new RunAction.Dispatch(Measure(4)), Next(Opened.AddMinutes(67).AddTicks(-1)));
        Assert.Equal(new RunAction.MissNext(Measure(4)), Next(Opened.AddMinutes(67)));
    }

    [Fact]
    public void A_gap_is_stored_even_while_bag_tasks_keep_the_hosts_busy_and_nothing_else_is_handed_out_then()
    {
        Assert.StartsWith("bag tasks still run", Assert.IsType<RunAction.Wait>(Next(Opened.AddMinutes(37), hostsAreFree: false)).Reason, StringComparison.Ordinal);
        Assert.IsType<RunAction.MissNext>(Next(Opened.AddMinutes(67), hostsAreFree: false));
    }

    private static StageState Measure(int finished) =>
        new() { RunId = Series.RunId, Id = StageKind.Measure, Open = true, OpenedAt = Opened, FirstTakenAt = finished == 0 ? null : Opened.AddMinutes(7), Total = 12, Created = 12, Dispatched = finished, Finished = finished };

    private RunAction Next(DateTimeOffset now, bool hostsAreFree = true, int finished = 4) => _decisions.Next(new()
    {
        Run = Series,
        Stages = [Measure(finished)],
        LimitOf = _ => throw new InvalidOperationException("nothing is executed"),
        NextDueAt = SeriesPlan.DueOf(Series, Measure(finished)),
        MissedAt = SeriesPlan.MissedOf(Series, Measure(finished)),
        HostsAreFree = hostsAreFree,
        Now = now,
    });
}
