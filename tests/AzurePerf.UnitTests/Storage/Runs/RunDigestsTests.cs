using System.Text.Json.Nodes;
using AzurePerf.Core.Charts.Curves;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Measurements.Arrivals;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Blobs;
using AzurePerf.Storage.Runs;
using AzurePerf.UnitTests.Charts;
using AzurePerf.UnitTests.TaskManager;
using AzurePerf.UnitTests.Web;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace AzurePerf.UnitTests.Storage.Runs;

public sealed class RunDigestsTests : IAsyncDisposable
{
    private const string Sweep = """{"experiment": "blob.download", "preset": "quick", "parameters": {"clients": [1, 4]}, "repetitions": 2}""";

    private readonly WebUnderTest _web = new();

    private RunDigests Digests => new(_web.Control.Results, new MeasurementFiles(_web.Control.Results), Shipped.Experiments);

    public ValueTask DisposeAsync() => _web.DisposeAsync();

    [Fact]
    public async Task Curves_of_repetitions_are_merged_per_combination()
    {
        var digest = await WriteAsync(_ => true);

        Assert.Equal([1, 4], digest.Curves.Select(curves => (int)curves.Levels["clients"]!.GetValue<long>()));
        Assert.All(digest.Curves, curves => Assert.Equal((2, 0, 1_000L), (curves.Repetitions, curves.LeftOut, LatencyHistogramText.Read(curves.Latencies).Count)));
        Assert.Equal([1, 2, 3, 4], digest.Points.Select(point => point.Number));
    }

    [Fact]
    public async Task A_point_whose_curves_are_gone_is_counted_as_left_out()
    {
        var digest = await WriteAsync(point => point.Number != 1);

        Assert.Equal([(1, 1), (2, 0)], digest.Curves.Select(curves => (curves.Repetitions, curves.LeftOut)));
    }

    [Fact]
    public async Task Operations_that_never_started_are_counted_where_the_curves_of_their_point_are_merged()
    {
        var digest = await WriteAsync(point => point.Number != 1);

        Assert.All(digest.Curves, curves => Assert.Equal(
            digest.Points.Where(point => point.Number != 1 && JsonNode.DeepEquals(point.Levels, curves.Levels)).Sum(point => point.Summary!.OpenLoop!.DroppedStarts),
            curves.NeverStarted));
        Assert.All(digest.Curves, curves => Assert.NotEqual(0, curves.NeverStarted));
    }

    [Fact]
    public async Task A_combination_without_any_curves_has_none() =>
        Assert.Equal([4], (await WriteAsync(point => point.Summary!.Clients == 4)).Curves.Select(curves => (int)curves.Levels["clients"]!.GetValue<long>()));

    [Fact]
    public async Task A_point_that_the_measuring_machine_limited_is_left_out() =>
        Assert.Equal([(1, 1), (2, 0)], (await WriteAsync(_ => true, PointFlag.GeneratorBound)).Curves.Select(curves => (curves.Repetitions, curves.LeftOut)));

    [Fact]
    public async Task A_digest_that_a_TaskManager_stored_last_which_ended_the_run_at_another_time_has_its_curves()
    {
        var digest = await WriteAsync(_ => true);
        var late = digest with { Run = digest.Run with { EndedAt = digest.Run.EndedAt!.Value.AddSeconds(1) } };
        await Digests.PutAsync(late, TestContext.Current.CancellationToken);

        var results = await _web.Services.GetRequiredService<RunReader>().ResultsAsync(digest.Run.RunId, TestContext.Current.CancellationToken);

        Assert.Equal((digest.Run.EndedAt, 2), (results!.Run.EndedAt, results.Curves.Count));
    }

    /// <param name="hasCurves">Which points have curves.</param>
    /// <param name="flags">Of the first point.</param>
    private async Task<AzurePerf.Core.Digests.RunDigest> WriteAsync(Func<PointRecord, bool> hasCurves, params PointFlag[] flags)
    {
        var run = await SeededRun.SubmitAsync(_web, Sweep);
        await run.MoveAsync(RunStatus.Completed, 4);
        foreach (var point in run.Measured(planned => SeededRun.Summary(SeededSource.Clients(planned), 100, 1 << 20, 500, planned.Number == 1 ? flags : [])))
        {
            var details = $"{run.Id}/01/{point.Number}/1/details.json.gz";
            await run.PublishAsync(point with
            {
                DetailsBlob = details,
                Result = point.Result!.With(operations => operations with { OpenLoop = SampleSummary.OpenLoop(OverloadCause.None) with { DroppedStarts = point.Number } }),
            });
            if (hasCurves(point))
            {
                await _web.Control.Results.PutAsync(
                    PointCurvesFile.NameBeside(details), BinaryData.FromBytes(PointCurvesFile.Write(SeededCurves.Point(SeededCurves.Samples(point.Number, 500, 2)))), TestContext.Current.CancellationToken);
            }
        }

        await Digests.WriteAsync(run.Run, await new PointStore(_web.Control.Rows).ListAsync(run.Id, TestContext.Current.CancellationToken).ToArrayAsync(TestContext.Current.CancellationToken), TestContext.Current.CancellationToken);
        return (await Digests.FindAsync(run.Id, TestContext.Current.CancellationToken))!;
    }
}
