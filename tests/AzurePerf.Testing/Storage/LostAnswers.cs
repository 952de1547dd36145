namespace AzurePerf.Testing.Storage;

/// <summary>A connection to a real service that loses the first answer to each change; the client library then sends the same request again.</summary>
public sealed class LostAnswers() : DelegatingHandler(new SocketsHttpHandler())
{
    private const string RequestId = "x-ms-client-request-id";

    private readonly HashSet<string> _lost = [];

    /// <summary>Answers lost so far.</summary>
    public int Count => _lost.Count;

    protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        var answer = await base.SendAsync(request, cancellationToken);
        if (request.Method == HttpMethod.Get || !_lost.Add(request.Headers.GetValues(RequestId).Single()))
        {
            return answer;
        }

        answer.Dispose();
        throw new HttpRequestException("connection reset by peer", new IOException("reset"));
    }
}
