using System.Net;
using System.Web;
using Azure.Core.Pipeline;
using Azure.Storage;
using Azure.Storage.Queues;
using AzurePerf.Storage.Queues;
using AzurePerf.Testing.Http;
using Xunit;

namespace AzurePerf.UnitTests.Storage;

/// <summary>What the service is asked for: how long it hides a message cannot be told without waiting.</summary>
public sealed class AzureMessageQueueTests : IDisposable
{
    private readonly RecordingHandler _service = new([.. new[] { HttpStatusCode.Created, HttpStatusCode.Created, HttpStatusCode.OK, HttpStatusCode.NoContent }.Select(AnswerOf)]);

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public void Dispose() => _service.Dispose();

    [Theory]
    [InlineData(0.25, "1")]
    [InlineData(1, "1")]
    [InlineData(1.2, "2")]
    [InlineData(600, "600")]
    public async Task A_part_of_a_second_is_asked_for_as_a_whole_one(double seconds, string asked)
    {
        var (queue, time) = (Queue(), TimeSpan.FromSeconds(seconds));

        // The answer to those that put one lists none, which is nothing for the library.
        await Record.ExceptionAsync(() => queue.PutAsync("x", time, Cancelled));
        await Record.ExceptionAsync(() => queue.PutHiddenAsync("x", time, Cancelled));
        await queue.GetAsync(1, time, Cancelled);
        await queue.TryHideAsync(new("id", "receipt", "x"), time, Cancelled);

        Assert.Equal(
            [$"POST {asked}", $"POST {asked}", $"GET {asked}", $"PUT {asked}"],
            _service.Requests.Select(request => $"{request.Method} {HttpUtility.ParseQueryString(request.Uri.Query)["visibilitytimeout"]}"));
    }

    private static Func<HttpResponseMessage> AnswerOf(HttpStatusCode status) => () => new(status)
    {
        Content = new StringContent("""<?xml version="1.0" encoding="utf-8"?><QueueMessagesList/>"""),
        Headers = { { "x-ms-popreceipt", "next" }, { "x-ms-time-next-visible", "Fri, 01 Jan 2027 00:00:00 GMT" } },
    };

    private AzureMessageQueue Queue() => new(new QueueClient(
        new("https://fake.queue.core.windows.net/tasks"), new StorageSharedKeyCredential("fake", "c2VjcmV0"),
        new() { Transport = new HttpClientTransport(_service), Retry = { MaxRetries = 0 } }));
}
