using System.Globalization;
using System.Net.Http.Headers;
using System.Net.Http.Json;
using System.Text.Json;
using AzurePerf.Core.Api;
using AzurePerf.Core.Gangs;

namespace AzurePerf.Worker.Gangs;

/// <summary>Asks the barrier over HTTP. Its connection stays open between questions, so that only the first one of a clock exchange pays for it.</summary>
internal sealed class BarrierClient(HttpClient http) : IBarrierConnection, IDisposable
{
    /// <summary>The longest an answer may take: a question without news is held for ten seconds.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(20);

    /// <summary>A client with connections of its own.</summary>
    public static BarrierClient Create()
    {
        var handler = new SocketsHttpHandler { UseProxy = false, PooledConnectionLifetime = TimeSpan.FromMinutes(5), ActivityHeadersPropagator = null };
        return new(new(handler, disposeHandler: true) { Timeout = Patience });
    }

    public void Dispose() => http.Dispose();

    public Task<ClockReading> ReadClockAsync(BarrierPlace place, CancellationToken cancellationToken) =>
        AskAsync<ClockReading>(place, "clock", content: null, cancellationToken);

    public Task<BarrierAnswer> ArriveAsync(BarrierPlace place, BarrierArrival arrival, CancellationToken cancellationToken) =>
        AskAsync<BarrierAnswer>(place, "arrive", JsonContent.Create(arrival, options: ApiJson.Options), cancellationToken);

    private async Task<T> AskAsync<T>(BarrierPlace place, string what, HttpContent? content, CancellationToken cancellationToken)
    {
        if (!Uri.TryCreate(place.Address, UriKind.Absolute, out var address))
        {
            throw new BarrierSilentException("no TaskManager has said yet where it can be reached");
        }

        using var request = new HttpRequestMessage(
            HttpMethod.Post, new Uri(address, string.Create(CultureInfo.InvariantCulture, $"/barrier/v1/{place.RunId}/{place.Point}/{what}")));
        request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", place.Token);
        request.Content = content;
        try
        {
            using var response = await http.SendAsync(request, cancellationToken);
            return response.IsSuccessStatusCode
                ? await response.Content.ReadFromJsonAsync<T>(ApiJson.Options, cancellationToken) ?? throw new BarrierSilentException("the barrier's answer is empty")
                : throw new BarrierSilentException($"the barrier answered {(int)response.StatusCode}");
        }
        catch (Exception exception) when (exception is HttpRequestException or IOException or JsonException || IsOwnTimeout(exception, cancellationToken))
        {
            throw new BarrierSilentException($"the barrier does not answer: {exception.Message}", exception);
        }
    }

    private static bool IsOwnTimeout(Exception exception, CancellationToken cancellationToken) =>
        exception is OperationCanceledException && !cancellationToken.IsCancellationRequested;
}
