using System.Text.Json.Nodes;
using AzurePerf.Core.Criteria;
using AzurePerf.Core.Runs;
using AzurePerf.Testing.PlugIn;
using AzurePerf.UnitTests.Results;
using AzurePerf.UnitTests.Runs;
using Xunit;

namespace AzurePerf.UnitTests.Criteria;

public sealed class CriteriaNotesTests
{
    [Theory]
    [InlineData("p50>50ms", 2, 100, "'p50 > 50 ms' needs at least 6 repetitions to be met, and this run has 2")]
    [InlineData("p50>50ms", 6, 100, null)]
    [InlineData("p95>50ms", 10, 50, "'p95 > 50 ms' cannot be told: it needs 72 successful operations in each repetition, and there are at most 50")]
    [InlineData("p95>50ms", 10, 100, null)]
    [InlineData("errors>1%", 6, 100, "'errors > 1 %' needs at least 7 repetitions to be met, and this run has 6")]
    [InlineData("errors>1%", 7, 100, null)]
    [InlineData("errors>0.0001%", 10, 1, "'errors > 0.0001 %' needs more than 1,000 repetitions to be met, and this run has 10")]
    [InlineData("errors>0%", 6, 100, null)]
    public void The_least_number_of_repetitions_is_said(string criterion, int repetitions, int operations, string? note) =>
        Assert.Equal(note is null ? [] : [note], NotesOf(Spec(criterion, repetitions, operations)));

    [Fact]
    public void A_run_without_criteria_and_points_that_end_by_time_have_fewer_notes()
    {
        var spec = Spec("errors>1%", 6, 100);

        Assert.Empty(NotesOf(spec with { FailIf = null }));
        Assert.Empty(NotesOf(SampleSpecs.Of("""
            { "experiment": "queue.add", "repetitions": 6, "failIf": ["p99>50ms", "errors>1%"], "parameters": { "clients": 1, "operationsPerClient": 0, "durationSeconds": 10 } }
            """)));
    }

    [Theory]
    [InlineData("errors>1%", "'errors > 1 %' cannot be told: points have no operations")]
    [InlineData("errors>0%", "'errors > 0 %' cannot be told: points have no operations")]
    [InlineData("filesMade<1", null)]
    public void Failed_operations_of_an_experiment_without_operations_are_not_said_to_need_repetitions(string criterion, string? note)
    {
        var run = ValueRuns.Of(FolderLivesOptions.Definition.Metrics[0], ValueRuns.Six(1));
        run.Spec.Parameters["clients"] = new JsonArray(1);

        Assert.Equal(note is null ? [] : [note], CriteriaNotes.Of(run.Experiment!, run.Spec with { FailIf = [criterion] }));
    }

    [Fact]
    public void A_retry_has_the_repetitions_that_it_measures() =>
        Assert.Equal(["'p50 > 50 ms' needs at least 6 repetitions to be met, and this run has 1"], NotesOf(Spec("p50>50ms", 10, 100) with { Only = [3] }));

    private static IReadOnlyList<string> NotesOf(RunSpec spec) => CriteriaNotes.Of(Shipped.ExperimentOf(spec)!, spec);

    private static RunSpec Spec(string criterion, int repetitions, int operations) => SampleSpecs.Of($$"""
        { "experiment": "queue.add", "repetitions": {{repetitions}}, "failIf": ["{{criterion}}"],
          "parameters": { "clients": [1, 2], "operationsPerClient": {{operations}}, "warmUpOperations": 500 } }
        """);
}
