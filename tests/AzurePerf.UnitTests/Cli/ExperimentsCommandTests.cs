using System.Net;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.UnitTests.Experiments.Texts;
using AzurePerf.UnitTests.Golden;
using Xunit;

namespace AzurePerf.UnitTests.Cli;

public sealed class ExperimentsCommandTests
{
    private static StubApi Catalogue => new(request => request.Path == "/api/v1/experiments"
        ? StubApi.Json(new ExperimentListResponse([.. Shipped.Experiments.All.Select(ExperimentResponse.From)], ["default", "west"]))
        : Shipped.Experiments.Find(request.Path["/api/v1/experiments/".Length..]) is { } definition ? StubApi.Json(ExperimentResponse.From(definition))
        : StubApi.Problem(HttpStatusCode.NotFound, """{"title":"not found","status":404,"detail":"there is no experiment with this id"}"""))
    {
        AnswersCatalogue = true,
    };

    [Fact]
    public async Task Lists_every_experiment_within_the_width()
    {
        var tool = new ToolRun(Catalogue) { Columns = 100, Environment = { ["NO_COLOR"] = "1" } };
        Assert.Equal(ExitCode.Ok, await tool.RunAsync("experiments"));
        Assert.All(Shipped.Experiments.All, experiment => Assert.Contains(experiment.Id + " ", tool.Output, StringComparison.Ordinal));
        Assert.Contains("targets: default, west", tool.Output, StringComparison.Ordinal);
        AssertNarrow(tool.Output);
    }

    [Theory]
    [InlineData("xterm", true)]
    [InlineData("dumb", false)]
    public async Task A_terminal_that_knows_no_escape_sequences_gets_none(string term, bool emphasised)
    {
        var tool = new ToolRun(Catalogue) { Columns = 100, Environment = { ["TERM"] = term } };
        Assert.Equal(ExitCode.Ok, await tool.RunAsync("experiments"));
        Assert.Equal(emphasised, tool.Output.Contains('\u001b', StringComparison.Ordinal));
    }

    [Fact]
    public async Task One_experiment_shows_parameters_with_ranges_units_defaults_and_presets()
    {
        var tool = new ToolRun(Catalogue);
        Assert.Equal(ExitCode.Ok, await tool.RunAsync("experiments", "Insert.Ratio"));
        GoldenFile.Check("cli-experiment.txt", tool.Output);
        AssertNarrow(tool.Output);
    }

    [Fact]
    public async Task Every_experiment_has_a_page_and_csv_in_the_catalogue()
    {
        foreach (var experiment in Shipped.Experiments.All)
        {
            var page = new ToolRun(Catalogue);
            Assert.Equal(ExitCode.Ok, await page.RunAsync("experiments", experiment.Id));
            AssertNarrow(page.Output);
            var csv = new ToolRun(Catalogue);
            Assert.Equal(ExitCode.Ok, await csv.RunAsync("experiments", experiment.Id, "-o", "csv"));
            Assert.Equal(experiment.Parameters.Count + 1, csv.Output.Count(character => character == '\n'));
        }
    }

    [Fact]
    public async Task A_text_is_shown_with_its_length_and_an_example()
    {
        var api = new StubApi(request => request.Path == "/api/v1/experiments"
            ? StubApi.Json(new ExperimentListResponse([ExperimentResponse.From(TextStages.Definition)], []))
            : StubApi.Json(ExperimentResponse.From(TextStages.Definition)))
        {
            AnswersCatalogue = true,
        };
        var (page, csv) = (new ToolRun(api), new ToolRun(api));

        Assert.Equal(ExitCode.Ok, await page.RunAsync("experiments", TextStages.Id));
        Assert.Equal(ExitCode.Ok, await csv.RunAsync("experiments", TextStages.Id, "-o", "csv"));

        Assert.Matches("area +text, at most 4000 characters +one", page.Output);
        Assert.Matches("from +text, at most 10 characters +2024-01-01 +one", page.Output);
        Assert.Contains("area: Where the tiles are. Such as area='polygon 8 47, 9 47, 9 48'.", page.Output, StringComparison.Ordinal);
        Assert.Contains("preset quick: 1 repetitions, area=h18v04, tasks=2", page.Output, StringComparison.Ordinal);
        Assert.Contains("area,text,,,,,,False,Where the tiles are.,4000,\"polygon 8 47, 9 47, 9 48\"\n", csv.Output, StringComparison.OrdinalIgnoreCase);
        AssertNarrow(page.Output);
    }

    [Fact]
    public async Task An_experiment_that_the_catalogue_does_not_list_is_shown_by_its_id()
    {
        var tool = new ToolRun(Catalogue);
        Assert.Equal(ExitCode.Ok, await tool.RunAsync("experiments", "selftest.bag"));
        Assert.Contains("crashShare: Share of executions that end their worker process", tool.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_unknown_experiment_is_a_usage_error_that_names_the_known_ones()
    {
        var tool = new ToolRun(Catalogue);
        Assert.Equal(ExitCode.Usage, await tool.RunAsync("experiments", "blob.explode"));
        Assert.Contains("blob.download, blob.upload", tool.Error, StringComparison.Ordinal);
    }

    private static void AssertNarrow(string text) =>
        Assert.All(text.Split('\n'), line => Assert.True(line.Length <= Sheet.UsualColumns, line));
}
