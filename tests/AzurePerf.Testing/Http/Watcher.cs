using System.Globalization;
using System.Net;
using System.Net.ServerSentEvents;
using Xunit;

namespace AzurePerf.Testing.Http;

/// <summary>One who watches a run by server-sent events.</summary>
public sealed class Watcher : IAsyncDisposable
{
    private readonly HttpResponseMessage _response;
    private readonly IAsyncEnumerator<SseItem<string>> _items;

    private Watcher(HttpResponseMessage response, Stream body)
    {
        _response = response;
        _items = SseParser.Create(body).EnumerateAsync(TestContext.Current.CancellationToken).GetAsyncEnumerator();
    }

    public static async Task<Watcher> OpenAsync(HttpClient client, string runId, int? lastEventId = null, string query = "")
    {
        var cancelled = TestContext.Current.CancellationToken;
        using var request = new HttpRequestMessage(HttpMethod.Get, $"/api/v1/runs/{runId}/events{query}");
        request.Headers.Add("Accept", "text/event-stream");
        if (lastEventId is { } id)
        {
            request.Headers.Add("Last-Event-ID", id.ToString(CultureInfo.InvariantCulture));
        }

        var response = await client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, cancelled);
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        Assert.Equal("text/event-stream", response.Content.Headers.ContentType!.MediaType);
        return new(response, await response.Content.ReadAsStreamAsync(cancelled));
    }

    /// <summary>The next item of a kind; others are passed over. Null at the end of the stream.</summary>
    public async Task<SseItem<string>?> NextAsync(string kind)
    {
        while (await _items.MoveNextAsync())
        {
            if (_items.Current.EventType == kind)
            {
                return _items.Current;
            }
        }

        return null;
    }

    /// <summary>Everything until the stream ends.</summary>
    public async Task<List<SseItem<string>>> RestAsync()
    {
        var items = new List<SseItem<string>>();
        while (await _items.MoveNextAsync())
        {
            items.Add(_items.Current);
        }

        return items;
    }

    public async ValueTask DisposeAsync()
    {
        await _items.DisposeAsync();
        _response.Dispose();
    }
}
