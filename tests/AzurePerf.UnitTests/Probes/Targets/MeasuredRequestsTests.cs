using System.Net;
using System.Net.Http;
using Azure;
using Azure.Core;
using Azure.Core.Pipeline;
using Azure.Data.Tables;
using AzurePerf.Core.Targets;
using AzurePerf.Probes.Targets.Storage;
using Xunit;

namespace AzurePerf.UnitTests.Probes.Targets;

public sealed class MeasuredRequestsTests : IDisposable
{
    private static readonly StorageAccountAddress Address = StorageAccountAddress.Parse("UseDevelopmentStorage=true");

    private readonly ScriptedHandler _wire = new();
    private readonly WireRequestCounter _counter = new();
    private readonly HttpClient _http;
    private readonly StorageClients _clients;

    public MeasuredRequestsTests()
    {
        _http = new(_wire);
        _clients = new StorageAccess(Address, null).OpenMeasured(new HttpClientTransport(_http), _counter, TimeSpan.FromSeconds(10));
    }

    public void Dispose() => _http.Dispose();

    [Theory]
    [InlineData(HttpStatusCode.ServiceUnavailable)]
    [InlineData(HttpStatusCode.InternalServerError)]
    [InlineData(HttpStatusCode.TooManyRequests)]
    [InlineData(HttpStatusCode.RequestTimeout)]
    public async Task A_failed_request_is_sent_once_by_each_of_the_three_services(HttpStatusCode status)
    {
        _wire.Answer = _ => new(status);
        await AssertFailsAsync(() => _clients.Blobs.GetBlobContainerClient("c").GetBlobClient("b").DownloadStreamingAsync(cancellationToken: Token));
        await AssertFailsAsync(() => _clients.Queues.GetQueueClient("q").SendMessageAsync("m", Token));
        await AssertFailsAsync(() => _clients.Tables.GetTableClient("t").AddEntityAsync(new TableEntity("p", "r"), Token));
        Assert.Equal(3, _wire.Requests.Count);
        Assert.Equal(3, _counter.Count);
    }

    [Fact]
    public async Task A_throttled_upload_does_not_change_how_the_next_one_is_sent()
    {
        _wire.Answer = _ => new(HttpStatusCode.ServiceUnavailable);
        var blob = _clients.Blobs.GetBlobContainerClient("c").GetBlobClient("b");
        await AssertFailsAsync(() => blob.UploadAsync(BinaryData.FromString("content"), overwrite: true, Token));
        await AssertFailsAsync(() => blob.UploadAsync(BinaryData.FromString("content"), overwrite: true, Token));
        await AssertFailsAsync(() => _clients.Queues.GetQueueClient("q").SendMessageAsync("m", Token));
        await AssertFailsAsync(() => _clients.Queues.GetQueueClient("q").SendMessageAsync("m", Token));
        await AssertFailsAsync(() => _clients.Tables.GetTableClient("t").AddEntityAsync(new TableEntity("p", "r"), Token));
        await AssertFailsAsync(() => _clients.Tables.GetTableClient("t").AddEntityAsync(new TableEntity("p", "r"), Token));
        Assert.All(_wire.Requests, request => Assert.NotEqual(true, request.Headers.ExpectContinue));
        Assert.Equal(6, _wire.Requests.Count);
    }

    [Fact]
    public async Task Requests_carry_no_tracing_headers()
    {
        _wire.Answer = _ => new(HttpStatusCode.NotFound);
        await AssertFailsAsync(() => _clients.Queues.GetQueueClient("q").PeekMessageAsync(Token));
        Assert.DoesNotContain("traceparent", _wire.Requests[0].Headers.Select(header => header.Key), StringComparer.OrdinalIgnoreCase);
    }

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    private static async Task AssertFailsAsync<T>(Func<Task<T>> operation) => await Assert.ThrowsAsync<RequestFailedException>(operation);

    private sealed class ScriptedHandler : HttpMessageHandler
    {
        public Func<HttpRequestMessage, HttpResponseMessage> Answer { get; set; } = _ => new(HttpStatusCode.OK);

        public List<HttpRequestMessage> Requests { get; } = [];

        protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
        {
            Requests.Add(request);
            var answer = Answer(request);
            answer.RequestMessage = request;
            return Task.FromResult(answer);
        }
    }
}
