using System.Diagnostics;
using System.Net;
using AzurePerf.Core.Access;
using AzurePerf.Storage.Access;
using AzurePerf.Web.Access;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace AzurePerf.UnitTests.Web.Access;

public sealed class AccessGateTests : IAsyncDisposable
{
    private const string SomeId = "aaaaaaaaaaaaaaaaaaaa";
    private static readonly string[] Open = ["health/live", "health/ready", "health/front", "signin", "problems/{name?}", "errors/{status}", "theme", "shared/{**rest}"];
    private readonly KeyedWeb _keyed = KeyedWeb.Shared(("Access:SubmitsPerMinute", "0"), ("Access:ReadsPerMinute", "0"));

    public ValueTask DisposeAsync() => _keyed.DisposeAsync();

    [Fact]
    public async Task Every_address_but_the_few_open_ones_asks_who_calls()
    {
        foreach (var (method, route, address) in Routes())
        {
            var response = await _keyed.SendAsync(method, address);

            var refused = response.StatusCode == HttpStatusCode.Unauthorized
                || (response.StatusCode == HttpStatusCode.Redirect && response.Headers.Location!.OriginalString.StartsWith("/signin?returnUrl=%2F", StringComparison.Ordinal));
            Assert.True(refused != Open.Contains(route), $"{method} {route} without a key: {response.StatusCode}");
        }
    }

    [Theory]
    [InlineData("/api/v1/nothing")]
    [InlineData("/nothing")]
    [InlineData("/api")]
    public async Task What_is_not_there_is_told_to_known_callers_only(string address) =>
        Assert.True((await _keyed.SendAsync(HttpMethod.Get, address)).StatusCode is HttpStatusCode.Unauthorized or HttpStatusCode.Redirect);

    /// <summary>Known by the trace that the caller names: other tests run at the same time.</summary>
    [Theory]
    [InlineData(true, true)]
    [InlineData(false, false)]
    public async Task Only_requests_of_known_callers_have_a_span_that_is_sent_on(bool known, bool sent)
    {
        var trace = ActivityTraceId.CreateRandom();
        // It ends after its caller has the answer.
        var ended = new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously);
        using var listener = new ActivityListener
        {
            ShouldListenTo = source => source.Name == "Microsoft.AspNetCore",
            Sample = (ref ActivityCreationOptions<ActivityContext> _) => ActivitySamplingResult.AllDataAndRecorded,
            ActivityStopped = span =>
            {
                if (span.TraceId == trace)
                {
                    ended.SetResult(span.Recorded);
                }
            },
        };
        ActivitySource.AddActivityListener(listener);
        var (key, _) = await _keyed.NewKeyAsync("traced", AccessScope.Read);

        await _keyed.SendAsync(HttpMethod.Options, "/runs", known ? key : null, null, ("traceparent", $"00-{trace}-00f067aa0ba902b7-01"));

        Assert.Equal(sent, await ended.Task.WaitAsync(TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task A_key_to_read_changes_nothing_anywhere()
    {
        var (key, _) = await _keyed.NewKeyAsync("reader", AccessScope.Read);
        var stored = _keyed.Web.Stored;

        foreach (var (method, route, address) in Routes().Where(route => ChangesSomething(route.Method) && !Open.Contains(route.Route) && !OnlyAsks(route.Route)))
        {
            Assert.True((await _keyed.SendAsync(method, address, key, "{}")).StatusCode == HttpStatusCode.Forbidden, $"{method} {route}");
        }

        Assert.Equal(stored, _keyed.Web.Stored);
    }

    [Theory]
    [InlineData("GET", "/api/v1/keys")]
    [InlineData("POST", "/api/v1/keys")]
    [InlineData("DELETE", "/api/v1/keys/" + SomeId)]
    [InlineData("GET", "/api/v1/audit")]
    [InlineData("POST", "/api/v1/maintenance/clean")]
    [InlineData("GET", "/audit")]
    [InlineData("GET", "/keys")]
    [InlineData("POST", "/keys?handler=Create")]
    [InlineData("POST", "/keys?handler=Revoke&id=" + SomeId)]
    public async Task What_is_for_administrators_is_refused_to_submitters(string method, string address)
    {
        var (key, _) = await _keyed.NewKeyAsync("ci", AccessScope.Submit);

        Assert.Equal(HttpStatusCode.Forbidden, (await _keyed.SendAsync(new(method), address, key, "{}")).StatusCode);
    }

    [Fact]
    public async Task Wrong_expired_and_revoked_keys_are_refused_in_the_same_words_and_nobody_learns_which_it_was()
    {
        var (revoked, revokedId) = await _keyed.NewKeyAsync("revoked", AccessScope.Admin);
        await _keyed.Web.Services.GetRequiredService<KeyStore>().RevokeAsync(revokedId, "tester", WebUnderTest.Now, TestContext.Current.CancellationToken);
        var (expired, _) = await _keyed.NewKeyAsync("expired", AccessScope.Admin, days: 0);
        var (_, id) = await _keyed.NewKeyAsync("good", AccessScope.Admin);
        var answers = new List<string>();
        foreach (var key in new[] { revoked, expired, AccessKeyText.New(id), AccessKeyText.New(SomeId), "nonsense" })
        {
            var response = await _keyed.SendAsync(HttpMethod.Get, "/api/v1/runs", key);
            var problem = await RunSubmissionApiTests.ProblemAsync(response, HttpStatusCode.Unauthorized, "/problems/key-refused");
            Assert.Equal("Bearer", Assert.Single(response.Headers.WwwAuthenticate).Scheme);
            answers.Add(problem.GetProperty("title").GetString() + problem.GetProperty("detail").GetString());
        }

        Assert.Single(answers.Distinct());
    }

    [Theory]
    [InlineData("Basic YTpi")]
    [InlineData("Bearer")]
    [InlineData("Bearer  ")]
    [InlineData("=?=")]
    public async Task Other_ways_to_sign_in_are_no_way_in(string header)
    {
        var response = await _keyed.SendAsync(HttpMethod.Get, "/api/v1/runs", headers: ("Authorization", header));

        Assert.Equal(HttpStatusCode.Unauthorized, response.StatusCode);
    }

    [Fact]
    public async Task Many_wrong_keys_of_one_address_lock_out_no_good_one_also_one_that_was_never_shown_before()
    {
        var (good, _) = await _keyed.NewKeyAsync("ci", AccessScope.Read);
        Assert.Equal(HttpStatusCode.OK, (await _keyed.SendAsync(HttpMethod.Get, "/api/v1/runs", good)).StatusCode);
        for (var number = 0; number < 20; number++)
        {
            Assert.Equal(HttpStatusCode.Unauthorized, (await _keyed.SendAsync(HttpMethod.Get, "/api/v1/runs", AccessKeyText.New(SomeId))).StatusCode);
        }

        var (unseen, _) = await _keyed.NewKeyAsync("never-shown", AccessScope.Read);
        Assert.Equal(HttpStatusCode.OK, (await _keyed.SendAsync(HttpMethod.Get, "/api/v1/runs", unseen)).StatusCode);
        var refused = await _keyed.SendAsync(HttpMethod.Get, "/api/v1/runs", "azp_x");

        await RunSubmissionApiTests.ProblemAsync(refused, HttpStatusCode.TooManyRequests, "/problems/too-many-requests");
        Assert.Equal(TimeSpan.FromMinutes(1), refused.Headers.RetryAfter!.Delta);
        Assert.Equal(HttpStatusCode.OK, (await _keyed.SendAsync(HttpMethod.Get, "/api/v1/runs", good)).StatusCode);
    }

    [Fact]
    public async Task Principal_headers_that_anybody_can_send_mean_nothing()
    {
        Assert.Equal(HttpStatusCode.Unauthorized, (await _keyed.SendAsync(HttpMethod.Get, "/api/v1/runs", headers: PrincipalHeaders.Of("AzurePerf.Admin"))).StatusCode);
        var (key, _) = await _keyed.NewKeyAsync("reader", AccessScope.Read);
        Assert.Equal(HttpStatusCode.Forbidden, (await _keyed.SendAsync(HttpMethod.Get, "/api/v1/keys", key, headers: PrincipalHeaders.Of("AzurePerf.Admin"))).StatusCode);

        await using var local = new WebUnderTest();
        await KeyedWeb.SendAsync(local.Client, HttpMethod.Post, "/api/v1/runs", null, """{"experiment": "queue.add", "preset": "quick"}""", PrincipalHeaders.Of("AzurePerf.Read"));
        var list = await WebUnderTest.JsonOf(await local.GetAsync("/api/v1/runs"));
        Assert.Equal("local", list.GetProperty("runs")[0].GetProperty("owner").GetString());
    }

    [Fact]
    public void Every_route_that_changes_a_run_a_schedule_or_a_view_names_it_as_the_gate_expects()
    {
        var routes = Routes().Where(route => ChangesSomething(route.Method) && route.Route.Contains('{', StringComparison.Ordinal)
            && (route.Route.StartsWith("api/v1/runs/", StringComparison.Ordinal) || route.Route.StartsWith("runs/", StringComparison.Ordinal)
                || route.Route.StartsWith("api/v1/schedules/", StringComparison.Ordinal) || route.Route.StartsWith("api/v1/views/", StringComparison.Ordinal) || route.Route.StartsWith("api/v1/shares/", StringComparison.Ordinal))).ToArray();

        Assert.NotEmpty(routes);
        Assert.All(routes, route => Assert.Matches("^(api/v1/)?(runs|schedules|views|shares)/{id}(/|$)", route.Route));
    }

    private static bool ChangesSomething(HttpMethod method) => AccessConventions.ChangesSomething(method.Method);

    /// <summary>Estimates are asked for by POST, and store nothing.</summary>
    private static bool OnlyAsks(string route) => route == "api/v1/estimates" || route.EndsWith("/estimate", StringComparison.Ordinal);

    /// <summary>All routes with an address that fits each; pages take forms too.</summary>
    private IEnumerable<(HttpMethod Method, string Route, string Address)> Routes()
    {
        foreach (var endpoint in _keyed.Web.Services.GetRequiredService<EndpointDataSource>().Endpoints.OfType<RouteEndpoint>())
        {
            var route = endpoint.RoutePattern.RawText!.Trim('/');
            var address = "/" + string.Join('/', route.Split('/').Select(part => part.StartsWith('{') ? SomeId : part));
            var methods = endpoint.Metadata.GetMetadata<HttpMethodMetadata>()?.HttpMethods ?? ["GET", "POST"];
            foreach (var method in methods)
            {
                yield return (new(method), route, address);
            }
        }
    }
}
