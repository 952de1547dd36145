using System.Net;
using AzurePerf.Core.Access;
using AzurePerf.Core.Settings;
using AzurePerf.Storage.Access;
using AzurePerf.Web.Access;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace AzurePerf.UnitTests.Web.Access;

public sealed class ContainerAppsTests : IAsyncDisposable
{
    private const string Quick = """{"experiment": "queue.add", "preset": "quick"}""";
    private readonly KeyedWeb _keyed = KeyedWeb.InContainerApps(("Access:Admins:0", "boss@example.com"));

    public ValueTask DisposeAsync() => _keyed.DisposeAsync();

    [Fact]
    public async Task A_principal_is_known_by_its_headers_and_may_do_what_its_role_says()
    {
        var submitted = await PostAsync("/api/v1/runs", Quick, "AzurePerf.Submit");
        var run = submitted.Headers.Location!.OriginalString;

        Assert.Equal(HttpStatusCode.Accepted, submitted.StatusCode);
        Assert.Equal("ann@example.com", (await WebUnderTest.JsonOf(await _keyed.SendAsync(HttpMethod.Get, run, headers: PrincipalHeaders.Of("AzurePerf.Read")))).GetProperty("owner").GetString());
        await RunSubmissionApiTests.ProblemAsync(await PostAsync("/api/v1/runs", Quick, "AzurePerf.Read"), HttpStatusCode.Forbidden, "/problems/scope-missing");
        await RunSubmissionApiTests.ProblemAsync(await PostAsync("/api/v1/runs", Quick, "Other.Role"), HttpStatusCode.Forbidden, "/problems/no-role");
        await RunSubmissionApiTests.ProblemAsync(await PostAsync(run + "/cancel", null, "AzurePerf.Submit", "bob@example.com"), HttpStatusCode.Forbidden, "/problems/not-owner");
        Assert.Equal(HttpStatusCode.Accepted, (await PostAsync(run + "/cancel", null, "Other.Role", "Boss@Example.com")).StatusCode);
    }

    [Fact]
    public async Task A_key_opens_too_and_a_wrong_one_is_refused_whatever_stands_beside_it()
    {
        var (key, _) = await _keyed.NewKeyAsync("ci", AccessScope.Submit);

        Assert.Equal(HttpStatusCode.Accepted, (await _keyed.SendAsync(HttpMethod.Post, "/api/v1/runs", key, Quick)).StatusCode);
        var refused = await _keyed.SendAsync(HttpMethod.Get, "/api/v1/runs", AccessKeyText.New("aaaaaaaaaaaaaaaaaaaa"), null, PrincipalHeaders.Of("AzurePerf.Admin"));
        await RunSubmissionApiTests.ProblemAsync(refused, HttpStatusCode.Unauthorized, "/problems/key-refused");
    }

    [Fact]
    public async Task A_program_that_signed_in_with_a_token_of_Entra_is_its_principal_and_not_a_wrong_key()
    {
        const string Token = "eyJ0eXAiOiJKV1QifQ.e30.c2ln";
        var front = new FakeProxy { Sighting = ProxyCheckResult.Arrived };
        await using var open = KeyedWeb.InContainerApps(front);
        var principal = PrincipalHeaders.Of("AzurePerf.Submit");

        Assert.Equal(HttpStatusCode.Accepted, (await _keyed.SendAsync(HttpMethod.Post, "/api/v1/runs", Token, Quick, principal)).StatusCode);
        await RunSubmissionApiTests.ProblemAsync(await _keyed.SendAsync(HttpMethod.Get, "/api/v1/runs", Token), HttpStatusCode.Unauthorized, "/problems/key-refused");
        await RunSubmissionApiTests.ProblemAsync(await open.SendAsync(HttpMethod.Get, "/api/v1/runs", Token, null, principal), HttpStatusCode.ServiceUnavailable, "/problems/sign-in-unproven");
        await using var keys = new KeyedWeb();
        await RunSubmissionApiTests.ProblemAsync(await keys.SendAsync(HttpMethod.Get, "/api/v1/runs", Token, null, principal), HttpStatusCode.Unauthorized, "/problems/key-refused");
    }

    [Theory]
    [InlineData("Basic YW5uOng=")]
    [InlineData("Bearer")]
    [InlineData("Bearer AZP_x")]
    [InlineData("eyJ0eXAiOiJKV1QifQ.e30.c2ln")]
    public async Task What_is_neither_a_key_nor_a_token_is_refused_whatever_stands_beside_it(string authorization)
    {
        var refused = await _keyed.SendAsync(HttpMethod.Get, "/api/v1/runs", null, null, [.. PrincipalHeaders.Of("AzurePerf.Admin"), ("Authorization", authorization)]);

        await RunSubmissionApiTests.ProblemAsync(refused, HttpStatusCode.Unauthorized, "/problems/key-refused");
    }

    [Theory]
    [InlineData(ProxyCheckResult.Arrived)]
    [InlineData(ProxyCheckResult.Unknown)]
    public async Task Nobody_is_believed_by_headers_that_anybody_could_have_written_and_keys_open_all_the_same(ProxyCheckResult sighting)
    {
        var front = new FakeProxy { Sighting = sighting };
        await using var open = KeyedWeb.InContainerApps(front);
        var (key, _) = await open.NewKeyAsync("ci", AccessScope.Read);

        for (var look = 0; look < 3; look++)
        {
            var refused = await open.SendAsync(HttpMethod.Get, "/api/v1/runs", headers: PrincipalHeaders.Of("AzurePerf.Admin"));
            await RunSubmissionApiTests.ProblemAsync(refused, HttpStatusCode.ServiceUnavailable, "/problems/sign-in-unproven");
            Assert.Equal("10", Assert.Single(refused.Headers.GetValues("Retry-After")));
        }

        Assert.Equal(1, front.Looks);
        Assert.Equal(HttpStatusCode.OK, (await open.SendAsync(HttpMethod.Get, "/api/v1/runs", key)).StatusCode);
    }

    [Fact]
    public async Task A_header_that_is_there_twice_or_alone_names_nobody()
    {
        var headers = PrincipalHeaders.Of("AzurePerf.Admin");

        Assert.Equal(HttpStatusCode.Unauthorized, (await _keyed.SendAsync(HttpMethod.Get, "/api/v1/runs", headers: [.. headers, headers[0]])).StatusCode);
        Assert.Equal(HttpStatusCode.Unauthorized, (await _keyed.SendAsync(HttpMethod.Get, "/api/v1/runs", headers: [.. headers, headers[1]])).StatusCode);
        Assert.Equal(HttpStatusCode.Unauthorized, (await _keyed.SendAsync(HttpMethod.Get, "/api/v1/runs", headers: [headers[1], headers[2]])).StatusCode);
    }

    [Fact]
    public async Task The_sign_in_page_leads_to_Entra_and_back()
    {
        var page = await Page.OfAsync(_keyed.Web, await _keyed.SendAsync(HttpMethod.Get, "/signin?returnUrl=%2Fruns%2Fx"));

        Assert.Equal("/.auth/login/aad?post_login_redirect_uri=%2Fruns%2Fx", page.Element("main a.button").GetAttribute("href"));
    }

    [Fact]
    public async Task A_change_that_another_site_makes_with_the_sign_in_of_a_person_is_refused()
    {
        var response = await _keyed.SendAsync(HttpMethod.Post, "/api/v1/runs", null, Quick, [.. PrincipalHeaders.Of("AzurePerf.Submit"), ("Sec-Fetch-Site", "cross-site")]);

        await RunSubmissionApiTests.ProblemAsync(response, HttpStatusCode.Forbidden, "/problems/cross-site");
        Assert.Equal(0, _keyed.Web.Stored);
    }

    [Fact]
    public async Task The_proxy_says_over_which_protocol_and_from_where_and_only_its_own_word_counts()
    {
        (string, string)[] forwarded = [("X-Forwarded-Proto", "https"), ("X-Forwarded-For", "6.6.6.6, 10.1.2.3"), ("Origin", "https://localhost")];

        var response = await _keyed.SendAsync(HttpMethod.Post, "/api/v1/runs", null, Quick, [.. PrincipalHeaders.Of("AzurePerf.Submit"), .. forwarded]);

        Assert.Equal(HttpStatusCode.Accepted, response.StatusCode);
        var entry = await _keyed.Web.Services.GetRequiredService<AuditStore>().ListAsync(null, TestContext.Current.CancellationToken).SingleAsync(TestContext.Current.CancellationToken);
        Assert.Equal("10.1.2.3", entry.From);
    }

    [Fact]
    public async Task Wrong_keys_are_counted_by_the_first_64_bits_of_an_IPv6_address_as_who_has_one_has_all_of_those()
    {
        async Task<HttpStatusCode> ShowAsync(string from) =>
            (await _keyed.SendAsync(HttpMethod.Get, "/api/v1/runs", AccessKeyText.New("aaaaaaaaaaaaaaaaaaaa"), null, ("X-Forwarded-For", from))).StatusCode;
        for (var number = 1; number <= 20; number++)
        {
            Assert.Equal(HttpStatusCode.Unauthorized, await ShowAsync($"2001:db8:1:2::{number}"));
        }

        Assert.Equal(HttpStatusCode.TooManyRequests, await ShowAsync("2001:db8:1:2:ffff::1"));
        Assert.Equal(HttpStatusCode.Unauthorized, await ShowAsync("2001:db8:1:3::1"));
    }

    [Fact]
    public void Outside_of_Container_Apps_the_mode_is_refused_because_anybody_could_send_its_headers()
    {
        Assert.Contains("CONTAINER_APP_NAME", Assert.Throws<SettingsException>(() => Mode(("Access:Mode", "containerApps"))).Message, StringComparison.Ordinal);
        Assert.Contains("CONTAINER_APP_ENV_DNS_SUFFIX", Assert.Throws<SettingsException>(() => Mode(("Access:Mode", "containerApps"), ("CONTAINER_APP_NAME", "web"))).Message, StringComparison.Ordinal);
        Assert.Equal(AccessMode.ContainerApps, Mode(("Access:Mode", "containerApps"), ("CONTAINER_APP_NAME", "web"), ("CONTAINER_APP_ENV_DNS_SUFFIX", "example.com")));
    }

    [Fact]
    public void Another_word_is_no_mode_and_none_is_the_safest()
    {
        Assert.Equal(AccessMode.Local, Mode());
        Assert.Equal(AccessMode.Keys, Mode(("Access:Mode", "KEYS")));
        Assert.Contains("local, keys or containerApps", Assert.Throws<SettingsException>(() => Mode(("Access:Mode", "1"))).Message, StringComparison.Ordinal);
    }

    private Task<HttpResponseMessage> PostAsync(string address, string? json, string role, string name = "ann@example.com") =>
        _keyed.SendAsync(HttpMethod.Post, address, null, json, PrincipalHeaders.Of(role, name));

    private static AccessMode Mode(params (string Key, string Value)[] settings) => AccessModeSetting.Read(new ConfigurationBuilder()
        .AddInMemoryCollection(settings.Select(setting => KeyValuePair.Create<string, string?>(setting.Key, setting.Value))).Build());
}
