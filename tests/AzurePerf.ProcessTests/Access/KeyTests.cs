using System.Net;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using AzurePerf.Core.Access;
using AzurePerf.Core.Ids;
using AzurePerf.ProcessTests.Runs;

namespace AzurePerf.ProcessTests.Access;

/// <summary>Real hosts that ask for keys, and the real command that shows them.</summary>
public sealed partial class KeyTests
{
    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task From_the_first_key_to_the_revocation_of_the_last_the_command_and_a_browser_do_what_the_key_may()
    {
        await using var cluster = await RunningCluster.StartAsync(
            options => options with
            {
                Workers = 1,
                // The browser speaks HTTPS with a proxy that is not there.
                HostSettings = new Dictionary<string, string>(options.HostSettings) { ["Access:Mode"] = "keys", ["Access:TrustForwardedHeaders"] = "true" },
            },
            new Progress<string>());
        var url = cluster.Http.BaseAddress!.ToString();

        // Whoever has the control account makes the first key, once.
        var control = new Dictionary<string, string> { ["AZUREPERF_CONTROL"] = cluster.ControlAccount };
        var admin = KeyIn(await CommandLine.RunAsync(control, "keys", "create", "--first", "ann"));
        Assert.Contains("there is a key that is in use", (await FailingAsync(1, control, "keys", "create", "--first", "bob")).Error, StringComparison.Ordinal);
        var asAdmin = Showing(admin);
        var created = await CommandLine.RunAsync(asAdmin, "keys", "create", "ci", "--scope", "submit");
        var key = KeyIn(created);
        Assert.DoesNotContain(key, created.Error, StringComparison.Ordinal);
        var asCi = Showing(key);

        // Without a key, with a wrong one, and beyond its scope nothing is done.
        Assert.Contains("Sign-in required", (await FailingAsync(1, Showing(null), "list")).Error, StringComparison.Ordinal);
        var wrong = await FailingAsync(1, Showing(WrongKey(key)), "submit", "queue.add");
        Assert.Contains("The key was not accepted", wrong.Error, StringComparison.Ordinal);
        Assert.DoesNotContain(key[..26], wrong.Error, StringComparison.Ordinal);
        Assert.Contains("You may not do this", (await FailingAsync(1, asCi, "keys", "list")).Error, StringComparison.Ordinal);
        Assert.Equal("[]", JsonNode.Parse((await OkAsync(asAdmin, "list", "--output", "json")).Output)!["runs"]!.ToJsonString());

        // Submit, follow, list, show and compare, in pipes: data on standard output without a colour.
        string[] small = ["queue.add", "--preset", "quick", "--set", "clients=1", "--repetitions", "1", "--seed", "7"];
        var run = (await InPipesAsync(asCi, ["submit", .. small, "--quiet"])).Output.Trim();
        var watched = await InPipesAsync(asCi, "watch", run);
        Assert.Contains("queue.add", watched.Output, StringComparison.Ordinal);
        Assert.DoesNotContain('\e', watched.Output + watched.Error);
        var second = await InPipesAsync(asCi, ["run", .. small, "--quiet", "--output", "json"]);
        Assert.Empty(second.Error);
        var other = JsonNode.Parse(second.Output)!["runId"]!.GetValue<string>();
        Assert.Equal(2, JsonNode.Parse((await OkAsync(asCi, "list", "--output", "json")).Output)!["runs"]!.AsArray().Count(listed => listed!["owner"]!.GetValue<string>() == "ci"));
        Assert.Contains(run, (await OkAsync(asCi, "compare", run, other)).Output, StringComparison.Ordinal);

        // Its own run it may cancel; one of somebody else it may not. Neither ends by itself before it is cancelled.
        string[] endless = ["submit", "queue.add", "--preset", "quick", "--repetitions", "100", "--quiet"];
        var foreign = (await OkAsync(asAdmin, endless)).Output.Trim();
        Assert.Contains("belongs to somebody else", (await FailingAsync(1, asCi, "cancel", foreign)).Error, StringComparison.Ordinal);
        var own = (await OkAsync(asCi, endless)).Output.Trim();
        var interrupted = await CommandLine.RunInterruptedAsync(asCi, "watch", own);
        Assert.Equal(130, interrupted.ExitCode);
        Assert.Contains($"run {own} goes on without being watched", interrupted.Error, StringComparison.Ordinal);
        await OkAsync(asCi, "cancel", own);
        await OkAsync(asAdmin, "cancel", foreign);
        Assert.Contains("cancelled", (await FailingAsync(1, asCi, "watch", own)).Output, StringComparison.Ordinal);

        // A browser exchanges the key for a cookie, which ends with the key, as the command's access does.
        using var browser = new SignedInBrowser(cluster.Http.BaseAddress);
        await browser.SignInAsync(key);
        Assert.Equal(HttpStatusCode.OK, (await browser.GetAsync("/")).StatusCode);
        await OkAsync(asAdmin, "keys", "revoke", "ci");
        var afterwards = await browser.GetAsync("/");
        Assert.Equal((HttpStatusCode.Redirect, "/signin?returnUrl=%2F"), (afterwards.StatusCode, afterwards.Headers.Location?.OriginalString));
        Assert.Contains("The key was not accepted", (await FailingAsync(1, asCi, "list")).Error, StringComparison.Ordinal);

        // Who did what is written down, and no secret anywhere in what the hosts wrote.
        var audit = await cluster.Http.SendAsync(new(HttpMethod.Get, "api/v1/audit") { Headers = { Authorization = new("Bearer", admin) } }, Cancelled);
        var entries = JsonNode.Parse(await audit.Content.ReadAsStringAsync(Cancelled))!["entries"]!.AsArray()
            .Select(entry => $"{entry!["who"]} {entry["action"]} {entry["outcome"]}").ToArray();
        Assert.Contains("control-account keys create --first done", entries);
        Assert.Contains("ci POST /api/v1/runs/{id}/cancel refused", entries);
        Assert.Contains("ci POST /api/v1/runs/{id}/cancel done", entries);
        Assert.Contains("ci sign in done", entries);
        Assert.Contains("ann DELETE /api/v1/keys/{id} done", entries);
        var logs = cluster.Logs;
        Assert.Contains("Refused (KeyRefused)", logs, StringComparison.Ordinal);
        Assert.All([admin, key], secret => Assert.DoesNotContain(secret[25..45], logs, StringComparison.Ordinal));

        Dictionary<string, string> Showing(string? shown) => new() { ["AZUREPERF_URL"] = url, ["AZUREPERF_KEY"] = shown ?? "" };
    }

    private static string KeyIn(CommandEnd created)
    {
        Assert.Equal((0, true), (created.ExitCode, created.Output.StartsWith("azp_", StringComparison.Ordinal)));
        return created.Output.Trim();
    }

    /// <summary>A key of the right form that was never made: another id's.</summary>
    private static string WrongKey(string key) => AccessKeyText.New(IdText.Hash(key));

    /// <summary>As users start it.</summary>
    private static async Task<CommandEnd> InPipesAsync(IReadOnlyDictionary<string, string> environment, params string[] arguments) =>
        Ended(0, await CommandLine.RunAsync(environment, arguments), arguments);

    private static async Task<CommandEnd> OkAsync(IReadOnlyDictionary<string, string> environment, params string[] arguments) => await FailingAsync(0, environment, arguments);

    private static async Task<CommandEnd> FailingAsync(int expected, IReadOnlyDictionary<string, string> environment, params string[] arguments) =>
        Ended(expected, await CommandLine.RunHereAsync(environment, arguments), arguments);

    private static CommandEnd Ended(int expected, CommandEnd end, string[] arguments)
    {
        Assert.True(end.ExitCode == expected, $"azureperf {string.Join(' ', arguments)} ended with {end.ExitCode}\n{end.Output}\n{end.Error}");
        return end;
    }

    /// <summary>A browser behind a proxy that ends HTTPS.</summary>
    private sealed class SignedInBrowser : IDisposable
    {
        private readonly HttpClient _http;
        private readonly List<string> _cookies = [];

        public SignedInBrowser(Uri address)
        {
            _http = new(new SocketsHttpHandler { UseProxy = false, UseCookies = false, AllowAutoRedirect = false }) { BaseAddress = address };
            _http.DefaultRequestHeaders.Add("X-Forwarded-Proto", "https");
            _http.DefaultRequestHeaders.Add("Accept", "text/html");
        }

        public async Task SignInAsync(string key)
        {
            var page = await GetAsync("/signin");
            var token = FormToken().Match(await page.Content.ReadAsStringAsync(Cancelled)).Groups[1].Value;
            using var form = new FormUrlEncodedContent([KeyValuePair.Create("formToken", token), KeyValuePair.Create("key", key)]);
            var signedIn = await SendAsync(new(HttpMethod.Post, "/signin") { Content = form });
            Assert.Equal(HttpStatusCode.Redirect, signedIn.StatusCode);
        }

        public Task<HttpResponseMessage> GetAsync(string address) => SendAsync(new(HttpMethod.Get, address));

        public void Dispose() => _http.Dispose();

        private async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request)
        {
            request.Headers.TryAddWithoutValidation("Cookie", string.Join("; ", _cookies));
            var answer = await _http.SendAsync(request, Cancelled);
            _cookies.AddRange((answer.Headers.TryGetValues("Set-Cookie", out var cookies) ? cookies : []).Select(cookie => cookie.Split(';')[0]));
            return answer;
        }
    }

    [GeneratedRegex("name=\"formToken\" type=\"hidden\" value=\"([^\"]+)\"")]
    private static partial Regex FormToken();
}
