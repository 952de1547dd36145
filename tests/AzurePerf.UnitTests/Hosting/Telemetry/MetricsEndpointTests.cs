using System.Net;
using AzurePerf.Core.Metrics;
using AzurePerf.Hosting;
using AzurePerf.Hosting.Telemetry;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Xunit;

namespace AzurePerf.UnitTests.Hosting.Telemetry;

/// <summary>The metrics of a host without sign-in, as the TaskManager and the workers give them. The meter is the process's, so every test has tags of its own.</summary>
[Collection(nameof(AllocationCollection))]
public sealed class MetricsEndpointTests : IAsyncLifetime
{
    private readonly HttpClient _http = new(new SocketsHttpHandler { UseProxy = false });
    private WebApplication? _app;

    public async ValueTask InitializeAsync()
    {
        var builder = WebApplication.CreateBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.Services.AddSingleton(HostIdentity.Of("worker"));
        builder.Services.AddScrapedMetrics();
        _app = builder.Build();
        _app.MapMetricsForThisMachine();
        await _app.StartAsync(TestContext.Current.CancellationToken);
    }

    public async ValueTask DisposeAsync()
    {
        _http.Dispose();
        await _app!.DisposeAsync();
    }

    [Fact]
    public async Task What_was_recorded_can_be_scraped_with_the_runtime_and_the_build()
    {
        var duration = EngineMetrics.Duration.Histogram(EngineMeter.Shared);
        foreach (var seconds in new[] { 0.02, 2.5, 2.5 })
        {
            duration.Record(seconds, new KeyValuePair<string, object?>(MetricTags.Pool, "scraped"), new(MetricTags.Stage, "measure"), new(MetricTags.Outcome, "done"));
        }

        var text = await ScrapeAsync();

        const string Labels = """azureperf_outcome="done",azureperf_pool="scraped",azureperf_stage="measure""" + "\"";
        Assert.Equal("histogram", text.Types["azureperf_execution_duration_seconds"]);
        Assert.Equal(3, text.Values[$"azureperf_execution_duration_seconds_count{{{Labels}}}"]);
        Assert.Equal(5.02, text.Values[$"azureperf_execution_duration_seconds_sum{{{Labels}}}"], 9);
        Assert.Equal([0, 1, 1, 1, 1, 3], new[] { "0.01", "0.03", "0.1", "0.3", "1", "3" }.Select(bound => text.Values[$"azureperf_execution_duration_seconds_bucket{{{Labels},le=\"{bound}\"}}"]));
        Assert.Contains(text.Types.Keys, name => name.StartsWith("dotnet_gc_collections", StringComparison.Ordinal));
        Assert.Contains(text.Values.Keys, series => series.StartsWith("target_info{", StringComparison.Ordinal) && series.Contains(HostIdentity.Of("worker").BuildId, StringComparison.Ordinal));
    }

    [Fact]
    public async Task Whatever_runs_there_are_no_series_come_of_them()
    {
        var ended = EngineMetrics.Executions.Counter(EngineMeter.Shared);
        var tasks = EngineMetrics.Tasks.Gauge<long>(EngineMeter.Shared);
        for (var number = 0; number < 100; number++)
        {
            ended.Add(2, new KeyValuePair<string, object?>(MetricTags.TaskClass, "queue.add measure clients=" + number), new(MetricTags.Outcome, "scrapedKinds"));
            tasks.Record(number, new KeyValuePair<string, object?>(MetricTags.RunId, "scrapedrun" + number), new(MetricTags.Experiment, "queue.add"));
        }

        var text = await ScrapeAsync();

        Assert.Equal(200, text.Values["""azureperf_execution_ended_total{azureperf_outcome="scrapedKinds"}"""]);
        Assert.Empty(text.ValuesOf("azureperf_run_id"));
        Assert.Empty(text.ValuesOf("azureperf_kind"));
        Assert.DoesNotContain(text.Types.Keys, name => name.StartsWith("azureperf_task", StringComparison.Ordinal));
    }

    [Fact]
    public async Task To_others_the_address_does_not_exist_and_nothing_can_be_sent_there()
    {
        using var rebound = new HttpRequestMessage(HttpMethod.Get, Address) { Headers = { Host = "evil.example" } };
        using var proxied = new HttpRequestMessage(HttpMethod.Get, Address) { Headers = { { "X-Forwarded-For", "127.0.0.1" } } };
        using var sent = new HttpRequestMessage(HttpMethod.Post, Address);

        Assert.Equal(
            [HttpStatusCode.NotFound, HttpStatusCode.NotFound, HttpStatusCode.MethodNotAllowed],
            [await StatusAsync(rebound), await StatusAsync(proxied), await StatusAsync(sent)]);
    }

    private Uri Address => new(new Uri(_app!.Urls.First()), MetricsEndpoint.Path);

    private async Task<HttpStatusCode> StatusAsync(HttpRequestMessage request)
    {
        using var response = await _http.SendAsync(request, TestContext.Current.CancellationToken);
        Assert.DoesNotContain("dotnet_", await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken), StringComparison.Ordinal);
        return response.StatusCode;
    }

    private async Task<MetricsText> ScrapeAsync()
    {
        using var response = await _http.GetAsync(Address, TestContext.Current.CancellationToken);
        Assert.Equal((HttpStatusCode.OK, "text/plain"), (response.StatusCode, response.Content.Headers.ContentType?.MediaType));
        return MetricsText.Parse(await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken));
    }
}
