using System.Net;
using System.Runtime.InteropServices;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.UnitTests.Golden;
using Xunit;

namespace AzurePerf.UnitTests.Cli;

public sealed class CommandLineTests
{
    private static StubApi NoRuns => new(_ => StubApi.Json(new RunListResponse([])));

    [Theory]
    [InlineData("submit", "submti", "blob.download")]
    [InlineData("--preset", "submit", "--prest", "quick")]
    [InlineData("--preset", "submit", "blob.download", "--prest", "quick")]
    [InlineData("list", "schedule", "lst")]
    [InlineData("--output", "list", "--outptu", "json")]
    [InlineData("--each-point", "show", "--each-pont")]
    public async Task A_misspelt_word_is_answered_with_the_one_that_was_meant(string meant, params string[] arguments)
    {
        var tool = new ToolRun(ToolRun.Unused);

        Assert.Equal(ExitCode.Usage, await tool.RunAsync(arguments));

        Assert.Contains($" - did you mean {meant}?\n", tool.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("--experiment needs --noise-floor", "compare", "4x2k", "7ahq", "--experiment", "table.query")]
    [InlineData("--preset needs --noise-floor", "compare", "4x2k", "7ahq", "--preset", "quick")]
    [InlineData("--repetitions needs --noise-floor", "compare", "4x2k", "7ahq", "--repetitions", "20")]
    [InlineData("--tag needs --noise-floor", "compare", "4x2k", "7ahq", "--tag", "region=eastus")]
    [InlineData("--yes needs --noise-floor", "compare", "4x2k", "7ahq", "--yes")]
    [InlineData("none of --across", "compare", "--noise-floor", "default", "--allow-undecided")]
    [InlineData("none of --across", "compare", "--noise-floor", "default", "--marked")]
    [InlineData("--secrets needs --first", "keys", "create", "ann", "--secrets", "f")]
    [InlineData("--prefix needs --first", "keys", "create", "ann", "--prefix", "p")]
    [InlineData("--limit has nothing to choose from", "tasks", "4x2k", "--task", "3", "--limit", "50")]
    [InlineData("--each-point has no rows", "show", "4x2k", "--state", "--each-point")]
    public async Task An_option_that_would_have_no_effect_is_refused(string complaint, params string[] arguments)
    {
        var tool = new ToolRun(ToolRun.Unused);

        Assert.Equal(ExitCode.Usage, await tool.RunAsync(arguments));

        Assert.Contains(complaint, tool.Error.Replace("\n  ", " ", StringComparison.Ordinal), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_word_that_is_like_none_is_answered_without_a_guess()
    {
        var tool = new ToolRun(ToolRun.Unused);

        Assert.Equal(ExitCode.Usage, await tool.RunAsync("banana"));

        Assert.DoesNotContain("did you mean", tool.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData]
    [InlineData("unknown")]
    [InlineData("list", "--limit", "0")]
    [InlineData("list", "--limit", "many")]
    [InlineData("list", "--output", "xml")]
    [InlineData("show")]
    [InlineData("submit")]
    [InlineData("submit", "blob.download", "extra")]
    [InlineData("submit", "blob.download", "--on-error", "explode")]
    [InlineData("submit", "blob.download", "--set", "clients")]
    [InlineData("list", "--url", "ftp://example.org")]
    [InlineData("list", "--url", "http://user:secret@example.org")]
    [InlineData("outcomes", "--days", "0")]
    [InlineData("outcomes", "--days", "91")]
    [InlineData("up", "--port", "70000")]
    [InlineData("up", "--workers", "0")]
    [InlineData("up", "--min-workers", "-1")]
    [InlineData("up", "--max-workers", "0")]
    [InlineData("up", "--max-workers", "65")]
    [InlineData("up", "--min-workers", "2", "--max-workers", "1")]
    [InlineData("up", "--workers", "2", "--min-workers", "1")]
    [InlineData("up", "--slots", "65")]
    [InlineData("up", "--scale-interval", "0")]
    [InlineData("up", "--scale-cooldown", "many")]
    [InlineData("demo", "--min-workers", "1")]
    [InlineData("doctor", "--wait")]
    [InlineData("submit", "blob.download", "--timeout", "60")]
    [InlineData("watch", "aaaaaaaaaaaaaaaaaaaa", "--timeout", "0")]
    [InlineData("watch", "aaaaaaaaaaaaaaaaaaaa", "--wait")]
    [InlineData("retry")]
    [InlineData("note", "aaaaaaaaaaaaaaaaaaaa", "--tag", "region")]
    [InlineData("baseline", "--remove")]
    [InlineData("completion")]
    [InlineData("completion", "tcsh")]
    [InlineData("compare")]
    [InlineData("compare", "--marked")]
    [InlineData("compare", "aaaaaaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbbbbbb", "--marked")]
    [InlineData("compare", "aaaaaaaaaaaaaaaaaaaa")]
    [InlineData("compare", "aaaaaaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbbbbbb", "--margin", "-5%")]
    [InlineData("compare", "aaaaaaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbbbbbb", "--fail-on", "improvement")]
    [InlineData("compare", "aaaaaaaaaaaaaaaaaaaa", "--noise-floor", "default")]
    [InlineData("compare", "--noise-floor", "default", "--fail-on", "regression")]
    [InlineData("compare", "--noise-floor", "default", "--experiment", "selftest.bag")]
    [InlineData("compare", "--noise-floor", "default", "--repetitions", "5")]
    [InlineData("compare", "--noise-floor", "default", "--repetitions", "201")]
    [InlineData("schedule")]
    [InlineData("schedule", "forget")]
    [InlineData("schedule", "add", "blob.download")]
    [InlineData("schedule", "add", "--cron", "0 2 * * *")]
    [InlineData("schedule", "add", "blob.download", "--cron", "0 2 * * *", "--jitter", "86401")]
    [InlineData("schedule", "add", "blob.download", "--cron", "0 2 * * *", "--overlap", "queue")]
    [InlineData("schedule", "remove")]
    [InlineData("images")]
    [InlineData("images", "show")]
    [InlineData("images", "download", "aaaaaaaaaaaaaaaaaaaa")]
    [InlineData("images", "submit", "--days", "0")]
    [InlineData("images", "submit", "--days", "two")]
    [InlineData("images", "submit", "--aggregate", "average")]
    [InlineData("images", "submit", "--preset", "huge")]
    [InlineData("images", "submit", "--area", "box", "5", "45", "16", "55")]
    [InlineData("images", "submit", "--timeout", "60")]
    [InlineData("images", "match", "aaaaaaaaaaaaaaaaaaaa", "--stations", "")]
    [InlineData("tasks", "aaaaaaaaaaaaaaaaaaaa", "--task", "17x")]
    [InlineData("list", "--key-file", "")]
    [InlineData("submit", "--file", "")]
    [InlineData("up", "--secrets", "")]
    [InlineData("up", "--logs", " ")]
    [InlineData("source", "serve", "--token-file", "")]
    [InlineData("programs", "add", "")]
    [InlineData("programs", "add", "ndvi", "--zip", "")]
    public async Task A_wrong_command_line_ends_with_2_and_a_sentence_on_standard_error(params string[] arguments)
    {
        var tool = new ToolRun(ToolRun.Unused);
        Assert.Equal(ExitCode.Usage, await tool.RunAsync(arguments));
        Assert.StartsWith("azureperf: ", tool.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("System.", tool.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("secret@", tool.Error, StringComparison.Ordinal);
        Assert.Empty(tool.Output);
    }

    [Theory]
    [InlineData("demo")]
    [InlineData("up")]
    [InlineData("submit")]
    [InlineData("list")]
    [InlineData("show")]
    [InlineData("watch")]
    [InlineData("cancel")]
    [InlineData("compare")]
    [InlineData("experiments")]
    [InlineData("outcomes")]
    [InlineData("doctor")]
    [InlineData("run")]
    [InlineData("retry")]
    [InlineData("rerun")]
    [InlineData("clone")]
    [InlineData("note")]
    [InlineData("baseline")]
    [InlineData("completion")]
    [InlineData("schedule")]
    [InlineData("schedule", "add")]
    [InlineData("schedule", "list")]
    [InlineData("schedule", "remove")]
    [InlineData("schedule", "run-now")]
    [InlineData("schedule", "pause")]
    [InlineData("schedule", "resume")]
    [InlineData("images")]
    [InlineData("images", "submit")]
    [InlineData("images", "watch")]
    [InlineData("images", "show")]
    [InlineData("images", "download")]
    public async Task Help_of_every_command_has_examples_of_it(params string[] command)
    {
        var tool = new ToolRun(ToolRun.Unused);
        Assert.Equal(ExitCode.Ok, await tool.RunAsync([.. command, "--help"]));
        Assert.Contains("Examples:\n  azureperf " + string.Join(' ', command), tool.Output, StringComparison.Ordinal);
        Assert.Empty(tool.Error);
    }

    [Fact]
    public async Task Help_of_a_command_has_no_argument_of_the_one_above_it()
    {
        var tool = new ToolRun(ToolRun.Unused);
        Assert.Equal(ExitCode.Ok, await tool.RunAsync("share", "list", "--help"));
        Assert.Contains(" share list [options]", tool.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("<RUN>", tool.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Root_help_documents_exit_codes()
    {
        var tool = new ToolRun(ToolRun.Unused);
        Assert.Equal(ExitCode.Ok, await tool.RunAsync("--help"));
        GoldenFile.Check("cli-help-exit-codes.txt", tool.Output[tool.Output.IndexOf("Examples:", StringComparison.Ordinal)..]);
    }

    [Fact]
    public async Task Secrets_among_the_arguments_end_with_2_before_anything_starts()
    {
        var services = new StubServices();
        var tool = new ToolRun(ToolRun.Unused) { Services = services };
        Assert.Equal(ExitCode.Usage, await tool.RunAsync("up", "DefaultEndpointsProtocol=https;AccountName=one;AccountKey=bm8="));
        Assert.Null(services.Started);
    }

    [Theory]
    [InlineData(null, null, "http://127.0.0.1:5080/")]
    [InlineData(null, "http://variable.example", "http://variable.example/")]
    [InlineData("http://option.example/sub", "http://variable.example", "http://option.example/sub")]
    public async Task The_option_goes_before_the_environment_and_that_before_the_default(string? option, string? variable, string expected)
    {
        var tool = new ToolRun(NoRuns);
        if (variable is not null)
        {
            tool.Environment["AZUREPERF_URL"] = variable;
        }

        Assert.Equal(ExitCode.Ok, await tool.RunAsync(option is null ? ["list"] : ["list", "--url", option]));
        Assert.Equal(expected, Assert.Single(tool.Addresses).AbsoluteUri);
    }

    [Fact]
    public async Task A_path_in_the_address_is_kept()
    {
        var api = NoRuns;
        await new ToolRun(api).RunAsync("list", "--url", "http://example.org/azureperf/");
        Assert.Equal("/azureperf/api/v1/runs?limit=20", Assert.Single(api.Requests).Path);
    }

    [Fact]
    public async Task An_address_where_nobody_listens_is_named_with_what_to_do()
    {
        var tool = new ToolRun(new(_ => throw new HttpRequestException(HttpRequestError.ConnectionError)));
        Assert.Equal(ExitCode.Failure, await tool.RunAsync("list"));
        Assert.Equal(
            "azureperf: nothing answers at http://127.0.0.1:5080: start the services with `azureperf up`, or say with --url where they are\n",
            tool.Error);
    }

    [Theory]
    [InlineData("<html>", "text/html", HttpStatusCode.OK)]
    [InlineData("null", "application/json", HttpStatusCode.OK)]
    [InlineData("<html>", "text/html; charset=windows-1252", HttpStatusCode.OK)]
    [InlineData("<html>", "text/html", HttpStatusCode.BadGateway)]
    [InlineData("<html>", "text/html; charset=utf8", HttpStatusCode.BadGateway)]
    [InlineData("{", "application/problem+json; charset=windows-1252", HttpStatusCode.BadGateway)]
    [InlineData("{", "application/problem+json", HttpStatusCode.InternalServerError)]
    public async Task An_answer_of_something_else_is_told_from_an_answer_of_the_api(string body, string contentType, HttpStatusCode status)
    {
        var tool = new ToolRun(new(_ => StubApi.Text(body, status, contentType)));
        Assert.Equal(ExitCode.Failure, await tool.RunAsync("list"));
        Assert.Contains("AzurePerf API", tool.Error, StringComparison.Ordinal);
        Assert.Single(tool.Error.Split('\n', StringSplitOptions.RemoveEmptyEntries));
    }

    [Fact]
    public void A_second_signal_ends_at_once()
    {
        var codes = new List<int>();
        using var interruption = new Interruption(codes.Add);
        interruption.Signal(PosixSignal.SIGINT);
        Assert.True(interruption.Requested.IsCancellationRequested);
        Assert.Empty(codes);
        interruption.Signal(PosixSignal.SIGINT);
        Assert.Equal([ExitCode.Interrupted], codes);
    }

    [Fact]
    public void A_terminal_whose_end_is_signalled_several_times_asks_once_and_cuts_nothing_short()
    {
        var codes = new List<int>();
        using var interruption = new Interruption(codes.Add);
        interruption.Signal(PosixSignal.SIGHUP);
        interruption.Signal(PosixSignal.SIGHUP);
        interruption.Signal(PosixSignal.SIGTERM);
        interruption.Signal(PosixSignal.SIGHUP);
        Assert.True(interruption.Requested.IsCancellationRequested);
        Assert.Empty(codes);
    }
}
