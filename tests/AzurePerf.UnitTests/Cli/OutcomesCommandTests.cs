using System.Text.Json;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Executions.Outcomes;
using AzurePerf.Core.Texts;
using AzurePerf.UnitTests.Golden;
using AzurePerf.UnitTests.Reports.Outcomes;
using Xunit;

namespace AzurePerf.UnitTests.Cli;

public sealed class OutcomesCommandTests
{
    private static readonly OutcomeReport Report = OutcomeReport.Assemble(SampleHours.All, SampleHours.Friday.AddDays(-1), SampleHours.Saturday, ["row a/b: sum is not a whole number"]);
    private static readonly StubApi Api = new(_ => StubApi.Json(Report));

    [Theory]
    [InlineData("table", "cli-outcomes.txt")]
    [InlineData("csv", "cli-outcomes-csv.txt")]
    public async Task The_report_is_printed_as_agreed(string format, string file)
    {
        var tool = new ToolRun(Api);

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("outcomes", "--output", format));

        GoldenFile.Check(file, tool.Output);
        Assert.True(format == "csv" || tool.Output.Split('\n').All(line => line.Length <= 100));
        Assert.Empty(tool.Error);
    }

    [Theory]
    [InlineData("table", "cli-outcomes-classes.txt")]
    [InlineData("csv", "cli-outcomes-classes-csv.txt")]
    public async Task The_classes_of_the_pipeline_are_printed_as_agreed(string format, string file)
    {
        var tool = new ToolRun(new(_ => StubApi.Json(OutcomeReport.Assemble(SampleHours.WithPipeline, SampleHours.Friday, SampleHours.Saturday, []))));

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("outcomes", "--output", format));

        GoldenFile.Check(file, tool.Output);
        Assert.True(format == "csv" || tool.Output.Split('\n').All(line => line.Length <= 100));
    }

    [Fact]
    public async Task Json_is_the_document_of_the_API_as_it_is()
    {
        var tool = new ToolRun(Api);

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("outcomes", "-o", "json"));

        Assert.Equal(JsonSerializer.Serialize(Report, ApiJson.Options), tool.Output.TrimEnd());
    }

    [Theory]
    [InlineData("/api/v1/reports/outcomes?days=7", "outcomes")]
    [InlineData("/api/v1/reports/outcomes?days=30", "outcomes", "--days", "30")]
    public async Task It_asks_for_the_days_it_was_told(string path, params string[] arguments)
    {
        var api = new StubApi(_ => StubApi.Json(Report));

        await new ToolRun(api).RunAsync(arguments);

        Assert.Equal(path, Assert.Single(api.Requests).Path);
    }

    [Fact]
    public async Task Without_executions_it_says_so()
    {
        var tool = new ToolRun(new(_ => StubApi.Json(OutcomeReport.Assemble([], SampleHours.Friday, SampleHours.Saturday, []))));

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("outcomes"));

        Assert.Equal("no execution ended from 2026-03-13 to 2026-03-14\n", tool.Output);
    }
}
