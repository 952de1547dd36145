using AzurePerf.Core.Digests;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Runs;
using AzurePerf.Storage.Trends;
using AzurePerf.UnitTests.Runs;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager;

/// <summary>The largest runs and requests that the API admits.</summary>
public sealed class LargeRunTests
{
    private readonly TaskManagerUnderTest _engine = new();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_run_of_two_thousand_combinations_of_levels_ends_with_figures_trend_and_charts()
    {
        await _engine.HireAsync();
        var partitions = string.Join(",", Enumerable.Range(1, 200));
        var sizes = string.Join(",", Enumerable.Range(1, 10).Select(level => level * 1_024));
        var runId = await _engine.SubmitAsync(SampleSpecs.Of($$"""
            { "experiment": "table.insert", "preset": "quick", "repetitions": 1, "parameters": { "clients": [1], "partitions": [{{partitions}}], "entityBytes": [{{sizes}}] } }
            """));

        for (var round = 0; round < 6_000 && !(await _engine.HeaderAsync(runId)).Status.IsTerminal(); round++)
        {
            await _engine.WorkAsync();
        }

        var run = await _engine.HeaderAsync(runId);
        Assert.Equal((RunStatus.Completed, 2_000), (run.Status, run.Headline?.Configurations));
        var trend = await new TrendStore(_engine.Control.Rows).ListAsync(run.Spec.Experiment, run.Spec.Target, Cancelled).SingleAsync(Cancelled);
        Assert.Equal(2_000, trend.Figures!.Combinations.Count);
        var digest = RunDigestFile.Read((await _engine.Control.Results.FindAsync(RunDigestFile.NameOf(runId), Cancelled))!.ToMemory())!;
        Assert.Equal(2_000, digest.Points.Count);
        Assert.NotEmpty(new RunResults(Shipped.ExperimentOf(digest.Run.Spec), digest.Run, digest.Points, digest.Curves).ToCharts().Charts);
    }

    [Fact]
    public async Task A_run_with_the_longest_labels_that_a_request_may_have_is_stored_and_ends()
    {
        await _engine.HireAsync();
        var spec = SampleSpecs.Downloads(repetitions: 1);
        for (var tag = 0; tag < SpecLimits.Tags; tag++)
        {
            spec.Tags[tag.ToString("D2", System.Globalization.CultureInfo.InvariantCulture) + new string('€', SpecLimits.TagNameLength - 2)] = new('€', SpecLimits.TagValueLength);
        }

        var runId = await _engine.SubmitAsync(spec);
        await _engine.WorkUntilEndedAsync(runId);

        Assert.Equal((RunStatus.Completed, SpecLimits.Tags), ((await _engine.HeaderAsync(runId)).Status, (await _engine.HeaderAsync(runId)).Tags.Count));
        Assert.Equal(SpecLimits.Tags, (await _engine.Reader.ListAsync(1, Cancelled)).Single().Tags.Count);
    }
}
