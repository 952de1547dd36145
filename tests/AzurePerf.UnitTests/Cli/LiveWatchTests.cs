using System.Net;
using System.Text.Json;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;
using Xunit;

namespace AzurePerf.UnitTests.Cli;

public sealed class LiveWatchTests
{
    private static readonly PointListResponse Points = SampleRuns.Points(
        SampleRuns.Measured(1, 1, """{"blobBytes":1048576,"containers":1,"clients":1}""", SampleRuns.Summary(1, 20, 12.34, 1 << 20)));

    [Fact]
    public async Task A_watch_follows_the_events_and_never_asks_for_the_run()
    {
        var api = Serving(_ => Stream(Event(1), Shown(RunStatus.Running), Event(2), Shown(RunStatus.Completed), End(RunStatus.Completed)));
        var tool = new ToolRun(api);

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("watch", SampleRuns.RunId));

        Assert.Equal([$"/api/v1/runs/{SampleRuns.RunId}/events", $"/api/v1/runs/{SampleRuns.RunId}/points"], api.Requests.Select(request => request.Path));
        Assert.Equal($"blob.download {SampleRuns.RunId}: measuring 4 points\nblob.download {SampleRuns.RunId}: completed\n", tool.Error);
    }

    [Fact]
    public async Task A_broken_connection_is_taken_up_after_the_last_event()
    {
        var connections = new List<string?>();
        var api = Serving(request =>
        {
            connections.Add(request.LastEventId);
            return connections.Count switch
            {
                1 => Stream(Event(1), Shown(RunStatus.Running), Event(2)),
                2 => throw new HttpRequestException(HttpRequestError.ConnectionError),
                3 => StubApi.Problem(HttpStatusCode.ServiceUnavailable, """{"title":"The control account does not answer"}"""),
                _ => Stream(Event(3), Shown(RunStatus.Failed), End(RunStatus.Failed)),
            };
        });

        Assert.Equal(ExitCode.Failure, await new ToolRun(api).RunAsync("watch", SampleRuns.RunId));

        Assert.Equal([null, "2", "2", "2"], connections);
    }

    [Fact]
    public async Task A_server_that_ends_in_the_middle_is_said_once_and_asked_for_half_a_minute()
    {
        var connections = 0;
        var api = Serving(
            _ => ++connections == 1 ? Stream(Shown(RunStatus.Running)) : throw new HttpRequestException(HttpRequestError.ConnectionError),
            () => throw new HttpRequestException(HttpRequestError.ConnectionError));
        var tool = new ToolRun(api);

        Assert.Equal(ExitCode.Failure, await tool.RunAsync("watch", SampleRuns.RunId));

        Assert.StartsWith(
            $"blob.download {SampleRuns.RunId}: measuring 4 points\nno answer about the run; trying again for up to 30 s\n", tool.Error,
            StringComparison.Ordinal);
        Assert.Equal(4, tool.Error.Count(character => character == '\n'));
        Assert.Contains("nothing answers at ", tool.Error, StringComparison.Ordinal);
        Assert.InRange(api.Requests.Count, 60, 70);
    }

    [Fact]
    public async Task A_server_that_sends_no_events_is_asked_again_and_again()
    {
        var polls = 0;
        var api = Serving(_ => StubApi.Json(Array.Empty<RunEvent>()), () => Run(++polls < 3 ? RunStatus.Running : RunStatus.Completed));

        Assert.Equal(ExitCode.Ok, await new ToolRun(api).RunAsync("watch", SampleRuns.RunId));

        Assert.Equal(3, polls);
    }

    [Fact]
    public async Task A_watch_that_asks_too_often_waits_as_told_and_keeps_its_events()
    {
        var limits = 4;
        var api = Serving(_ => limits-- > 0 ? StubApi.Limited(5) : Stream(Shown(RunStatus.Completed), End(RunStatus.Completed)));
        var tool = new ToolRun(api);

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("watch", SampleRuns.RunId));

        Assert.StartsWith("the server had too many requests; asking again in 5 s\n", tool.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_limit_is_no_outage_of_the_server()
    {
        var limits = 70;
        var api = Serving(_ => StubApi.Json(Array.Empty<RunEvent>()), () => Run(RunStatus.Completed));
        var limited = new StubApi(request =>
            request.Path.EndsWith(SampleRuns.RunId, StringComparison.Ordinal) && limits-- > 0 ? StubApi.Limited(5) : api.Answer(request));

        Assert.Equal(ExitCode.Ok, await new ToolRun(limited).RunAsync("watch", SampleRuns.RunId));
    }

    [Fact]
    public async Task A_run_that_is_shown_is_asked_for_again_after_a_limit()
    {
        var limits = 2;
        var api = Serving(_ => StubApi.Json(Array.Empty<RunEvent>()), () => Run(RunStatus.Completed));
        var limited = new StubApi(request => limits-- > 0 ? StubApi.Limited(5) : api.Answer(request));

        Assert.Equal(ExitCode.Ok, await new ToolRun(limited).RunAsync("show", SampleRuns.RunId));
    }

    [Fact]
    public async Task Events_that_make_no_sense_are_not_relied_on()
    {
        var api = Serving(_ => Stream("event: run\ndata: nonsense\n\n"), () => Run(RunStatus.Completed));

        Assert.Equal(ExitCode.Ok, await new ToolRun(api).RunAsync("watch", SampleRuns.RunId));
    }

    [Theory]
    [InlineData("watch", SampleRuns.RunId)]
    [InlineData("run", "blob.download")]
    [InlineData("submit", "blob.download", "--wait")]
    [InlineData("rerun", SampleRuns.RunId, "--wait")]
    public async Task A_watch_that_is_too_long_ends_with_4_and_the_run_goes_on(params string[] command)
    {
        var api = Serving(_ => StubApi.Json(Array.Empty<RunEvent>()), () => Run(RunStatus.Running));
        var tool = new ToolRun(api);

        Assert.Equal(ExitCode.TimedOut, await tool.RunAsync([.. command, "--timeout", "60"]));

        Assert.Contains("has not ended after 60 s and goes on; `azureperf watch", tool.Error, StringComparison.Ordinal);
        Assert.DoesNotContain(api.Requests, request => request.Path.EndsWith("/cancel", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_watch_that_never_heard_of_its_run_does_not_say_that_it_goes_on()
    {
        var tool = new ToolRun(new(_ => StubApi.Problem(HttpStatusCode.ServiceUnavailable, "{}")));

        Assert.Equal(ExitCode.TimedOut, await tool.RunAsync("watch", SampleRuns.RunId, "--timeout", "5"));

        Assert.Contains($"nothing is known of run {SampleRuns.RunId} after 5 s", tool.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("goes on", tool.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Who_gives_up_a_server_that_stays_away_says_that_the_run_may_go_on()
    {
        var tool = new ToolRun(new(_ => StubApi.Problem(HttpStatusCode.ServiceUnavailable, "{}")));

        Assert.Equal(ExitCode.Failure, await tool.RunAsync("watch", SampleRuns.RunId));

        Assert.Contains($"run {SampleRuns.RunId} may go on without being watched; `azureperf watch", tool.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_is_read_after_the_end_is_read_again_where_the_server_was_away_for_a_moment()
    {
        var away = true;
        var api = Serving(_ => Stream(Shown(RunStatus.Completed), End(RunStatus.Completed)));
        var tool = new ToolRun(new(request =>
        {
            var answers = !request.Path.EndsWith("/points", StringComparison.Ordinal) || !away;
            away = away && answers;
            return answers ? api.Answer(request) : StubApi.Problem(HttpStatusCode.ServiceUnavailable, """{"title":"The control account does not answer"}""");
        }));

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("watch", SampleRuns.RunId));
    }

    [Fact]
    public async Task Quiet_leaves_nothing_but_data_and_what_went_wrong()
    {
        var well = new ToolRun(Serving(_ => Stream(Shown(RunStatus.Completed), End(RunStatus.Completed))));
        Assert.Equal(ExitCode.Ok, await well.RunAsync("run", "blob.download", "--quiet"));
        Assert.Empty(well.Error);
        Assert.NotEmpty(well.Output);

        var badly = new ToolRun(Serving(_ => Stream(Shown(RunStatus.Failed), End(RunStatus.Failed))));
        Assert.Equal(ExitCode.Failure, await badly.RunAsync("run", "blob.download", "-q"));
        Assert.Equal($"run {SampleRuns.RunId} failed: no point could be measured\n", badly.Error);
    }

    private static string Event(int id) => $"id: {id}\nevent: event\ndata: {JsonSerializer.Serialize(new RunEvent(id, SampleRuns.Submitted, "something"), ApiJson.Options)}\n\n";

    private static string Shown(RunStatus status) => $"event: run\ndata: {JsonSerializer.Serialize(Run(status), ApiJson.Options)}\n\n";

    private static string End(RunStatus status) => $"event: end\ndata: {JsonSerializer.Serialize(new RunEnding(status, ""), ApiJson.Options)}\n\n";

    private static HttpResponseMessage Stream(params string[] items) => StubApi.Text(string.Concat(items.Prepend("retry: 2000\n\n")), contentType: "text/event-stream");

    private static RunResponse Run(RunStatus status) => SampleRuns.Run("blob.download", """{"blobBytes":[1048576],"containers":[1],"clients":[1],"operationsPerClient":20}""", status);

    private static StubApi Serving(Func<StubApi.Request, HttpResponseMessage> events, Func<RunResponse>? run = null) => new(request => request switch
    {
        { Method: "POST" } => StubApi.Json(Run(RunStatus.Accepted), HttpStatusCode.Accepted),
        _ when request.Path.EndsWith("/points", StringComparison.Ordinal) => StubApi.Json(Points),
        _ when request.Path.EndsWith("/events", StringComparison.Ordinal) => events(request),
        _ => StubApi.Json(run!()),
    });
}
