using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Runs;
using Xunit;

namespace AzurePerf.UnitTests.Comparisons;

public sealed class RunTurnsTests
{
    [Fact]
    public void Parts_take_turns_so_that_a_steady_drift_falls_on_both_sides_alike()
    {
        var places = RunTurns.Order.Index().ToLookup(turn => turn.Item, turn => turn.Index);

        Assert.Equal([false, true, true, false, false, true, true, false], RunTurns.Order);
        Assert.Equal(places[false].Sum(), places[true].Sum());
        Assert.Equal(RunTurns.Parts, places[true].Count());
    }

    [Theory]
    [InlineData(1, 3)]
    [InlineData(10, 3)]
    [InlineData(12, 3)]
    [InlineData(13, 4)]
    [InlineData(40, 10)]
    public void All_parts_together_have_as_many_repetitions_as_the_run_and_as_a_sure_verdict_needs(int asked, int each)
    {
        Assert.Equal(each, RunTurns.RepetitionsOf(asked));
        Assert.True(each * RunTurns.Parts >= Math.Max(asked, ComparisonConfidence.FewestRepetitions));
    }

    [Fact]
    public void A_series_and_runs_of_different_experiments_cannot_take_turns()
    {
        var run = ComparedRuns.Of((1, ComparedPoints.Hundred)).Spec;

        Assert.Null(RunTurns.Obstacle(run, run with { Target = "west", Repetitions = 3 }));
        Assert.Contains("one series", RunTurns.Obstacle(run, run with { Target = "west", RepeatEverySeconds = 60 }), StringComparison.Ordinal);
        Assert.Equal("they measure different experiments", RunTurns.Obstacle(run, run with { Experiment = "queue.add" }));
    }

    [Fact]
    public void A_run_whose_parts_would_have_a_tag_too_many_cannot_take_turns()
    {
        var run = ComparedRuns.Of((1, ComparedPoints.Hundred)).Spec with { Tags = TagsOf(SpecLimits.Tags) };

        Assert.Equal(
            "a run has at most 20 tags, and its parts need one more, 'turns': clone it with fewer", RunTurns.Obstacle(run with { Target = "west", Tags = [] }, run));
        Assert.Null(RunTurns.Obstacle(run with { Target = "west", Tags = [] }, run with { Tags = new(TagsOf(SpecLimits.Tags - 1)) { [RunTurns.Tag] = "before" } }));

        static SortedDictionary<string, string> TagsOf(int count) => new(Enumerable.Range(0, count).ToDictionary(number => $"t{number}", _ => "x"));
    }

    [Fact]
    public void Equal_requests_do_not_take_turns_because_both_would_measure_the_target_of_today()
    {
        var one = ComparedRuns.Of((1, ComparedPoints.Hundred));

        Assert.Equal(
            "both ask for the same, so each would measure the target as it is today",
            RunTurns.Obstacle(one.Spec, one.Spec with { Name = "later", Seed = 7, Repetitions = 3, Tags = [] }));
        Assert.Null(RunTurns.Obstacle(one.Spec, one.With("operationsPerClient", 7).Spec));
        Assert.Null(RunTurns.Obstacle(one.Spec, one.Spec with { Workers = 2 }));
    }

    [Fact]
    public void Parts_together_are_one_run_whose_repetitions_are_counted_on()
    {
        var part = ComparedRuns.Of((1, ComparedPoints.Hundred[..3]), (4, ComparedPoints.Hundred[..3]));
        var spec = part.Spec with { Repetitions = 3 };

        var (whole, points) = RunTurns.Pool([(spec, part.Points), (spec, part.Points)]);

        Assert.Equal(6, whole.Repetitions);
        Assert.Equal(Enumerable.Range(1, 12), points.Select(point => point.Number));
        Assert.Equal([1, 2, 3, 1, 2, 3, 4, 5, 6, 4, 5, 6], points.Select(point => point.Repetition));
    }
}
