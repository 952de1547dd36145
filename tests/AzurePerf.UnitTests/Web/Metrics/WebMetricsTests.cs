using System.Diagnostics.Metrics;
using System.IO.Compression;
using System.Net;
using AzurePerf.Core.Access;
using AzurePerf.Testing.Storage;
using AzurePerf.UnitTests.Hosting.Telemetry;
using AzurePerf.UnitTests.Web.Access;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace AzurePerf.UnitTests.Web.Metrics;

/// <summary>They run alone, each on a host of its own: meters are of the process, and those of a host that another test ended would be given once more.</summary>
[Collection(nameof(AllocationCollection))]
public sealed class WebMetricsTests
{
    private const string Address = "/metrics";

    [Fact]
    public async Task Without_sign_in_they_are_for_this_machine_as_everything_is()
    {
        await using var web = new WebUnderTest();
        using var foreign = new HttpRequestMessage(HttpMethod.Get, Address) { Headers = { Host = "evil.example" } };

        Assert.Equal(HttpStatusCode.OK, (await web.GetAsync(Address)).StatusCode);
        await RunSubmissionApiTests.ProblemAsync(await web.Client.SendAsync(foreign, TestContext.Current.CancellationToken), HttpStatusCode.BadRequest, "/problems/foreign-host");
    }

    [Fact]
    public async Task They_need_a_key_that_may_read_where_there_are_keys()
    {
        await using var keyed = new KeyedWeb();
        var (key, _) = await keyed.NewKeyAsync("prometheus", AccessScope.Read);

        await RunSubmissionApiTests.ProblemAsync(await keyed.SendAsync(HttpMethod.Get, Address), HttpStatusCode.Unauthorized, "/problems/sign-in-needed");
        Assert.Equal(HttpStatusCode.Unauthorized, (await keyed.SendAsync(HttpMethod.Get, Address, AccessKeyText.New("aaaaaaaaaaaaaaaaaaaa"))).StatusCode);
        Assert.Equal(HttpStatusCode.OK, (await keyed.SendAsync(HttpMethod.Get, Address, key)).StatusCode);
        Assert.Equal(HttpStatusCode.OK, (await KeyedWeb.SendAsync(keyed.Web.Client, HttpMethod.Get, Address, key)).StatusCode);
        Assert.Equal(HttpStatusCode.Forbidden, (await keyed.SendAsync(HttpMethod.Post, Address, key, "{}")).StatusCode);
    }

    [Fact]
    public async Task They_need_a_principal_or_a_key_in_Container_Apps()
    {
        await using var keyed = KeyedWeb.InContainerApps();
        var (key, _) = await keyed.NewKeyAsync("prometheus", AccessScope.Read);

        Assert.Equal(HttpStatusCode.Unauthorized, (await keyed.SendAsync(HttpMethod.Get, Address)).StatusCode);
        Assert.Equal(HttpStatusCode.OK, (await keyed.SendAsync(HttpMethod.Get, Address, key)).StatusCode);
        Assert.Equal(HttpStatusCode.OK, (await keyed.SendAsync(HttpMethod.Get, Address, null, null, PrincipalHeaders.Of("AzurePerf.Read"))).StatusCode);
    }

    [Fact]
    public async Task They_count_as_other_reads_do()
    {
        await using var keyed = new KeyedWeb(("Access:ReadsPerMinute", "1"));
        var (key, _) = await keyed.NewKeyAsync("prometheus", AccessScope.Read);

        Assert.Equal(HttpStatusCode.OK, (await keyed.SendAsync(HttpMethod.Get, Address, key)).StatusCode);
        await RunSubmissionApiTests.ProblemAsync(await keyed.SendAsync(HttpMethod.Get, Address, key), HttpStatusCode.TooManyRequests, "/problems/too-many-requests");
    }

    [Fact]
    public async Task No_path_and_no_header_makes_a_series()
    {
        await using var web = new WebUnderTest(_ => { });
        for (var number = 0; number < 50; number++)
        {
            using var request = new HttpRequestMessage(new("HOSTILE" + number), $"/api/v1/runs/hostile{number}")
            {
                Headers = { { "User-Agent", "hostile" + number }, { "X-Forwarded-Proto", "hostile" + number }, { "X-Forwarded-Host", "hostile" + number } },
            };
            await web.Client.SendAsync(request, TestContext.Current.CancellationToken);
            await web.GetAsync($"/api/v1/runs/hostile{number}");
            await web.GetAsync($"/hostile{number}");
        }

        var text = await ScrapeAsync(web);

        Assert.DoesNotContain(text.Values.Keys, series => series.Contains("hostile", StringComparison.OrdinalIgnoreCase));
        var templates = web.Services.GetRequiredService<EndpointDataSource>().Endpoints.OfType<RouteEndpoint>().Select(endpoint => "/" + endpoint.RoutePattern.RawText?.Trim('/')).ToHashSet();
        Assert.Contains("/api/v1/runs/{id}", text.ValuesOf("http_route").Select(route => "/" + route.Trim('/')));
        Assert.Empty(text.ValuesOf("http_route").Select(route => "/" + route.Trim('/')).Except(templates));
        Assert.Empty(text.Labels.Where(label => label.StartsWith("http_", StringComparison.Ordinal)).Except(["http_request_method", "http_response_status_code", "http_route"]));
    }

    [Fact]
    public async Task They_say_what_was_answered_and_are_compressed_for_who_takes_it()
    {
        await using var web = new WebUnderTest(_ => { });
        await MeasuredAsync(web, "/api/v1/targets");
        using var request = new HttpRequestMessage(HttpMethod.Get, Address) { Headers = { { "Accept-Encoding", "gzip" } } };

        using var response = await web.Client.SendAsync(request, TestContext.Current.CancellationToken);
        await using var body = new GZipStream(await response.Content.ReadAsStreamAsync(TestContext.Current.CancellationToken), CompressionMode.Decompress);
        using var reader = new StreamReader(body);
        var text = MetricsText.Parse(await reader.ReadToEndAsync(TestContext.Current.CancellationToken));

        Assert.Equal(["gzip"], response.Content.Headers.ContentEncoding);
        Assert.Contains(text.Values, series => series.Key.StartsWith("http_server_request_duration_seconds_count{", StringComparison.Ordinal)
            && series.Key.Contains("/api/v1/targets", StringComparison.Ordinal) && series.Key.Contains("\"200\"", StringComparison.Ordinal) && series.Value >= 1);
    }

    [Fact]
    public async Task The_control_account_is_not_asked_for_them()
    {
        var control = new InMemoryControlPlane(WebUnderTest.Clock);
        var rows = new CountingRows(control.Rows);
        await using var web = new WebUnderTest(services => services.AddSingleton(FailingRows.With(control.AsControlPlane(), rows)));

        await web.GetAsync("/health/live");
        var before = rows.Asked;

        Assert.NotEmpty((await ScrapeAsync(web)).Values);

        Assert.Equal(before, rows.Asked);
    }

    /// <summary>Asks for an address and waits until the host has recorded it, which it does after its answer.</summary>
    private static async Task MeasuredAsync(WebUnderTest web, string address)
    {
        var recorded = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        using var listener = new MeterListener
        {
            InstrumentPublished = (instrument, listener) =>
            {
                if (instrument.Name == "http.server.request.duration")
                {
                    listener.EnableMeasurementEvents(instrument);
                }
            },
        };
        listener.SetMeasurementEventCallback<double>((_, _, tags, _) => _ = tags.ToArray().Any(tag => Equals(tag.Value, address)) && recorded.TrySetResult());
        listener.Start();
        await web.GetAsync(address);
        await recorded.Task.WaitAsync(TestContext.Current.CancellationToken);
    }

    private static async Task<MetricsText> ScrapeAsync(WebUnderTest web) => MetricsText.Parse(await (await web.GetAsync(Address)).Content.ReadAsStringAsync(TestContext.Current.CancellationToken));
}
