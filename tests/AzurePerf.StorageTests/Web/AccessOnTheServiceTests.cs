using System.Net;
using System.Net.Http.Headers;
using System.Text.RegularExpressions;
using AzurePerf.Core.Access;
using AzurePerf.Core.Targets;
using AzurePerf.Storage.Access;
using AzurePerf.Web;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Mvc.Testing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Xunit;

namespace AzurePerf.StorageTests.Web;

/// <summary>Two web hosts, one after the other or at once, on one account.</summary>
public sealed partial class AccessOnTheServiceTests(AzuriteFixture azurite) : IAsyncLifetime
{
    private readonly string _prefix = azurite.NewName();
    private readonly List<WebApplicationFactory<WebOptions>> _hosts = [];

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public ValueTask InitializeAsync() => ValueTask.CompletedTask;

    public async ValueTask DisposeAsync()
    {
        foreach (var host in _hosts)
        {
            await host.DisposeAsync();
        }
    }

    [Fact]
    public async Task A_restart_ends_no_sign_in_and_breaks_no_open_form()
    {
        var before = Start();
        var (_, _, key) = await before.Services.GetRequiredService<KeyCreation>().CreateFirstAsync("ann", 1, Cancelled);
        using var browser = Client(before);
        var page = await browser.GetAsync(new Uri("/signin", UriKind.Relative), Cancelled);
        var cookies = CookiesOf(page);
        var signedIn = await PostAsync(browser, "/signin", cookies, await TokenOfAsync(page), ("key", key));
        Assert.Equal(HttpStatusCode.Redirect, signedIn.StatusCode);
        cookies = cookies.Concat(CookiesOf(signedIn)).ToList();
        var form = await TokenOfAsync(await GetAsync(browser, "/submit?experiment=queue.add", cookies));

        await before.DisposeAsync();
        using var afterwards = Client(Start());
        var sent = await PostAsync(afterwards, "/submit", cookies, form, ("experiment", "queue.add"), ("preset", "quick"), ("target", "default"));

        Assert.Equal(HttpStatusCode.Redirect, sent.StatusCode);
        Assert.StartsWith("/runs/", sent.Headers.Location!.OriginalString, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Of_two_hosts_that_make_the_first_key_at_once_one_does_and_the_other_serves_it()
    {
        var (one, other) = (Start(), Start());

        var made = await Task.WhenAll(Enumerable.Range(0, 6).Select(number =>
            (number % 2 == 0 ? one : other).Services.GetRequiredService<KeyCreation>().CreateFirstAsync("key" + number, 1, Cancelled)));

        var winner = Assert.Single(made, result => result.Outcome == KeyCreationOutcome.Created);
        foreach (var host in new[] { one, other })
        {
            using var client = Client(host);
            client.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", winner.Text);
            Assert.Equal(HttpStatusCode.OK, (await client.GetAsync(new Uri("/api/v1/keys", UriKind.Relative), Cancelled)).StatusCode);
        }
    }

    [Fact]
    public async Task Of_two_hosts_that_make_a_key_of_one_name_at_once_one_does()
    {
        var (one, other) = (Start(), Start());

        var made = await Task.WhenAll(Enumerable.Range(0, 6).Select(number =>
            (number % 2 == 0 ? one : other).Services.GetRequiredService<KeyCreation>().CreateAsync(new("ci", AccessScope.Submit, 1, null, 24), "tester", Cancelled)));

        Assert.Single(made, result => result.Outcome == KeyCreationOutcome.Created);
        Assert.Equal(5, made.Count(result => result.Outcome == KeyCreationOutcome.NameTaken));
    }

    [Fact]
    public async Task A_key_is_replaced_and_revoked_and_the_audit_read_page_by_page()
    {
        var services = Start().Services;
        var (keys, creation, audit) = (services.GetRequiredService<KeyStore>(), services.GetRequiredService<KeyCreation>(), services.GetRequiredService<AuditStore>());
        var (_, old, _) = await creation.CreateAsync(new("ci", AccessScope.Submit, 10, null, 24), "tester", Cancelled);
        var (outcome, key, _) = await creation.CreateAsync(new(null, null, 10, old!.Id, 24), "tester", Cancelled);
        await keys.NoteUseAsync((await keys.FindAsync(key!.Id, Cancelled))!, DateTimeOffset.UnixEpoch, Cancelled);
        await keys.RevokeAsync(key.Id, "tester", DateTimeOffset.UnixEpoch, Cancelled);
        foreach (var subject in new[] { "a", "b", "c" })
        {
            await audit.AppendAsync(Caller.Local, "POST", subject, "here", AuditOutcome.Done, Cancelled);
        }

        var stored = (await keys.FindAsync(key.Id, Cancelled))!;
        Assert.Equal((KeyCreationOutcome.Created, "ci", DateTimeOffset.UnixEpoch, DateTimeOffset.UnixEpoch), (outcome, stored.Name, stored.LastUsedAt, stored.RevokedAt));
        Assert.Equal(key.Id, (await keys.FindAsync(old.Id, Cancelled))!.ReplacedBy);
        var first = await audit.ListAsync(null, Cancelled).Take(2).ToArrayAsync(Cancelled);
        Assert.Equal(["c", "b"], first.Select(entry => entry.Subject));
        Assert.Equal(["a"], await audit.ListAsync(first[1].Id, Cancelled).Select(entry => entry.Subject).ToArrayAsync(Cancelled));
    }

    private WebApplicationFactory<WebOptions> Start()
    {
        var host = new WebApplicationFactory<WebOptions>().WithWebHostBuilder(web =>
        {
            web.UseSetting(StorageAccounts.ControlVariable, azurite.ConnectionString);
            web.UseSetting("Control:Prefix", _prefix);
            web.UseSetting("Targets:Names:0", "default");
            web.UseSetting("Access:Mode", "keys");
            web.ConfigureLogging(logs => logs.ClearProviders());
        });
        _hosts.Add(host);
        return host;
    }

    private static HttpClient Client(WebApplicationFactory<WebOptions> host) =>
        host.CreateClient(new() { AllowAutoRedirect = false, HandleCookies = false, BaseAddress = new("https://localhost") });

    private static async Task<HttpResponseMessage> GetAsync(HttpClient client, string address, IEnumerable<string> cookies)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, address);
        request.Headers.Add("Cookie", string.Join("; ", cookies));
        return await client.SendAsync(request, Cancelled);
    }

    private static async Task<HttpResponseMessage> PostAsync(HttpClient client, string address, IEnumerable<string> cookies, string token, params (string Name, string Value)[] fields)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, address)
        {
            Content = new FormUrlEncodedContent(fields.Append(("formToken", token)).Select(field => KeyValuePair.Create(field.Item1, field.Item2))),
        };
        request.Headers.Add("Cookie", string.Join("; ", cookies));
        return await client.SendAsync(request, Cancelled);
    }

    private static List<string> CookiesOf(HttpResponseMessage response) => [.. response.Headers.GetValues("Set-Cookie").Select(cookie => cookie.Split(';')[0])];

    private static async Task<string> TokenOfAsync(HttpResponseMessage page) => Token().Match(await page.Content.ReadAsStringAsync(Cancelled)).Groups[1].Value;

    [GeneratedRegex("name=\"formToken\" type=\"hidden\" value=\"([^\"]+)\"")]
    private static partial Regex Token();
}
