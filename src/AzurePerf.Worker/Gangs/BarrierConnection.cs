using System.Globalization;
using System.Net.Http.Headers;
using System.Net.Http.Json;
using System.Text.Json;
using AzurePerf.Core.Gangs;
using AzurePerf.Core.Texts;

namespace AzurePerf.Worker.Gangs;

/// <summary>Asks the barrier over HTTP. Its connection stays open between questions, so that only the first one of a clock exchange pays
/// for it.</summary>
internal sealed class BarrierConnection(HttpClient http) : IBarrierConnection, IDisposable
{
    /// <summary>The longest an answer may take: a question without news is held for ten seconds.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(20);

    /// <summary>A client with connections of its own.</summary>
    public static BarrierConnection Create()
    {
        var handler = new SocketsHttpHandler
        {
            UseProxy = false,
            PooledConnectionLifetime = TimeSpan.FromMinutes(5),
            ActivityHeadersPropagator = null,
        };
        return new(new(handler, disposeHandler: true) { Timeout = Patience });
    }

    public void Dispose() => http.Dispose();

    public Task<ClockReading> ReadClockAsync(BarrierLocation location, CancellationToken cancellationToken) =>
        AskAsync<ClockReading>(location, "clock", content: null, cancellationToken);

    public Task<BarrierAnswer> ArriveAsync(BarrierLocation location, BarrierArrival arrival, CancellationToken cancellationToken) =>
        AskAsync<BarrierAnswer>(location, "arrive", JsonContent.Create(arrival, options: ApiJson.Options), cancellationToken);

    private async Task<T> AskAsync<T>(BarrierLocation location, string what, HttpContent? content, CancellationToken cancellationToken)
    {
        if (!Uri.TryCreate(location.Address, UriKind.Absolute, out var address))
        {
            throw new BarrierUnavailableException("no TaskManager has said yet where it can be reached");
        }

        using var request = new HttpRequestMessage(
            HttpMethod.Post,
            new Uri(address, string.Create(CultureInfo.InvariantCulture, $"/barrier/v1/{location.RunId}/{location.Point}/{what}")));
        request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", location.Token);
        request.Content = content;
        try
        {
            using var response = await http.SendAsync(request, cancellationToken);
            return response.IsSuccessStatusCode
                ? await response.Content.ReadFromJsonAsync<T>(ApiJson.Options, cancellationToken)
                    ?? throw new BarrierUnavailableException("the barrier's answer is empty")
                : throw new BarrierUnavailableException($"the barrier answered {(int)response.StatusCode}");
        }
        catch (Exception exception)
            when (exception is HttpRequestException or IOException or JsonException || IsOwnTimeout(exception, cancellationToken))
        {
            throw new BarrierUnavailableException($"the barrier does not answer: {exception.Message}", exception);
        }
    }

    private static bool IsOwnTimeout(Exception exception, CancellationToken cancellationToken) =>
        exception is OperationCanceledException && !cancellationToken.IsCancellationRequested;
}

/// <summary>How a worker asks the barrier. Implemented over HTTP, and in memory for tests.</summary>
internal interface IBarrierConnection
{
    /// <summary>Asks for the time.</summary>
    /// <exception cref="BarrierUnavailableException">No usable answer came; another try may get one, perhaps elsewhere.</exception>
    Task<ClockReading> ReadClockAsync(BarrierLocation location, CancellationToken cancellationToken);

    /// <summary>Says where the member stands, and waits for the answer.</summary>
    /// <exception cref="BarrierUnavailableException">No usable answer came; another try may get one, perhaps elsewhere.</exception>
    Task<BarrierAnswer> ArriveAsync(BarrierLocation location, BarrierArrival arrival, CancellationToken cancellationToken);
}
