using System.Net;
using AzurePerf.Core.Access;
using AzurePerf.Storage.Access;
using AzurePerf.Storage.Rows;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using AzurePerf.Web.Access;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace AzurePerf.UnitTests.Web.Access;

public sealed class SignInTests : IAsyncDisposable
{
    private readonly KeyedWeb _keyed = KeyedWeb.Shared();

    public ValueTask DisposeAsync() => _keyed.DisposeAsync();

    [Fact]
    public async Task Who_opens_a_page_is_led_to_the_sign_in_and_back()
    {
        var (key, _) = await _keyed.NewKeyAsync("ann", AccessScope.Submit);
        using var browser = new Browser(_keyed.Web);

        var refused = await browser.GetAsync("/submit?experiment=queue.add");
        Assert.Equal("/signin?returnUrl=%2Fsubmit%3Fexperiment%3Dqueue.add", refused.Headers.Location!.OriginalString);
        var signedIn = await browser.PostAsync(refused.Headers.Location.OriginalString, "/signin", ("key", $" {key} "), ("returnUrl", "/submit?experiment=queue.add"));

        Assert.Equal("/submit?experiment=queue.add", signedIn.Headers.Location!.OriginalString);
        Assert.Equal(HttpStatusCode.OK, (await browser.GetAsync("/submit?experiment=queue.add")).StatusCode);
    }

    [Theory]
    [InlineData("/", "text/html,*/*;q=0.8", "/signin?returnUrl=%2F")]
    [InlineData("/runs?state=open", "*/*", "/signin?returnUrl=%2Fruns%3Fstate%3Dopen")]
    [InlineData("/runs", "", "/signin?returnUrl=%2Fruns")]
    [InlineData("/runs", "application/json", null)]
    [InlineData("/api", "text/html", "/signin?returnUrl=%2Fapi")]
    [InlineData("/api/", "*/*", "/signin?returnUrl=%2Fapi%2F")]
    [InlineData("/api", "application/json", null)]
    [InlineData("/api/v1/limits", "text/html,application/xhtml+xml", "/signin?returnUrl=%2Fapi%2Fv1%2Flimits")]
    [InlineData("/api/v1/limits", "*/*", null)]
    [InlineData("/api/v1/limits", "", null)]
    [InlineData("/api/v1/limits", "application/json", null)]
    public async Task People_are_led_to_the_sign_in_and_programs_are_told(string address, string accept, string? signIn)
    {
        using var browser = new Browser(_keyed.Web);

        var answer = await (accept.Length > 0 ? browser.GetAsync(address, ("Accept", accept)) : browser.GetAsync(address));

        Assert.Equal(signIn, answer.Headers.Location?.OriginalString);
        Assert.Equal(signIn is null ? HttpStatusCode.Unauthorized : HttpStatusCode.Redirect, answer.StatusCode);
        Assert.Equal(signIn is null ? "application/problem+json" : null, answer.Content.Headers.ContentType?.MediaType);
    }

    [Fact]
    public async Task A_change_that_nobody_is_known_for_is_refused_and_never_led_anywhere()
    {
        using var browser = new Browser(_keyed.Web);

        var answer = await browser.SendAsync(new(HttpMethod.Post, "/api/v1/runs") { Content = new StringContent("{}") }, ("Accept", "text/html"));

        Assert.Equal(HttpStatusCode.Unauthorized, answer.StatusCode);
        Assert.Null(answer.Headers.Location);
        Assert.Equal("application/problem+json", answer.Content.Headers.ContentType!.MediaType);
    }

    [Fact]
    public async Task The_cookie_is_closed_to_scripts_other_sites_and_plain_HTTP_and_holds_nothing_of_the_key()
    {
        var (key, id) = await _keyed.NewKeyAsync("ann", AccessScope.Submit);
        using var browser = new Browser(_keyed.Web);

        var response = await browser.PostAsync("/signin", "/signin", ("key", key));

        var cookie = Assert.Single(response.Headers.GetValues("Set-Cookie"), value => value.StartsWith("__Host-azureperf-session=", StringComparison.Ordinal));
        Assert.Contains("; path=/; secure; samesite=lax; httponly", cookie, StringComparison.Ordinal);
        Assert.DoesNotContain("expires", cookie, StringComparison.Ordinal);
        Assert.DoesNotContain(key[30..40], cookie, StringComparison.Ordinal);
        Assert.DoesNotContain(id, cookie, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_link_on_another_site_opens_a_page_with_the_cookie_that_forms_in_other_tabs_need()
    {
        using var browser = new Browser(_keyed.Web);

        var form = await browser.GetAsync("/signin");

        Assert.Contains("; path=/; secure; samesite=lax; httponly", Assert.Single(form.Headers.GetValues("Set-Cookie")), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("https://evil.example/")]
    [InlineData("//evil.example/")]
    [InlineData("/\\evil.example/")]
    [InlineData("javascript:alert(1)")]
    [InlineData("evil")]
    [InlineData("/signin?handler=Out")]
    [InlineData("/signin")]
    public async Task After_the_sign_in_nobody_is_led_anywhere_else(string returnUrl)
    {
        var (key, _) = await _keyed.NewKeyAsync("ann", AccessScope.Submit);
        using var browser = new Browser(_keyed.Web);

        var response = await browser.PostAsync("/signin", "/signin", ("key", key), ("returnUrl", returnUrl));

        Assert.Equal("/", response.Headers.Location!.OriginalString);
    }

    [Fact]
    public async Task A_wrong_key_gets_no_cookie_and_is_not_shown_again()
    {
        using var browser = new Browser(_keyed.Web);
        var wrong = AccessKeyText.New("aaaaaaaaaaaaaaaaaaaa");

        var response = await browser.PostAsync("/signin", "/signin", ("key", wrong));

        Assert.Equal(HttpStatusCode.Unauthorized, response.StatusCode);
        Assert.Equal("Bearer realm=\"azureperf\"", Assert.Single(response.Headers.WwwAuthenticate).ToString());
        Assert.DoesNotContain(response.Headers, header => header.Key == "Set-Cookie");
        Assert.DoesNotContain(wrong, await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken), StringComparison.Ordinal);
        Assert.Equal(HttpStatusCode.Redirect, (await browser.GetAsync("/")).StatusCode);
    }

    [Fact]
    public async Task Revoking_a_key_ends_its_cookies()
    {
        var (admin, _) = await _keyed.NewKeyAsync("root", AccessScope.Admin);
        var (key, id) = await _keyed.NewKeyAsync("ann", AccessScope.Submit);
        using var browser = await Browser.SignInAsync(_keyed, key);
        Assert.Equal(HttpStatusCode.OK, (await browser.GetAsync("/")).StatusCode);

        Assert.Equal(HttpStatusCode.NoContent, (await _keyed.SendAsync(HttpMethod.Delete, "/api/v1/keys/" + id, admin)).StatusCode);

        Assert.Equal(HttpStatusCode.Redirect, (await browser.GetAsync("/")).StatusCode);
    }

    [Fact]
    public async Task Who_signs_out_is_signed_out()
    {
        var (key, _) = await _keyed.NewKeyAsync("ann", AccessScope.Submit);
        using var browser = await Browser.SignInAsync(_keyed, key);

        var response = await browser.PostAsync("/submit?experiment=queue.add", "/signin?handler=Out");

        Assert.Equal("/signin", response.Headers.Location!.OriginalString);
        Assert.Equal(HttpStatusCode.Redirect, (await browser.GetAsync("/")).StatusCode);
    }

    [Fact]
    public async Task Who_signed_in_with_Entra_leaves_it_by_a_link_because_forms_may_lead_to_no_other_site()
    {
        await using var keyed = KeyedWeb.InContainerApps();
        using var browser = new Browser(keyed.Web);

        var response = await browser.PostAsync("/signin", "/signin?handler=Out");

        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        Assert.Equal("0; url=/.auth/logout?post_logout_redirect_uri=/signin", Assert.Single(response.Headers.GetValues("Refresh")));
        Assert.Contains("href=\"/.auth/logout?post_logout_redirect_uri=/signin\"", await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Signing_out_ends_the_sign_in_for_whoever_has_a_copy_of_the_cookie_on_every_replica()
    {
        var (key, _) = await _keyed.NewKeyAsync("ann", AccessScope.Submit);
        await using var other = new KeyedWeb(_keyed.Web.Control);
        using var browser = await Browser.SignInAsync(_keyed, key);
        using var second = await Browser.SignInAsync(_keyed, key);
        using var copy = browser.At(_keyed.Web);
        using var elsewhere = browser.At(other.Web);

        await browser.PostAsync("/submit?experiment=queue.add", "/signin?handler=Out");

        Assert.Equal(HttpStatusCode.Redirect, (await copy.GetAsync("/")).StatusCode);
        Assert.Equal(HttpStatusCode.Redirect, (await elsewhere.GetAsync("/")).StatusCode);
        Assert.Equal(HttpStatusCode.OK, (await second.GetAsync("/")).StatusCode);
    }

    [Fact]
    public async Task Signing_out_again_with_a_cookie_that_has_ended_stores_nothing()
    {
        var control = new InMemoryControlPlane(WebUnderTest.Clock);
        var ended = 0;
        var rows = new InterceptedRowStore(control.Rows, (_, partition, changes) => ended += changes && partition == "ended" ? 1 : 0);
        await using var keyed = new KeyedWeb(new WebUnderTest(services => services.AddSingleton<IRowStore>(rows), control, ("Access:Mode", "keys")));
        var (key, id) = await keyed.NewKeyAsync("ann", AccessScope.Submit);
        using var browser = await Browser.SignInAsync(keyed, key);
        using var copy = browser.At(keyed.Web);
        using var other = await Browser.SignInAsync(keyed, key);
        using var copyOfOther = other.At(keyed.Web);
        await browser.PostAsync("/submit?experiment=queue.add", "/signin?handler=Out");
        Assert.Equal(1, ended);

        var again = await copy.PostAsync("/signin", "/signin?handler=Out");
        await keyed.Web.Services.GetRequiredService<KeyStore>().RevokeAsync(id, "tester", WebUnderTest.Now, TestContext.Current.CancellationToken);
        keyed.Web.Services.GetRequiredService<KeyChecks>().Forget(id);
        var revoked = await copyOfOther.PostAsync("/signin", "/signin?handler=Out");

        Assert.All([again, revoked], answer => Assert.Equal("/signin", answer.Headers.Location!.OriginalString));
        Assert.Equal(1, ended);
    }

    [Fact]
    public async Task A_key_that_signs_in_too_often_waits_and_can_sign_out_and_others_need_not_wait()
    {
        await using var keyed = new KeyedWeb(("Access:SubmitsPerMinute", "2"));
        var (key, _) = await keyed.NewKeyAsync("ann", AccessScope.Read);
        var (second, _) = await keyed.NewKeyAsync("bob", AccessScope.Read);
        using var browser = await Browser.SignInAsync(keyed, key);
        await browser.PostAsync("/signin", "/signin?handler=Out");
        using var again = await Browser.SignInAsync(keyed, key);
        using var late = new Browser(keyed.Web);

        var refused = await late.PostAsync("/signin", "/signin", ("key", key));
        Assert.Equal(HttpStatusCode.TooManyRequests, refused.StatusCode);
        Assert.Equal(TimeSpan.FromMinutes(1), refused.Headers.RetryAfter!.Delta);
        Assert.Contains("too often", await refused.Content.ReadAsStringAsync(TestContext.Current.CancellationToken), StringComparison.Ordinal);

        await again.PostAsync("/signin", "/signin?handler=Out");
        Assert.NotEqual(HttpStatusCode.OK, (await again.GetAsync("/")).StatusCode);
        using var other = await Browser.SignInAsync(keyed, second);
        Assert.Equal(5, await keyed.Web.Services.GetRequiredService<AuditStore>().ListAsync(null, TestContext.Current.CancellationToken).CountAsync(TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task What_ended_is_forgotten_when_it_would_have_ended_anyway()
    {
        var time = new FakeTimeProvider();
        var rows = new InMemoryRowStore();
        var store = new EndedSessionStore(rows, time);
        await store.AddAsync("first", time.GetUtcNow().AddHours(8), TestContext.Current.CancellationToken);
        time.Advance(TimeSpan.FromHours(9));
        await store.AddAsync("second", time.GetUtcNow().AddHours(8), TestContext.Current.CancellationToken);

        Assert.Equal(["second"], await store.ListAsync(TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task Browsers_are_told_to_come_back_over_HTTPS_only_where_people_sign_in()
    {
        await using var local = new WebUnderTest();
        using var overHttps = local.NewClient();

        Assert.Equal("max-age=31536000", Assert.Single((await _keyed.SendAsync(HttpMethod.Get, "/signin")).Headers.GetValues("Strict-Transport-Security")));
        Assert.False((await overHttps.GetAsync("/", TestContext.Current.CancellationToken)).Headers.Contains("Strict-Transport-Security"));
        Assert.False((await _keyed.Web.GetAsync("/health/live")).Headers.Contains("Strict-Transport-Security"));
    }

    [Fact]
    public async Task After_eight_hours_one_signs_in_again()
    {
        var time = new FakeTimeProvider();
        await using var keyed = new KeyedWeb(new WebUnderTest(services => services.AddSingleton<TimeProvider>(time), null, ("Access:Mode", "keys")));
        var (key, _) = await keyed.NewKeyAsync("ann", AccessScope.Submit);
        using var browser = await Browser.SignInAsync(keyed, key);

        time.Advance(TimeSpan.FromHours(8) - TimeSpan.FromSeconds(1));
        Assert.Equal(HttpStatusCode.OK, (await browser.GetAsync("/")).StatusCode);
        time.Advance(TimeSpan.FromSeconds(2));
        Assert.Equal(HttpStatusCode.Redirect, (await browser.GetAsync("/")).StatusCode);
    }

    [Fact]
    public async Task A_cookie_that_this_host_did_not_make_means_nothing()
    {
        var (_, id) = await _keyed.NewKeyAsync("ann", AccessScope.Submit);
        await using var foreign = new KeyedWeb();
        var (foreignKey, _) = await foreign.NewKeyAsync("ann", AccessScope.Admin);
        using var there = await Browser.SignInAsync(foreign, foreignKey);
        using var stranger = there.At(_keyed.Web);

        Assert.Equal(HttpStatusCode.Unauthorized, (await stranger.GetAsync("/api/v1/runs")).StatusCode);
        Assert.Equal(HttpStatusCode.Unauthorized, (await _keyed.SendAsync(HttpMethod.Get, "/api/v1/runs", headers: ("Cookie", "__Host-azureperf-session=" + id))).StatusCode);
    }

    [Fact]
    public async Task A_form_needs_its_token_and_one_that_was_opened_before_the_sign_in_is_of_nobody()
    {
        var (key, _) = await _keyed.NewKeyAsync("ann", AccessScope.Submit);
        using var browser = new Browser(_keyed.Web);
        var old = await browser.TokenOfAsync("/signin");
        await browser.PostAsync("/signin", "/signin", ("key", key));

        Assert.Equal(HttpStatusCode.BadRequest, (await browser.SendFormAsync("/submit", old, ("experiment", "queue.add"))).StatusCode);
        Assert.Equal(HttpStatusCode.BadRequest, (await browser.SendFormAsync("/submit", "x", ("experiment", "queue.add"))).StatusCode);
        Assert.Equal(HttpStatusCode.Redirect, (await browser.PostAsync("/submit?experiment=queue.add", "/submit", ("experiment", "queue.add"), ("preset", "quick"))).StatusCode);
    }

    [Fact]
    public async Task On_the_own_machine_there_is_nothing_to_sign_in_to()
    {
        await using var local = new WebUnderTest();

        var response = await local.GetAsync("/signin?returnUrl=%2Fsubmit");

        Assert.Equal("/submit", response.Headers.Location!.OriginalString);
    }

    [Fact]
    public async Task A_restart_breaks_no_open_form()
    {
        var (key, _) = await _keyed.NewKeyAsync("ann", AccessScope.Submit);
        using var before = await Browser.SignInAsync(_keyed, key);
        var token = await before.TokenOfAsync("/submit?experiment=queue.add");
        await using var restarted = new KeyedWeb(_keyed.Web.Control);
        using var after = before.At(restarted.Web);

        var response = await after.SendFormAsync("/submit", token, ("experiment", "queue.add"), ("preset", "quick"));

        Assert.Equal(HttpStatusCode.Redirect, response.StatusCode);
        Assert.StartsWith("/runs/", response.Headers.Location!.OriginalString, StringComparison.Ordinal);
    }
}
