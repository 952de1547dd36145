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
    public void Both_points_of_a_repetition_are_due_when_it_is_counted_from_the_opening_of_the_stage(int finished, int minutes)
    {
        Assert.Equal(Opened.AddMinutes(minutes), SeriesPlan.DueOf(Series, Measure(finished), repetitionsLater: 0));
        Assert.Equal(Opened.AddMinutes(minutes + 30), SeriesPlan.DueOf(Series, Measure(finished), repetitionsLater: 1));
    }

    [Fact]
    public void What_is_no_series_or_measures_nothing_is_never_due()
    {
        Assert.Null(SeriesPlan.DueOf(Series with { Spec = Series.Spec with { RepeatEverySeconds = 0 } }, Measure(0), 0));
        Assert.Null(SeriesPlan.DueOf(Series, Measure(0) with { Id = StageKind.Clean }, 0));
        Assert.Null(SeriesPlan.DueOf(Series, Measure(0) with { OpenedAt = null }, 0));
    }

    [Fact]
    public void A_point_is_handed_out_from_when_it_is_due_until_its_next_repetition_is_and_then_it_is_a_gap()
    {
        Assert.Equal(new RunAction.Wait(), Next(Opened.AddMinutes(30).AddTicks(-1)));
        Assert.Equal(new RunAction.Dispatch(Measure(4)), Next(Opened.AddMinutes(30)));
        Assert.Equal(new RunAction.Dispatch(Measure(4)), Next(Opened.AddMinutes(60).AddTicks(-1)));
        Assert.Equal(new RunAction.MissNext(Measure(4)), Next(Opened.AddMinutes(60)));
    }

    [Fact]
    public void A_gap_is_stored_even_while_bag_tasks_keep_the_hosts_busy_and_nothing_else_is_handed_out_then()
    {
        Assert.StartsWith("bag tasks still run", Assert.IsType<RunAction.Wait>(Next(Opened.AddMinutes(30), hostsAreFree: false)).Reason, StringComparison.Ordinal);
        Assert.IsType<RunAction.MissNext>(Next(Opened.AddMinutes(60), hostsAreFree: false));
    }

    private static StageState Measure(int finished) =>
        new() { RunId = Series.RunId, Id = StageKind.Measure, Open = true, OpenedAt = Opened, Total = 12, Created = 12, Dispatched = finished, Finished = finished };

    private RunAction Next(DateTimeOffset now, bool hostsAreFree = true) => _decisions.Next(new()
    {
        Run = Series,
        Stages = [Measure(4)],
        LimitOf = _ => throw new InvalidOperationException("nothing is executed"),
        NextDueAt = SeriesPlan.DueOf(Series, Measure(4), 0),
        MissedAt = SeriesPlan.DueOf(Series, Measure(4), 1),
        HostsAreFree = hostsAreFree,
        Now = now,
    });
}
