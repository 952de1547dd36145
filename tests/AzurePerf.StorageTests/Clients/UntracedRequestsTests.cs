using System.Collections.Concurrent;
using System.Diagnostics;
using Azure;
using Azure.Data.Tables;
using AzurePerf.Probes.Targets.Storage;
using AzurePerf.Testing.Http;
using Microsoft.AspNetCore.Http;
using Xunit;

namespace AzurePerf.StorageTests.Clients;

/// <summary>What is measured is the service, not our telemetry: read off the socket and off a listener that takes every span there is.</summary>
public sealed class UntracedRequestsTests : IDisposable
{
    private static readonly string[] TracingHeaders = ["traceparent", "tracestate", "Request-Id", "Correlation-Context", "baggage"];

    /// <summary>Kestrel answers in this process, the runtime tells of connections where somebody asks it to, and without a source there is what the test itself begins.</summary>
    private static readonly string[] NotOfRequests = ["Microsoft.AspNetCore", "Experimental.System.Net.Http.Connections", "Experimental.System.Net.Sockets", "Experimental.System.Net.NameResolution", ""];

    private readonly ConcurrentQueue<string> _spans = new();
    private readonly ConcurrentQueue<string[]> _received = new();
    private readonly Activity _around = new("task.execute");
    private readonly ActivityListener _listener;

    public UntracedRequestsTests()
    {
        _listener = new()
        {
            ShouldListenTo = source => !NotOfRequests.Contains(source.Name),
            Sample = (ref ActivityCreationOptions<ActivityContext> _) => ActivitySamplingResult.AllDataAndRecorded,
            ActivityStarted = span =>
            {
                // Other tests of this process have clients of their own, and traces of their own.
                if (span.TraceId == _around.TraceId)
                {
                    _spans.Enqueue($"{span.Source.Name} {span.OperationName}");
                }
            },
        };
    }

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose()
    {
        _around.Dispose();
        _listener.Dispose();
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task No_measured_request_carries_a_trace_or_makes_a_span(bool listening)
    {
        await using var service = await StartAsync(listening);
        using var target = StorageTarget.Open(service.Address, clients: 1, lanesPerClient: 1, TimeSpan.FromSeconds(10));
        var lane = target.Lanes[0];
        _around.Start();

        await FailsAsync(() => lane.Blobs.GetBlobContainerClient("c").GetBlobClient("b").DownloadContentAsync(Token));
        await FailsAsync(() => lane.Blobs.GetBlobContainerClient("c").GetBlobClient("b").UploadAsync(BinaryData.FromString("x"), overwrite: true, Token));
        await FailsAsync(() => lane.Queues.GetQueueClient("q").SendMessageAsync("m", Token));
        await FailsAsync(() => lane.Queues.GetQueueClient("q").PeekMessageAsync(Token));
        await FailsAsync(() => lane.Tables.GetTableClient("t").GetEntityAsync<TableEntity>("p", "r", cancellationToken: Token));
        await FailsAsync(() => lane.Tables.GetTableClient("t").AddEntityAsync(new TableEntity("p", "r"), Token));

        Assert.Empty(_spans);
        Assert.Equal(6, _received.Count);
        Assert.All(_received, names => Assert.DoesNotContain(names, name => TracingHeaders.Contains(name, StringComparer.OrdinalIgnoreCase)));
    }

    [Fact]
    public async Task An_ordinary_client_in_the_same_place_would_carry_one_and_make_one()
    {
        await using var service = await StartAsync(listening: true);
        _around.Start();
        using var http = new HttpClient();

        using var answer = await http.GetAsync(service.Endpoint, Token);

        Assert.Contains(_received.Single(), name => name.Equals("traceparent", StringComparison.OrdinalIgnoreCase));
        Assert.Contains(_spans, span => span.StartsWith("System.Net.Http", StringComparison.Ordinal));
    }

    private Task<LoopbackService> StartAsync(bool listening)
    {
        if (listening)
        {
            ActivitySource.AddActivityListener(_listener);
        }

        return LoopbackService.StartAsync(context =>
        {
            _received.Enqueue([.. context.Request.Headers.Keys]); // a copy: the next request reuses them
            context.Response.StatusCode = StatusCodes.Status404NotFound;
            return Task.CompletedTask;
        }, Token);
    }

    private static async Task FailsAsync<T>(Func<Task<T>> operation) => Assert.Equal(404, (await Assert.ThrowsAsync<RequestFailedException>(operation)).Status);
}
