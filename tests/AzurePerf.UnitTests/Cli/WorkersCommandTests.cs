using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.UnitTests.Golden;
using Xunit;

namespace AzurePerf.UnitTests.Cli;

public sealed class WorkersCommandTests
{
    private static readonly WorkerResponse Busy = new()
    {
        WorkerId = "abcdefghij2345672345",
        Pool = "bag",
        HostId = "a-host-with-a-rather-long-name.internal",
        Sku = "local",
        Build = "0.1.0+0123456789abcdef",
        Slots = 8,
        StartedAt = SampleRuns.Submitted,
        HeartbeatAgeSeconds = 3.25,
        Requests = 120,
        Holding = false,
        HoldingReason = "",
        Draining = false,
        Running = [new(SampleRuns.RunId, "bag 2", 17, 2, "working", SampleRuns.Submitted, 4.5, 0, 0, "killed after 41 s: 4 x 10.2 s mean of 37")],
    };

    private static readonly WorkerResponse Holding = Busy with { WorkerId = "holding", Holding = true, HoldingReason = "a run measures, and host h has a measure worker", Running = [] };

    [Theory]
    [InlineData("table", "cli-workers.txt")]
    [InlineData("csv", "cli-workers-csv.txt")]
    public async Task Pools_and_workers_are_printed_as_agreed(string format, string golden)
    {
        var tool = new ToolRun(Api());

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("workers", "--output", format));

        GoldenFile.Check(golden, tool.Output);
        Assert.Empty(tool.Error);
    }

    [Theory]
    [InlineData(60)]
    [InlineData(100)]
    public async Task Pools_and_workers_fit_the_terminal(int columns)
    {
        var tool = new ToolRun(Api()) { Columns = columns, Environment = { ["NO_COLOR"] = "1" } };

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("workers"));

        Assert.All(tool.Output.Split('\n'), line => Assert.True(line.Length <= columns, line));
    }

    private static StubApi Api() => new(_ => StubApi.Json(new WorkerListResponse(
        [new("measure", 0, 0, 0, 0, 0, 0, 1, 12.5), new("bag", 2, 1, 16, 1, 1, 0, 0, null)], [Busy, Holding, Busy with { WorkerId = "silent", HeartbeatAgeSeconds = 61, Silent = true, Running = [] }], [])));

    [Fact]
    public async Task Rows_that_make_no_sense_are_named_apart_from_the_data()
    {
        var tool = new ToolRun(new(_ => StubApi.Json(new WorkerListResponse([], [], ["workers/bag/x: beat is not a number"]))));

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("workers"));

        Assert.Contains("workers/bag/x: beat is not a number", tool.Error, StringComparison.Ordinal);
    }
}
