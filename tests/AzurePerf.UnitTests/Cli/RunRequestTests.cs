using System.Net;
using AzurePerf.Cli.Output;
using AzurePerf.Cli.Runs;
using AzurePerf.Core.Api;
using AzurePerf.UnitTests.Experiments.Texts;
using Xunit;

namespace AzurePerf.UnitTests.Cli;

public sealed class RunRequestTests
{
    [Theory]
    [InlineData("clients=1", """{"clients":1}""")]
    [InlineData("clients=1,4, 16", """{"clients":[1,4,16]}""")]
    [InlineData("durationSeconds=0.5", """{"durationSeconds":0.5}""")]
    [InlineData("sink=file", """{"sink":"file"}""")]
    [InlineData("service=blob,table", """{"service":["blob","table"]}""")]
    [InlineData("blobBytes=8MiB,1.5GB", """{"blobBytes":[8388608,1500000000]}""")]
    [InlineData("blobBytes=-1", """{"blobBytes":-1}""")]
    [InlineData("name=a=b", """{"name":"a=b"}""")]
    [InlineData("x=0.1KiB", """{"x":"0.1KiB"}""")]
    [InlineData("x=9999999TiB", """{"x":"9999999TiB"}""")]
    [InlineData("x=nan", """{"x":"nan"}""")]
    public void Assignments_become_json(string assignment, string json) => Assert.Equal(json, ParameterAssignment.ReadAll([assignment], []).ToJsonString());

    [Theory]
    [InlineData("area=h18v04, h19v04", """{"area":"h18v04, h19v04"}""")]
    [InlineData("area=polygon 8 47, 9 47,, 9 48", """{"area":"polygon 8 47, 9 47,, 9 48"}""")]
    [InlineData("area=5", """{"area":"5"}""")]
    [InlineData("area=1,2", """{"area":"1,2"}""")]
    [InlineData("area=8MiB", """{"area":"8MiB"}""")]
    [InlineData("area=a=b", """{"area":"a=b"}""")]
    [InlineData("area=", """{"area":""}""")]
    [InlineData("tasks=5", """{"tasks":5}""")]
    public void A_text_is_taken_whole(string assignment, string json) =>
        Assert.Equal(json, ParameterAssignment.ReadAll([assignment], TextStages.Definition.Parameters).ToJsonString());

    [Fact]
    public async Task A_comma_too_many_in_a_request_file_is_told_with_its_place()
    {
        var tool = new ToolRun(ToolRun.Unused) { Input = """{ "experiment": "table.query", }""" };

        Assert.Equal(ExitCode.Usage, await tool.RunAsync("run", "--file", "-"));

        Assert.Equal("azureperf: --file is not valid JSON: there is a mistake at line 1, column 32\n", tool.Error);
    }

    [Theory]
    [InlineData("""{ "experiment": "table.query", "\ud800": 1 }""")]
    [InlineData("""{ "experiment": "\ud800" }""")]
    [InlineData("""{ "experiment": "table.query", "name": "\ud800" }""")]
    [InlineData("""{ "experiment": "table.query", "tags": { "\udc00": "1" } }""")]
    [InlineData("""{ "experiment": "table.query", "tags": { "a": "\udc00" } }""")]
    public async Task A_name_or_a_text_in_a_request_file_that_no_text_can_hold_is_a_usage_error(string file)
    {
        var tool = new ToolRun(ToolRun.Unused) { Input = file };

        Assert.Equal(ExitCode.Usage, await tool.RunAsync("run", "--file", "-"));

        Assert.Equal("azureperf: --file has a name or a text with half a surrogate pair, which JSON can write and no text can hold\n", tool.Error);
    }

    [Fact]
    public async Task The_command_asks_what_the_parameters_are_before_it_takes_a_value_for_a_list()
    {
        var api = new StubApi(request => request switch
        {
            { Path: "/api/v1/experiments/text.stages" } => StubApi.Json(ExperimentResponse.From(TextStages.Definition)),
            { Method: "POST" } => StubApi.Json(SampleRuns.Run(TextStages.Id, "{}")),
            _ => StubApi.Problem(HttpStatusCode.NotFound, """{"title":"not found","status":404}"""),
        })
        {
            AnswersCatalogue = true,
        };
        var tool = new ToolRun(api);

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("submit", TextStages.Id, "--set", "area=h18v04, h19v04", "--set", "tasks=3", "--dry-run"));
        Assert.Equal("""{"experiment":"text.stages","parameters":{"area":"h18v04, h19v04","tasks":3}}""", Assert.Single(api.Estimates).Body);
    }

    [Theory]
    [InlineData("clients")]
    [InlineData("=1")]
    [InlineData("clients=")]
    [InlineData("clients=1,,2")]
    [InlineData("clients=1,")]
    public void Nonsense_in_an_assignment_is_a_usage_error(string assignment)
    {
        var failure = Assert.Throws<CommandFailure>(() => ParameterAssignment.ReadAll([assignment], []));
        Assert.Equal(ExitCode.Usage, failure.ExitCode);
        Assert.StartsWith("--set ", failure.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("1,460 B", "1460")]
    [InlineData("1,460 B,2,500 kB", "[1460,2500000]")]
    [InlineData("64,128KiB", "[64,131072]")]
    [InlineData("1.5,100 B", "[1.5,100]")]
    public void A_size_may_have_commas_between_its_thousands_as_tables_show_it(string value, string expected) =>
        Assert.Equal($$"""{"blobBytes":{{expected}}}""", ParameterAssignment.ReadAll(["blobBytes=" + value], []).ToJsonString());

    [Theory]
    [InlineData("8MX")]
    [InlineData("8mb")]
    [InlineData("1KiB,0.1KiB")]
    [InlineData("large")]
    public void What_is_no_size_is_told_how_sizes_end(string value)
    {
        var failure = Assert.Throws<CommandFailure>(() => ParameterAssignment.CheckSizes(
            ParameterAssignment.ReadAll(["blobBytes=" + value], []), SampleRuns.Experiment("blob.download").Parameters));

        Assert.Equal(ExitCode.Usage, failure.ExitCode);
        Assert.Equal(
            $"--set blobBytes: '{value.Split(',')[^1]}' is no whole number of bytes; write one, or a number that ends in KiB, MiB, GiB, TiB, kB, KB, MB, GB, TB or B", failure.Message);
    }

    [Fact]
    public void A_parameter_set_twice_is_a_usage_error() =>
        Assert.Contains("clients twice", Assert.Throws<CommandFailure>(() => ParameterAssignment.ReadAll(["clients=1", "clients=2"], [])).Message, StringComparison.Ordinal);

    [Fact]
    public void Arguments_go_over_the_file()
    {
        var request = RunRequest.Build(
            new() { Preset = "quick", Seed = 7, Parameters = ["clients=2"], Tags = ["b=2"] },
            """{"experiment":"queue.add","preset":"paper","parameters":{"clients":[1,4],"messageBytes":512},"tags":{"a":"1"}}""");
        Assert.Equal(
            """{"experiment":"queue.add","preset":"quick","parameters":{"clients":2,"messageBytes":512},"tags":{"a":"1","b":"2"},"seed":7}""",
            request.ToJsonString());
    }

    [Fact]
    public void Only_what_was_said_is_sent() =>
        Assert.Equal("""{"experiment":"queue.add"}""", RunRequest.Build(new() { Experiment = "queue.add" }, null).ToJsonString());

    [Theory]
    [InlineData("[]")]
    [InlineData("{")]
    [InlineData("null")]
    [InlineData("""{"experiment":"a","experiment":"b"}""")]
    [InlineData("{}")]
    [InlineData("""{"experiment":null,"preset":"quick"}""")]
    public void A_file_that_is_no_request_is_a_usage_error(string file) =>
        Assert.Equal(ExitCode.Usage, Assert.Throws<CommandFailure>(() => RunRequest.Build(new(), file)).ExitCode);

    [Fact]
    public void A_file_that_the_server_would_refuse_for_its_length_is_not_sent() =>
        Assert.Contains("64 KiB", Assert.Throws<CommandFailure>(() => RunRequest.Build(new(), new string(' ', 70_000))).Message, StringComparison.Ordinal);

    [Fact]
    public void A_prefix_means_the_one_run_that_begins_with_it()
    {
        string[] ids = ["abcd", "abef", "xyz2"];
        Assert.Equal("xyz2", RunPrefix.Choose("x", ids));
        Assert.Contains("2 runs begin with 'ab': abcd, abef", Assert.Throws<CommandFailure>(() => RunPrefix.Choose("ab", ids)).Message, StringComparison.Ordinal);
        Assert.Throws<CommandFailure>(() => RunPrefix.Choose("q", ids));
        Assert.Throws<CommandFailure>(() => RunPrefix.Choose("", ids));
    }
}
