using System.Net;

namespace AzurePerf.Testing.Http;

/// <summary>Keeps every request and answers from a script instead of a network; after its last answer it repeats that one.</summary>
public sealed class RecordingHandler(params Func<HttpResponseMessage>[] answers) : HttpMessageHandler
{
    private readonly List<RecordedRequest> _requests = [];
    private readonly Lock _lock = new();

    public IReadOnlyList<RecordedRequest> Requests
    {
        get
        {
            lock (_lock)
            {
                return [.. _requests];
            }
        }
    }

    /// <summary>The request of a test that makes one.</summary>
    public RecordedRequest Single => Requests.Single();

    public static HttpResponseMessage Answer(HttpStatusCode status, string? json = null, params (string Name, string Value)[] headers)
    {
        var response = new HttpResponseMessage(status) { Content = new StringContent(json ?? string.Empty) };
        response.Content.Headers.ContentType = new System.Net.Http.Headers.MediaTypeHeaderValue("application/json");
        foreach ((string name, string value) in headers)
        {
            if (!response.Headers.TryAddWithoutValidation(name, value))
            {
                response.Content.Headers.Remove(name);
                response.Content.Headers.TryAddWithoutValidation(name, value);
            }
        }

        return response;
    }

    protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        byte[] body = request.Content is null ? [] : await request.Content.ReadAsByteArrayAsync(cancellationToken);
        var headers = request.Headers
            .Concat(request.Content?.Headers.AsEnumerable() ?? [])
            .ToDictionary(header => header.Key, header => string.Join(", ", header.Value), StringComparer.OrdinalIgnoreCase);
        int number;
        lock (_lock)
        {
            number = _requests.Count;
            _requests.Add(new RecordedRequest(request.Method.Method, request.RequestUri!, headers, body));
        }

        HttpResponseMessage answer = answers[Math.Min(number, answers.Length - 1)]();
        answer.RequestMessage = request;
        return answer;
    }
}
