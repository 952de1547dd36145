using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Runs;
using AzurePerf.Storage;
using AzurePerf.Storage.Baselines;
using AzurePerf.Storage.Rows;
using AzurePerf.UnitTests.Runs;
using Microsoft.Extensions.Logging.Abstractions;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager;

public sealed class BaselineTests
{
    private readonly TaskManagerUnderTest _engine = new();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_run_that_completes_is_compared_with_its_baseline_and_kept_with_it()
    {
        await _engine.HireAsync();
        var baseline = await RunAsync();
        await PutAsync(new("default", "blob.download") { ["v"] = 1, ["run"] = baseline, ["by"] = "tester", ["at"] = DateTimeOffset.UnixEpoch });

        var candidate = await RunAsync();

        var standing = Assert.Single((await new BaselineStore(_engine.Control.Rows, NullLogger<BaselineStore>.Instance).FindAsync(new("default", "blob.download", false), Cancelled))!.Recent);
        Assert.Equal((candidate, ComparisonVerdict.NoCredibleChange), (standing.RunId, standing.Verdict));
        Assert.Equal((await _engine.HeaderAsync(candidate)).Headline!.Value, standing.Headline!.Value);
    }

    [Theory]
    [InlineData("run")]
    [InlineData("recent")]
    public async Task A_baseline_that_cannot_be_read_keeps_no_run_from_its_end(string corrupt)
    {
        await _engine.HireAsync();
        var row = new Row("default", "blob.download") { ["v"] = 1, ["run"] = await RunAsync(), ["by"] = "tester", ["at"] = DateTimeOffset.UnixEpoch };
        row[corrupt] = 7;
        await PutAsync(row);

        Assert.Equal(RunStatus.Completed, (await _engine.HeaderAsync(await RunAsync())).Status);
    }

    private Task PutAsync(Row row) => _engine.Control.Rows.PutAsync(ControlNames.BaselinesTable, row, Cancelled);

    private async Task<string> RunAsync()
    {
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads() with { Repetitions = 6 });
        await _engine.WorkUntilEndedAsync(runId);
        return runId;
    }
}
