using System.Net;
using System.Net.Http.Headers;
using System.Text;
using System.Text.Json;
using AzurePerf.Core.Api;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;

namespace AzurePerf.UnitTests.Cli;

/// <summary>Answers requests as a test says, and remembers them.</summary>
internal sealed class StubApi(Func<StubApi.Request, HttpResponseMessage> answer) : HttpMessageHandler
{
    private readonly List<Request> _requests = [];
    private readonly List<Request> _estimates = [];

    /// <summary>A request as it arrived.</summary>
    internal sealed record Request(string Method, string Path, string Body, string? IdempotencyKey, string? LastEventId = null)
    {
        /// <summary>Null when the request shows no key.</summary>
        public string? Authorization { get; init; }

        /// <summary>The part that is asked for, such as bytes=7-; empty for all.</summary>
        public string Range { get; init; } = "";

        /// <summary>The tag under which a part is wanted.</summary>
        public string IfRange { get; init; } = "";
    }

    public IReadOnlyList<Request> Requests
    {
        get
        {
            lock (_requests)
            {
                return [.. _requests];
            }
        }
    }

    /// <summary>What runs would come to; asking for it is not among <see cref="Requests"/>, because it is asked before every submission.</summary>
    public EstimateResponse Estimate { get; init; } = SampleRuns.Estimate(TimeSpan.FromSeconds(45));

    /// <summary>Whether a test answers for the catalogue itself. Else what every host knows is answered, and asking for it is not among <see cref="Requests"/>.</summary>
    public bool AnswersCatalogue { get; init; }

    /// <summary>What any run found; asking for it is not among <see cref="Requests"/>.</summary>
    public RunSummaryResponse Summary { get; init; } = new(SampleRuns.RunId, RunStatus.Completed, [new("Best throughput", "128 MB/s", "4 clients")], []);

    /// <summary>The requests for it.</summary>
    public IReadOnlyList<Request> Estimates
    {
        get
        {
            lock (_requests)
            {
                return [.. _estimates];
            }
        }
    }

    /// <summary>False where nobody answers when a request is estimated.</summary>
    public bool IsEstimating { get; init; } = true;

    /// <summary>True where an answer to a request that was given up meanwhile reaches nobody.</summary>
    public bool LosesAnswers { get; init; }

    /// <summary>Whether files have a name, as the API gives them; false for what is no AzurePerf API.</summary>
    public bool NamesFiles { get; init; } = true;

    /// <summary>Called with each request; true: it is never answered.</summary>
    public Func<Request, bool> Hangs { get; init; } = _ => false;

    public HttpResponseMessage Answer(Request request) => answer(request);

    public static HttpResponseMessage Json<T>(T document, HttpStatusCode status = HttpStatusCode.OK) =>
        Text(JsonSerializer.Serialize(document, ApiJson.Options), status);

    public static HttpResponseMessage Problem(HttpStatusCode status, string json) => Text(json, status, "application/problem+json");

    /// <summary>Refuses who asks too often.</summary>
    /// <param name="seconds">After which to ask again.</param>
    public static HttpResponseMessage Limited(int seconds)
    {
        var answer = Problem(HttpStatusCode.TooManyRequests, """{"title":"Too many requests"}""");
        answer.Headers.RetryAfter = new(TimeSpan.FromSeconds(seconds));
        return answer;
    }

    public static HttpResponseMessage Text(string body, HttpStatusCode status = HttpStatusCode.OK, string contentType = "application/json") =>
        new(status) { Content = new StringContent(body, Encoding.UTF8) { Headers = { ContentType = MediaTypeHeaderValue.Parse(contentType) } } };

    protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        var seen = new Request(
            request.Method.Method,
            request.RequestUri!.PathAndQuery,
            request.Content is null ? "" : await request.Content.ReadAsStringAsync(cancellationToken),
            request.Headers.TryGetValues("Idempotency-Key", out var keys) ? string.Join(' ', keys) : null,
            request.Headers.TryGetValues("Last-Event-ID", out var lastIds) ? string.Join(' ', lastIds) : null)
        {
            Authorization = request.Headers.Authorization?.ToString(),
            Range = request.Headers.Range?.ToString() ?? "",
            IfRange = request.Headers.IfRange?.ToString() ?? "",
        };
        if (!AnswersCatalogue && CatalogueAnswer(seen.Path) is { } catalogue)
        {
            return catalogue;
        }

        if (seen.Path.EndsWith("/summary", StringComparison.Ordinal))
        {
            return Json(Summary);
        }

        // Images have an estimate of their own, which their tests answer.
        var estimates = seen.Path.Contains("/estimate", StringComparison.Ordinal) && !seen.Path.Contains("/images/", StringComparison.Ordinal);
        lock (_requests)
        {
            (estimates ? _estimates : _requests).Add(seen);
        }

        if (Hangs(seen))
        {
            await Task.Delay(Timeout.InfiniteTimeSpan, TimeProvider.System, cancellationToken);
        }

        var answered = estimates ? null : answer(seen);
        if (NamesFiles && answered is { IsSuccessStatusCode: true } && IsFile(seen.Path))
        {
            answered.Content.Headers.ContentDisposition ??= new("attachment") { FileName = "file" };
        }

        if (LosesAnswers)
        {
            cancellationToken.ThrowIfCancellationRequested();
        }

        return answered is not null ? answered : IsEstimating ? Json(Estimate) : throw new HttpRequestException(HttpRequestError.ConnectionError);
    }

    private static bool IsFile(string path) =>
        path.Contains("/export?", StringComparison.Ordinal) || path.EndsWith(".svg", StringComparison.Ordinal) || path.Contains("/images/", StringComparison.Ordinal);

    private static HttpResponseMessage? CatalogueAnswer(string path)
    {
        const string Address = "/api/v1/experiments";
        return path.EndsWith(Address, StringComparison.Ordinal)
            ? Json(new ExperimentListResponse([.. Shipped.Experiments.All.Select(ExperimentResponse.From)], ["default"]))
            : path.IndexOf(Address + "/", StringComparison.Ordinal) is >= 0 and var at
                ? Shipped.Experiments.Find(path[(at + Address.Length + 1)..]) is { } found ? Json(ExperimentResponse.From(found)) : Problem(HttpStatusCode.NotFound, "{}")
                : null;
    }
}
