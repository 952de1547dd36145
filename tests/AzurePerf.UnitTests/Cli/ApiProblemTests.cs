using System.Net;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using Xunit;

namespace AzurePerf.UnitTests.Cli;

/// <summary>Answers that no AzurePerf API would give.</summary>
public sealed class ApiProblemTests
{
    private static readonly TimeSpan LongEnough = TimeSpan.FromSeconds(30);

    private readonly FakeTimeProvider _time = new();

    [Fact]
    public async Task A_page_of_a_gateway_in_characters_that_nobody_here_knows_does_not_end_a_watch()
    {
        var polls = 0;
        var tool = new ToolRun(new(request =>
            request.Path.EndsWith("/points", StringComparison.Ordinal) ? StubApi.Json(SampleRuns.Points())
            : request.Path.EndsWith("/events", StringComparison.Ordinal) ? StubApi.Json(Array.Empty<RunEvent>())
            : ++polls == 2 ? StubApi.Text("<html>", HttpStatusCode.BadGateway, "text/html; charset=windows-1252")
            : StubApi.Json(SampleRuns.Run("blob.download", "{}", polls < 4 ? RunStatus.Running : RunStatus.Cancelled))));

        Assert.Equal(ExitCode.Failure, await tool.RunAsync("watch", SampleRuns.RunId));

        Assert.Contains("cancelled", tool.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("unexpected", tool.Error, StringComparison.Ordinal);
        Assert.Equal(4, polls);
    }

    [Fact]
    public async Task An_answer_that_begins_with_a_byte_order_mark_is_read_without_it()
    {
        var tool = new ToolRun(new(_ => StubApi.Problem(HttpStatusCode.BadRequest, "\uFEFF{\"title\":\"No\",\"detail\":\"the gateway is closed\"}")));

        Assert.Equal(ExitCode.Usage, await tool.RunAsync("show", SampleRuns.RunId));

        Assert.Contains("the gateway is closed", tool.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_explanation_that_breaks_off_is_none()
    {
        using var body = new BrokenStream(100, 10);

        var failure = await Assert.ThrowsAsync<ApiFailure>(() => OpenAsync(body));

        Assert.Contains("the server answered 502 without an explanation", failure.Message, StringComparison.Ordinal);
        Assert.True(failure.Passing);
    }

    [Fact]
    public async Task An_explanation_that_never_comes_is_not_waited_for_longer_than_an_answer()
    {
        using var body = new SilentBody();
        var export = OpenAsync(body);
        await body.Asked.Task;

        _time.Advance(ApiClient.Patience);

        var failure = await Assert.ThrowsAsync<ApiFailure>(
            () => export.WaitAsync(LongEnough, TimeProvider.System, TestContext.Current.CancellationToken));
        Assert.Contains("the server answered 502 without an explanation", failure.Message, StringComparison.Ordinal);
    }

    /// <summary>Asks once.</summary>
    private async Task OpenAsync(Stream body)
    {
        using var stub = new StubApi(_ =>
        {
            var content = new StreamContent(body);
            content.Headers.ContentType = new("application/problem+json");
            return new(HttpStatusCode.BadGateway) { Content = content };
        });
        using var api = new ApiClient(new Uri("http://127.0.0.1:5080"), stub, new SeededIdSource(1), _time, _ => { });
        using var request = new HttpRequestMessage(HttpMethod.Get, "file");
        using var file = await api.OpenAsync(request, "/file", "there is no file", TestContext.Current.CancellationToken);
    }

    /// <summary>A connection on which nothing comes.</summary>
    private sealed class SilentBody : MemoryStream
    {
        public TaskCompletionSource Asked { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
        {
            Asked.TrySetResult();
            await Task.Delay(Timeout.InfiniteTimeSpan, TimeProvider.System, cancellationToken);
            return 0;
        }
    }
}
