using System.Net;
using System.Net.Http.Headers;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Shares;
using Xunit;

namespace AzurePerf.UnitTests.Web.Shares;

/// <summary>A good link with something wrong about it, in more than three hundred ways: each is refused and shows nothing of what is stored.</summary>
public sealed class HostileLinkTests
{
    private const int LeastVariants = 300;
    private const string Secret = "secret";

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Three_hundred_hostile_variants_of_a_link_are_refused_and_leak_nothing()
    {
        await using var web = await SharedWeb.StartAsync();
        var (path, _) = await web.ShareAsync("/runs/" + web.Candidate);
        var (other, _) = await web.ShareAsync("/runs/" + web.Baseline);
        var (expired, _) = await web.ShareAsync("/runs/" + web.Candidate, hours: 1);
        var (revoked, id) = await web.ShareAsync("/runs/" + web.Candidate);
        await web.Keyed.SendAsync(HttpMethod.Delete, "/api/v1/shares/" + id, web.Key);
        web.Time.Move(TimeSpan.FromHours(2));
        var good = await (await web.OpenAsync(path)).Content.ReadAsStringAsync(Cancelled);
        Assert.Contains(Secret, good, StringComparison.Ordinal);
        var refusal = await (await web.OpenAsync("/shared/azs_")).Content.ReadAsStringAsync(Cancelled);

        var variants = Variants(web, path["/shared/".Length..], other["/shared/".Length..]).Concat(Ended(expired)).Concat(Ended(revoked))
            .Where(variant => !IsTheLinkItself(variant.Method, variant.Address, path)).ToArray();
        var leaks = new List<string>();
        foreach (var (method, address, change) in variants)
        {
            using var request = new HttpRequestMessage(method, "https://localhost" + address);
            change(request);
            using var response = await web.Keyed.SendAsync(request);
            var body = await response.Content.ReadAsStringAsync(Cancelled);
            var isRefused = response.StatusCode is HttpStatusCode.NotFound or HttpStatusCode.Unauthorized or HttpStatusCode.BadRequest or HttpStatusCode.MethodNotAllowed or HttpStatusCode.Forbidden or HttpStatusCode.UnsupportedMediaType or HttpStatusCode.TooManyRequests
                || (response.StatusCode == HttpStatusCode.Redirect && response.Headers.Location!.OriginalString.StartsWith("/signin?", StringComparison.Ordinal));
            var isShared = address.StartsWith("/shared/", StringComparison.Ordinal) && method == HttpMethod.Get;
            if (!isRefused || body.Contains(Secret, StringComparison.Ordinal) || body.Contains(web.Candidate, StringComparison.Ordinal) || (isShared && response.StatusCode == HttpStatusCode.NotFound && body != refusal))
            {
                leaks.Add($"{method} {address}: {(int)response.StatusCode}");
            }
        }

        Assert.True(leaks.Count == 0, string.Join('\n', leaks));
        Assert.True(variants.Length >= LeastVariants, $"only {variants.Length} variants");
        Assert.Equal(good, await (await web.OpenAsync(path)).Content.ReadAsStringAsync(Cancelled));
        Assert.Equal(HttpStatusCode.OK, (await web.OpenAsync(other)).StatusCode);
    }

    private static IEnumerable<(HttpMethod Method, string Address, Action<HttpRequestMessage> Change)> Variants(SharedWeb web, string token, string other)
    {
        var random = new Random(20261125);
        foreach (var address in Addresses(web, token, other, random))
        {
            yield return (HttpMethod.Get, address, _ => { });
        }

        foreach (var method in new[] { "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "QUERY", "PROPFIND", "get" })
        {
            yield return (new(method), "/shared/" + token, _ => { });
            yield return (new(method), $"/shared/{token}/numbers.csv", _ => { });
        }

        string[] stored =
        [
            "/", "/runs", "/runs/" + web.Candidate, "/compare?runs=" + web.Candidate + "," + web.Baseline, "/trends?run=" + web.Candidate, "/audit", "/keys", "/shares", "/workers", "/api/v1/runs",
            $"/api/v1/runs/{web.Candidate}", $"/api/v1/runs/{web.Candidate}/points", $"/api/v1/runs/{web.Candidate}/export?format=html", $"/api/v1/runs/{web.Candidate}/events", "/api/v1/shares", "/api/v1/keys", "/api/v1/audit",
        ];
        foreach (var address in stored)
        {
            yield return (HttpMethod.Get, address, request => request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", token));
            yield return (HttpMethod.Get, address, request => request.Headers.TryAddWithoutValidation("Cookie", $"__Host-azureperf-session={token}; share={token}; token={token}"));
            yield return (HttpMethod.Get, address, request => request.Headers.Referrer = new("https://localhost/shared/" + token));
            yield return (HttpMethod.Get, $"{address}{(address.Contains('?', StringComparison.Ordinal) ? '&' : '?')}token={token}&share={token}&key={token}", _ => { });
        }
    }

    private static IEnumerable<string> Addresses(SharedWeb web, string token, string other, Random random)
    {
        // Letters changed, missing, added, in another case.
        const string Letters = "abcdefghijklmnopqrstuvwxyz234567";
        for (var place = 0; place < token.Length; place++)
        {
            var letter = Letters[random.Next(Letters.Length)];
            yield return "/shared/" + token[..place] + (letter == token[place] ? Letters[(Letters.IndexOf(letter, StringComparison.Ordinal) + 1) % 32] : letter) + token[(place + 1)..];
            yield return "/shared/" + token.Remove(place, 1);
            if (char.IsAsciiLetterLower(token[place]))
            {
                yield return "/shared/" + token[..place] + char.ToUpperInvariant(token[place]) + token[(place + 1)..];
            }
        }

        for (var number = 0; number < 30; number++)
        {
            yield return "/shared/" + ShareToken.New();
        }

        // The same link written otherwise, and other addresses below and beside it.
        string[] odd =
        [
            $"/SHARED/{token}", $"/Shared/{token}", $"//shared/{token}", $"/shared//{token}", $"/shared/{token}/", $"/shared/{token}//", $"/shared/%61{token[1..]}", $"/shared/%2561{token[1..]}", $"/%73hared/{token}",
            $"/shared/{token}%01", $"/shared/{token}%20", $"/shared/%20{token}", $"/shared/{token}%0a", $"/shared/{token}%0d%0aSet-Cookie:%20a=b", $"/shared/{token}%2f", $"/shared/{token}%2fnumbers.csv", $"/shared/{token}%5cnumbers.csv",
            $"/shared/{token}?", $"/shared/{token}?x=1", $"/shared/{token}?token={other}", $"/shared/{token}?run={web.Baseline}", $"/shared?token={token}", $"/shared/?{token}", $"/shared/{token};x", $"/shared/{token}.html", $"/shared/{token}.json",
            $"/shared/{token}/..", $"/shared/{token}/%2e%2e", $"/shared/{token}/..%2f{other}", $"/shared/{token}/%2e%2e/runs/{web.Candidate}", $"/shared/{token}/..%5c..%5cruns", $"/shared/{token}/....//runs", $"/shared/{token}/%252e%252e/runs",
            $"/shared/{token}/{other}", $"/shared/{token},{other}", $"/shared/{token}{other}", $"/shared/{token}/{web.Baseline}", $"/shared/{token}/runs/{web.Baseline}", $"/shared/{web.Candidate}", $"/shared/azs_{web.Candidate}",
            $"/shared/{ShareToken.IdOf(token)}", $"/shared/azs_{ShareToken.IdOf(token)}", $"/shared/{Uri.EscapeDataString(ShareToken.HashOf(token))}", $"/shared/azp_{token[4..]}", $"/shared/azs-{token[4..]}", $"/shared/azs{token[4..]}", $"/shared/{token[4..]}",
            $"/shared/{token}/numbers", $"/shared/{token}/numbers.csv/", $"/shared/{token}/numbers.CSV", $"/shared/{token}/Numbers.csv", $"/shared/{token}/numbers.csv.gz", $"/shared/{token}/numbers.csv?limit=1", $"/shared/{token}/points.csv", $"/shared/{token}/points",
            $"/shared/{token}/events", $"/shared/{token}/export", $"/shared/{token}/export?format=json", $"/shared/{token}/charts", $"/shared/{token}/charts/", $"/shared/{token}/charts/.csv", $"/shared/{token}/charts/none.csv", $"/shared/{token}/charts/..%2fnumbers.csv",
            $"/shared/{token}/charts/%2e%2e.csv", $"/shared/{token}/charts/a/b.csv", $"/shared/{token}/charts/" + new string('a', 65) + ".csv", $"/shared/{token}/charts/throughput.CSV", $"/shared/{token}/api/v1/runs", $"/shared/{token}/assets/site.css", $"/shared/{token}/live",
            $"/shared/{token}/notes", $"/shared/{token}/cancel", $"/shared/{token}/rerun", $"/shared/{token}/baseline", $"/shared/{token}/shares/new", $"/shared/{token}/signin", $"/shared/{token}/metrics", $"/shared/{token}/health/ready/x",
            $"/shared/\u0430zs_{token[4..]}", $"/shared/{token[..^1]}\uff41", $"/shared/{token}\u200b", $"/shared/\u202e{token}", $"/shared/{token[..20]}\u0130{token[21..]}", $"/shared/{token}%e2%80%8b", $"/shared/%c0%ae%c0%ae/{token}", $"/shared/{token}%ff", $"/shared/{token}%ed%a0%80",
            "/shared", "/shared/", "/shared/azs_", "/shared/null", "/shared/undefined", "/shared/*", "/shared/%25", "/shared/{token}", "/shared/..%2f..%2fetc%2fpasswd", "/shared/azs_' or 1 eq 1", "/shared/<script>alert(1)</script>", "/shared/azs_" + new string('a', 52),
            "/shared/azs_" + new string('2', 51), "/shared/azs_" + new string('7', 53), "/shared/azs_" + new string('a', 5_000), "/shared/" + new string('/', 300) + token, $"/shared/{IdText.Hash("share", token)}{token}",
        ];
        foreach (var address in odd)
        {
            yield return address;
        }
    }

    /// <summary>What a client writes in the usual way before it sends it: %61 for a, a question mark without a query.</summary>
    private static bool IsTheLinkItself(HttpMethod method, string address, string path) =>
        method == HttpMethod.Get && new Uri("https://localhost" + address).GetComponents(UriComponents.PathAndQuery, UriFormat.UriEscaped).TrimEnd('?') == path;

    private static IEnumerable<(HttpMethod Method, string Address, Action<HttpRequestMessage> Change)> Ended(string path) =>
        [(HttpMethod.Get, path, _ => { }), (HttpMethod.Get, path + "/numbers.csv", _ => { }), (HttpMethod.Get, path + "/charts/throughput.csv", _ => { })];
}
