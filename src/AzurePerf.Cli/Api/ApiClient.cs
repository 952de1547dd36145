using System.Globalization;
using System.Net;
using System.Net.Http.Headers;
using System.Net.ServerSentEvents;
using System.Runtime.CompilerServices;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using AzurePerf.Core.Api;
using AzurePerf.Core.Executions.Outcomes;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Runs;

namespace AzurePerf.Cli.Api;

/// <summary>The AzurePerf API. Every method throws <see cref="ApiFailure"/> with a sentence for people when it gets no good
/// answer.</summary>
internal sealed class ApiClient : IDisposable
{
    private const string EventStreamType = "text/event-stream";
    private const string NotAccepted = "the run was not accepted";

    /// <summary>More than two heartbeats of the server.</summary>
    private static readonly TimeSpan LongestSilence = TimeSpan.FromSeconds(25);

    /// <summary>How long a request and its whole answer may take.</summary>
    public static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);
    private readonly HttpClient _http;
    private readonly IIdSource _ids;
    private readonly TimeProvider _time;
    private readonly Action<string> _say;
    private readonly string _address;

    /// <param name="url">Where the API is.</param>
    /// <param name="handler">How it is reached.</param>
    /// <param name="ids">Gives keys of requests.</param>
    /// <param name="time">The clock.</param>
    /// <param name="say">Tells people of long waits.</param>
    /// <param name="patience">How long a request and its answer may take, where that is not the usual <see cref="Patience"/>.</param>
    public ApiClient(
        Uri url, HttpMessageHandler handler, IIdSource ids, TimeProvider time, Action<string> say, TimeSpan? patience = null)
    {
        _address = url.AbsoluteUri.TrimEnd('/');
        (_ids, _time, _say) = (ids, time, say);
        _http = new HttpClient(handler)
        {
            BaseAddress = new Uri(_address + "/"),
            Timeout = patience ?? Patience,
            MaxResponseContentBufferSize = 256 << 20,
        };
    }

    /// <summary>Where people look at a run.</summary>
    public Uri PortalPage(string runId) => new(_http.BaseAddress!, "runs/" + runId);

    /// <summary>Where people look at what a run made of images.</summary>
    public Uri ImagesPage(string runId) => new(_http.BaseAddress!, $"runs/{runId}/images");

    /// <summary>Where people look at a comparison.</summary>
    /// <param name="runs">Ids, the baseline first.</param>
    public Uri ComparisonPage(IEnumerable<string> runs) => new(_http.BaseAddress!, "compare?runs=" + string.Join(",", runs));

    /// <summary>Submits a run. Lost answers are asked for again under the same idempotency key, so that no run starts twice.</summary>
    public Task<ApiDocument<RunResponse>> SubmitAsync(JsonObject request, CancellationToken cancellationToken) =>
        PostOnceAsync<RunResponse>("api/v1/runs", request, NotAccepted, cancellationToken);

    /// <summary>What a run would come to; nothing is stored.</summary>
    public Task<ApiDocument<EstimateResponse>> EstimateAsync(JsonObject request, CancellationToken cancellationToken) =>
        PostOnceAsync<EstimateResponse>("api/v1/estimates", request, NotAccepted, cancellationToken);

    public Task<ApiDocument<RunListResponse>> ListRunsAsync(int limit, CancellationToken cancellationToken) =>
        ListRunsAsync(limit, [], cancellationToken);

    /// <summary>The newest runs that filters admit.</summary>
    public Task<ApiDocument<RunListResponse>> ListRunsAsync(
        int limit, IEnumerable<(string Name, string Value)> filters, CancellationToken cancellationToken)
    {
        var query = string.Concat(filters.Select(filter => $"&{filter.Name}={Uri.EscapeDataString(filter.Value)}"));
        return GetAsync<RunListResponse>(
            string.Create(CultureInfo.InvariantCulture, $"api/v1/runs?limit={limit}") + query, "the list of runs", cancellationToken);
    }

    /// <summary>The page that another one names as the next.</summary>
    public Task<ApiDocument<RunListResponse>> NextRunsAsync(string address, CancellationToken cancellationToken) =>
        GetAsync<RunListResponse>(address.TrimStart('/'), "the list of runs", cancellationToken);

    /// <summary>Makes a run from an earlier one, once however often an answer is lost.</summary>
    /// <param name="id">The earlier run.</param>
    /// <param name="how">clone, rerun or retry.</param>
    /// <param name="request">What is different; null for nothing.</param>
    /// <param name="cancellationToken">Ends the request.</param>
    public Task<ApiDocument<RunResponse>> RepeatAsync(string id, string how, JsonObject? request, CancellationToken cancellationToken) =>
        PostOnceAsync<RunResponse>(
            $"api/v1/runs/{Uri.EscapeDataString(id)}/{how}", request, $"no {how} of run {id} was submitted", cancellationToken);

    /// <summary>What a run made from an earlier one would come to; nothing is stored.</summary>
    /// <inheritdoc cref="RepeatAsync"/>
    public Task<ApiDocument<EstimateResponse>> EstimateRepeatAsync(
        string id, string how, JsonObject? request, CancellationToken cancellationToken) =>
        PostOnceAsync<EstimateResponse>(
            $"api/v1/runs/{Uri.EscapeDataString(id)}/{how}/estimate", request, $"no {how} of run {id} was submitted", cancellationToken);

    public Task<ApiDocument<NoteListResponse>> GetNotesAsync(string id, CancellationToken cancellationToken) =>
        GetAsync<NoteListResponse>($"api/v1/runs/{Uri.EscapeDataString(id)}/notes", "the notes of run " + id, cancellationToken);

    /// <summary>Adds a note or changes tags, whatever others do meanwhile: neither takes away what somebody else wrote.</summary>
    public Task<ApiDocument<NoteListResponse>> ChangeNotesAsync(string id, JsonObject change, CancellationToken cancellationToken)
    {
        var request = new HttpRequestMessage(HttpMethod.Patch, $"api/v1/runs/{Uri.EscapeDataString(id)}/notes")
        {
            Content = JsonText(change),
        };
        request.Headers.IfMatch.Add(EntityTagHeaderValue.Any);
        return SendAsync<NoteListResponse>(request, $"run {id} has no note more", cancellationToken);
    }

    /// <summary>What happens to a run, as it happens; null when the server sends no events.</summary>
    /// <param name="id">The run.</param>
    /// <param name="lastId">Id of the last event that is known; null for none.</param>
    /// <param name="cancellationToken">Ends the request for them.</param>
    public async Task<IAsyncEnumerable<SseItem<string>>?> OpenEventsAsync(string id, string? lastId, CancellationToken cancellationToken)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, $"api/v1/runs/{Uri.EscapeDataString(id)}/events");
        request.Headers.Accept.Add(new MediaTypeWithQualityHeaderValue(EventStreamType));
        if (lastId is not null)
        {
            request.Headers.TryAddWithoutValidation("Last-Event-ID", lastId);
        }

        var response = await ReachAsync(request, HttpCompletionOption.ResponseHeadersRead, cancellationToken);
        if (response.IsSuccessStatusCode && response.Content.Headers.ContentType?.MediaType == EventStreamType)
        {
            return ReadEventsAsync(response, cancellationToken);
        }

        using (response)
        {
            // Another build of the server may answer a list; a passing failure is worth another attempt.
            return (int)response.StatusCode is >= 500 or 429
                ? throw await DescribeAsync($"run {id} cannot be followed", response, cancellationToken)
                : null;
        }
    }

    public Task<ApiDocument<RunResponse>> GetRunAsync(string id, CancellationToken cancellationToken) =>
        GetAsync<RunResponse>("api/v1/runs/" + Uri.EscapeDataString(id), "run " + id, cancellationToken);

    /// <summary>The same, asked for once: who follows a run has a patience of its own.</summary>
    public Task<ApiDocument<RunResponse>> GetRunOnceAsync(string id, CancellationToken cancellationToken) =>
        SendAsync<RunResponse>(
            new(HttpMethod.Get, "api/v1/runs/" + Uri.EscapeDataString(id)), $"run {id} cannot be read", cancellationToken);

    /// <summary>What has happened to a run so far.</summary>
    public Task<ApiDocument<RunEvent[]>> GetEventsAsync(string id, CancellationToken cancellationToken) =>
        GetAsync<RunEvent[]>($"api/v1/runs/{Uri.EscapeDataString(id)}/events", "the events of run " + id, cancellationToken);

    public Task<ApiDocument<PointListResponse>> GetPointsAsync(string id, CancellationToken cancellationToken) =>
        GetAsync<PointListResponse>($"api/v1/runs/{Uri.EscapeDataString(id)}/points", "the points of run " + id, cancellationToken);

    public Task<ApiDocument<RunSummaryResponse>> GetSummaryAsync(string id, CancellationToken cancellationToken) =>
        GetAsync<RunSummaryResponse>($"api/v1/runs/{Uri.EscapeDataString(id)}/summary", "the summary of run " + id, cancellationToken);

    /// <summary>A published point, computed again from its raw data.</summary>
    public Task<ApiDocument<PointRecomputation>> RecomputePointAsync(string id, int number, CancellationToken cancellationToken) =>
        GetAsync<PointRecomputation>(
        string.Create(CultureInfo.InvariantCulture, $"api/v1/runs/{Uri.EscapeDataString(id)}/points/{number}/recomputed"),
        string.Create(CultureInfo.InvariantCulture, $"point {number} of run {id}, computed again,"),
        cancellationToken);

    public Task<ApiDocument<WorkerListResponse>> ListWorkersAsync(CancellationToken cancellationToken) =>
        GetAsync<WorkerListResponse>("api/v1/workers", "the list of workers", cancellationToken);

    /// <summary>Changes how many workers a pool has.</summary>
    public Task<ApiDocument<PoolScaleResponse>> ScaleWorkersAsync(
        string pool, PoolScaleRequest request, CancellationToken cancellationToken) => SendAsync<PoolScaleResponse>(
        new(HttpMethod.Put, $"api/v1/workers/{Uri.EscapeDataString(pool)}/scale")
        {
            Content = JsonText(new() { ["min"] = request.Min, ["max"] = request.Max, ["force"] = request.Force }),
        },
        $"the pool {pool} was not scaled",
        cancellationToken);

    public Task<ApiDocument<RunResponse>> CancelAsync(string id, CancellationToken cancellationToken) =>
        SendAsync<RunResponse>(
            new(HttpMethod.Post, $"api/v1/runs/{Uri.EscapeDataString(id)}/cancel"), $"run {id} was not cancelled", cancellationToken);

    public Task<ApiDocument<ExperimentListResponse>> ListExperimentsAsync(CancellationToken cancellationToken) =>
        GetAsync<ExperimentListResponse>("api/v1/experiments", "the catalogue of experiments", cancellationToken);

    /// <summary>One experiment, also one that the catalogue does not list.</summary>
    public Task<ApiDocument<ExperimentResponse>> GetExperimentAsync(string id, CancellationToken cancellationToken) =>
        GetAsync<ExperimentResponse>("api/v1/experiments/" + Uri.EscapeDataString(id), "experiment " + id, cancellationToken);

    /// <summary>The same where the host may not know it; null then.</summary>
    public async Task<ExperimentResponse?> FindExperimentAsync(string id, CancellationToken cancellationToken)
    {
        try
        {
            return (await GetExperimentAsync(id, cancellationToken)).Value;
        }
        catch (ApiFailure failure) when (failure.Status == HttpStatusCode.NotFound)
        {
            return null;
        }
    }

    public Task<ApiDocument<OutcomeReport>> GetOutcomesAsync(int days, CancellationToken cancellationToken) =>
        GetAsync<OutcomeReport>(string.Create(CultureInfo.InvariantCulture, $"api/v1/reports/outcomes?days={days}"),
            "the report on outcomes", cancellationToken);

    /// <summary>One run compared with another.</summary>
    /// <param name="baseline">Id of the run that the other one is compared with; null for the marked baseline.</param>
    /// <param name="candidate">Id of the run that is judged.</param>
    /// <param name="options">The other query parameters.</param>
    /// <param name="cancellationToken">Ends the request.</param>
    public Task<ApiDocument<ComparisonResponse>> CompareAsync(
        string? baseline, string candidate, IEnumerable<(string Name, string Value)> options, CancellationToken cancellationToken)
    {
        (string Name, string Value)[] runs = baseline is null
            ? [("candidate", candidate)]
            : [("baseline", baseline), ("candidate", candidate)];
        var query = runs.Concat(options).Select(option => $"{option.Item1}={Uri.EscapeDataString(option.Item2)}");
        var path = "api/v1/compare?" + string.Join('&', query);
        return AgainAsync(
            () => SendAsync<ComparisonResponse>(new(HttpMethod.Get, path), "the runs cannot be compared", cancellationToken),
            cancellationToken);
    }

    /// <summary>Starts a maintenance run that removes what ended runs left in a target; null for the default one.</summary>
    public Task<ApiDocument<RunResponse>> CleanAsync(string? target, CancellationToken cancellationToken)
    {
        var request = new HttpRequestMessage(HttpMethod.Post, "api/v1/maintenance/clean")
        {
            Content = target is null ? null : JsonText(new JsonObject { ["target"] = target }),
        };
        return SendAsync<RunResponse>(request, "the clean-up was not started", cancellationToken);
    }

    public void Dispose() => _http.Dispose();

    /// <summary>Sends a request that makes something, again where what failed may pass, and makes it once.</summary>
    public Task<ApiDocument<T>> PostOnceAsync<T>(
        string path, JsonObject? request, string complaint, CancellationToken cancellationToken)
    {
        var (key, mayBeDone) = (_ids.NewId(), false);
        return AgainAsync(
            async () =>
            {
                try
                {
                    var message = new HttpRequestMessage(HttpMethod.Post, path) { Content = request is null ? null : JsonText(request) };
                    message.Headers.Add("Idempotency-Key", key);
                    return await SendAsync<T>(message, complaint, cancellationToken);
                }
                catch (ApiFailure failure)
                {
                    mayBeDone = failure.MayBeDone |= mayBeDone;
                    throw;
                }
            },
            cancellationToken);
    }

    /// <summary>The body of a request.</summary>
    public static StringContent JsonText(JsonObject document) => new(document.ToJsonString(), Encoding.UTF8, "application/json");

    /// <summary>Reads a document, again where what failed may pass.</summary>
    public Task<ApiDocument<T>> GetAsync<T>(string path, string what, CancellationToken cancellationToken) =>
        AgainAsync(() => SendAsync<T>(new(HttpMethod.Get, path), what + " cannot be read", cancellationToken), cancellationToken);

    /// <summary>Tries what may be done more than once, again where what failed may pass.</summary>
    public Task<T> AgainAsync<T>(Func<Task<T>> attempt, CancellationToken cancellationToken) =>
        PassingApiFailure.AgainAsync(_time, _say, attempt, cancellationToken);

    /// <summary>Sends a request that a document answers.</summary>
    public async Task<ApiDocument<T>> SendAsync<T>(HttpRequestMessage request, string complaint, CancellationToken cancellationToken)
    {
        var (_, json) = await ExchangeAsync(request, complaint, cancellationToken);
        try
        {
            return new(ApiText.Parse<T>(json), json);
        }
        catch (JsonException exception)
        {
            throw Unexpected(complaint, "document", exception.Message, exception);
        }
    }

    /// <summary>Sends a request that is done when it is answered without a document. Any page would be another success.</summary>
    public async Task SendAsync(HttpRequestMessage request, string complaint, CancellationToken cancellationToken)
    {
        if (await ExchangeAsync(request, complaint, cancellationToken) is { Status: not HttpStatusCode.NoContent and var status })
        {
            throw Unexpected(complaint, "204", $"{(int)status}");
        }
    }

    /// <summary>The failure of an answer that no AzurePerf API gives.</summary>
    /// <param name="complaint">What did not succeed.</param>
    /// <param name="expected">What it should have answered.</param>
    /// <param name="detail">What is wrong with the answer.</param>
    /// <param name="cause">What broke underneath.</param>
    public ApiFailure Unexpected(string complaint, string expected, string detail, Exception? cause = null) => new(
        $"{complaint}: {_address} answered with something other than the expected {expected}; is it an AzurePerf API of this version? "
            + $"({detail})",
        HttpStatusCode.OK,
        cause);

    private async Task<(HttpStatusCode Status, string Text)> ExchangeAsync(
        HttpRequestMessage request, string complaint, CancellationToken cancellationToken)
    {
        using (request)
        {
            request.Headers.Accept.Add(new MediaTypeWithQualityHeaderValue("application/json"));
            using var response = await ReachAsync(request, cancellationToken);
            return response.IsSuccessStatusCode
                ? (response.StatusCode, await ApiText.ReadAsync(response.Content, cancellationToken))
                : throw await DescribeAsync(complaint, response, cancellationToken);
        }
    }

    /// <inheritdoc cref="ApiProblem.DescribeAsync"/>
    public Task<ApiFailure> DescribeAsync(string request, HttpResponseMessage response, CancellationToken cancellationToken) =>
        ApiProblem.DescribeAsync(request, response, _time, cancellationToken);

    /// <summary>A server that says nothing for longer than its heartbeats allow is as good as gone.</summary>
    private async IAsyncEnumerable<SseItem<string>> ReadEventsAsync(
        HttpResponseMessage response, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        using var silence = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        await using var timer = _time.CreateTimer(_ => silence.Cancel(), null, LongestSilence, Timeout.InfiniteTimeSpan);
        using (response)
        {
            await using var body = await response.Content.ReadAsStreamAsync(silence.Token);
            await using var items = SseParser.Create(body).EnumerateAsync(silence.Token).GetAsyncEnumerator(silence.Token);
            while (await MovesAsync(items, cancellationToken))
            {
                timer.Change(LongestSilence, Timeout.InfiniteTimeSpan);
                yield return items.Current;
            }
        }
    }

    private async Task<bool> MovesAsync(IAsyncEnumerator<SseItem<string>> items, CancellationToken cancellationToken)
    {
        try
        {
            return await items.MoveNextAsync();
        }
        catch (Exception exception)
            when (exception is IOException or HttpRequestException
                || (exception is OperationCanceledException && !cancellationToken.IsCancellationRequested))
        {
            throw new ApiFailure($"the connection to {_address} broke while a run was followed", cause: exception);
        }
    }

    private Task<HttpResponseMessage> ReachAsync(HttpRequestMessage request, CancellationToken cancellationToken) =>
        ReachAsync(request, HttpCompletionOption.ResponseContentRead, cancellationToken);

    /// <summary>Sends a request, and waits for the answer as far as is said.</summary>
    public async Task<HttpResponseMessage> ReachAsync(
        HttpRequestMessage request, HttpCompletionOption completion, CancellationToken cancellationToken)
    {
        try
        {
            return await _http.SendAsync(request, completion, cancellationToken);
        }
        catch (HttpRequestException exception)
        {
            throw new ApiFailure(exception.HttpRequestError is HttpRequestError.ConnectionError or HttpRequestError.NameResolutionError
                ? $"nothing answers at {_address}: start the services with `azureperf up`, or say with --url where they are"
                : $"the connection to {_address} broke: {exception.Message}", cause: exception);
        }
        catch (OperationCanceledException exception) when (!cancellationToken.IsCancellationRequested)
        {
            throw new ApiFailure($"{_address} did not answer within {_http.Timeout.TotalSeconds:F0} s", cause: exception);
        }
    }
}

/// <summary>What the API answered: read, and as it came.</summary>
internal sealed record ApiDocument<T>(T Value, string Json);
