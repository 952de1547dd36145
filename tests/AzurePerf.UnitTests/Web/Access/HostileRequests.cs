using System.Text;
using System.Text.Json.Nodes;
using AzurePerf.Web.OpenApi;

namespace AzurePerf.UnitTests.Web.Access;

/// <summary>Requests that nobody in his right mind would send: documents, headers and addresses, always the same ones for a seed.</summary>
/// <param name="seed">Of everything random.</param>
/// <param name="keys">Shown by turns.</param>
/// <param name="run">A run that is there and has ended, so that more than "not found" is reached.</param>
internal sealed class HostileRequests(int seed, IReadOnlyList<string?> keys, string run)
{
    private const string SomeId = "aaaaaaaaaaaaaaaaaaaa";

    private static readonly (string Address, string Document)[] Documents =
    [
        ("/api/v1/runs", """{"experiment": "blob.download", "name": "x", "preset": "quick", "target": "default", "workers": 1, "seed": 1, "repetitions": 2, "onError": "stop", "tags": {"a": "b"}, "parameters": {"clients": [1, 2], "blobBytes": 1048576, "operationsPerClient": 20}}"""),
        ("/api/v1/runs", """{"experiment": "table.insert", "preset": "quick", "parameters": {"entityBytes": 4096, "clients": 4, "operationsPerSecond": 100, "arrivals": "poisson"}}"""),
        ("/api/v1/runs/{id}/clone", """{"name": "again", "parameters": {"clients": [1, 2]}, "tags": {"a": "b"}}"""),
        ("/api/v1/schedules", """{"name": "n", "cron": "0 2 * * *", "zone": "UTC", "jitterSeconds": 5, "overlap": "skip", "run": {"experiment": "queue.add", "preset": "quick"}}"""),
        ("/api/v1/views", """{"name": "n", "address": "/runs?state=failed"}"""),
        ("/api/v1/keys", """{"name": "fuzz", "scope": "read", "expiresInDays": 1}"""),
        ("/api/v1/keys", """{"replaces": "aaaaaaaaaaaaaaaaaaaa", "overlapHours": 1}"""),
        ("/api/v1/maintenance/clean", """{"target": "default"}"""),
    ];

    /// <summary>Every route of the API, those that are added later too, and pages.</summary>
    private static readonly string[] Addresses =
    [
        .. JsonNode.Parse(OpenApiFile.Read().Span)!["paths"]!.AsObject().Select(path => path.Key.Replace("{number}", "{n}", StringComparison.Ordinal)),
        "/", "/api", "/api/v1", "/api/v1/runs/{id}/points/{n}/nothing", "/submit", "/images/new", "/runs/{id}/images", "/runs/{id}/tasks", "/runs/{id}/tasks/{id}/{n}", "/schedules", "/schedules/new", "/views", "/views/new", "/runs", "/runs/cancel", "/runs/{id}", "/compare", "/trends", "/experiments/{id}", "/outcomes", "/workers",
        "/workers/scale", "/audit", "/signin", "/problems/{id}", "/errors/{n}", "/health/ready", "/health/{id}", "/metrics", "/assets/{id}",
    ];

    private static readonly string[] EngineAddresses =
        ["/barrier/v1/{id}/{n}/clock", "/barrier/v1/{id}/{n}/arrive", "/barrier/v1/{id}/1/arrive", "/barrier/v1/{id}/1/clock", "/barrier/{id}", "/health/live", "/health/{id}", "/metrics", "/{id}"];

    private const string Arrival = """{"task": 6, "attempt": 2, "workerId": "w", "hostId": "h", "build": "b", "phase": "warm", "clock": {"clock": "c", "nanoseconds": 1}, "endpoint": "e"}""";

    private static readonly string[] Names =
        ["limit", "format", "days", "before", "after", "baseline", "candidate", "metric", "margin", "across", "experiment", "preset", "handler", "id", "returnUrl", "name", "q", "run", "runs", "schedule", "same", "configuration", "state", "tag", "text", "target", "owner", "cursor", "address", "stage", "outcome", "worker"];

    private static readonly string[] Texts =
    [
        "", " ", "0", "-1", "1", "50", "201", "99999999999999999999", "1e9", "NaN", "0x10", "null", "true", "csv", "jsonl", "samples", "x", SomeId, "../../etc/passwd", "%00", "\u0000",
        "a\r\nb: c", "' or 1 eq 1", "<script>alert(1)</script>", "=1+1", "\u202e", "\ud83d\ude00", "ﷺ", "{0}", "${x}", "//evil.example", "blob.download", "rate", "p50", "Cancel",
        "RunNow", "Remove", "0000000000000000001-aaaaaaaaaaaaaaaaaaaa", "3155370000000000000-aaaaaaaaaaaaaaaaaaaa", "{\"a\":\"\\ud800\"}", new string('a', 3_000),
    ];

    // HALF becomes half of a surrogate pair: no node can hold one.
    private static readonly string[] Values =
    [
        "null", "true", "0", "-1", "1.5", "1e400", "99999999999999999999", "\"\"", "\"x\"", "\"four\"", "\"HALF\"", "\"\\u0000\"", "[]", "[[]]", "[1,1]", "[1,\"2\"]", "{}",
        "{\"a\":1}", "\"<b>\"", "\"=1+1\"", "\"https://example.blob.core.windows.net\"", "[10000]", "\"" + new string('x', 400) + "\"",
    ];

    private static readonly (string Name, string[] Values)[] Headers =
    [
        ("Idempotency-Key", ["", " ", "k", "k k", "\u00e9", new string('k', 201)]),
        ("Origin", ["https://evil.example", "null", "http://localhost"]),
        ("Sec-Fetch-Site", ["cross-site", "same-origin", "x"]),
        ("Host", ["evil.example", "localhost", "[::1"]),
        ("Accept", ["text/html", "*/*;q=x", "text/event-stream"]),
        ("Accept-Encoding", ["gzip", "br;q=9", "x"]),
        ("If-None-Match", ["*", "\"x\"", "x"]),
        ("If-Match", ["*", "\"x\"", "x"]),
        ("Last-Event-ID", ["0", "-1", "x"]),
        ("Range", ["bytes=0-1", "bytes=9-1"]),
        ("Cookie", ["__Host-azureperf-session=x", "azureperf-form=x", "=;=;"]),
        ("X-MS-CLIENT-PRINCIPAL", ["e30=", "x"]),
        ("X-MS-CLIENT-PRINCIPAL-ID", ["x"]),
        ("X-Forwarded-For", ["1.2.3.4", "x, y", "::ffff:1.2.3.4"]),
        ("X-Forwarded-Proto", ["https", "x"]),
        ("Authorization", ["Basic eDp5", "Bearer", "x"]),
        ("Content-Encoding", ["gzip", "x"]),
    ];

    private static readonly string[] Types = ["application/json", "application/json; charset=utf-16", "text/plain", "application/x-www-form-urlencoded", "application/x-www-form-urlencoded; charset=utf-7", "application/x-www-form-urlencoded; charset=x", "multipart/form-data; boundary=x", "x"];
    private static readonly string[] Methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "QUERY"];

    private readonly Random _random = new(seed);

    /// <summary>The next request to the web host: half of them send a document to where one is expected.</summary>
    public HttpRequestMessage Next() => WithHeaders(_random.Next(4) switch
    {
        0 or 1 => Submission(),
        2 => Form(),
        _ => Wandering(),
    });

    /// <summary>The next request to a host that workers and the platform ask.</summary>
    public HttpRequestMessage NextToEngine()
    {
        var address = Pick(EngineAddresses).Replace("{id}", Escape(_random.Next(2) == 0 ? Pick(Texts).Trim('\0') : run), StringComparison.Ordinal)
            .Replace("{n}", Escape(_random.Next(2) == 0 ? Pick(Texts).Trim('\0') : "1"), StringComparison.Ordinal);
        var body = JsonNode.Parse(Arrival)!;
        Spoil(body);
        return WithHeaders(new(new(Pick(Methods)), address) { Content = ContentOf(Garble(body.ToJsonString().Replace("HALF", "\\ud800", StringComparison.Ordinal))) });
    }

    /// <summary>A form to a page, now and then in a type that no browser sends, and now and then over plain HTTP.</summary>
    private HttpRequestMessage Form()
    {
        var page = Pick(Addresses).Replace("{id}", _random.Next(2) == 0 ? SomeId : run, StringComparison.Ordinal).Replace("{n}", "1", StringComparison.Ordinal);
        var content = new ByteArrayContent(Encoding.UTF8.GetBytes($"{Pick(Names)}={Escape(Pick(Texts))}&{Pick(Names)}={Escape(Pick(Texts))}"));
        content.Headers.TryAddWithoutValidation("Content-Type", _random.Next(2) == 0 ? "application/x-www-form-urlencoded" : Pick(Types));
        return new(_random.Next(4) == 0 ? HttpMethod.Get : HttpMethod.Post, (_random.Next(4) == 0 ? "http://localhost" : "") + page) { Content = content };
    }

    private HttpRequestMessage WithHeaders(HttpRequestMessage request)
    {
        if (Pick(keys) is { } key)
        {
            request.Headers.TryAddWithoutValidation("Authorization", "Bearer " + key);
        }

        for (var more = _random.Next(4); more == 0; more = _random.Next(3))
        {
            var (name, values) = Pick(Headers);
            request.Headers.TryAddWithoutValidation(name, Pick(values));
        }

        return request;
    }

    private HttpRequestMessage Submission()
    {
        var (address, document) = Pick(Documents);
        var node = JsonNode.Parse(document)!;
        for (var changes = _random.Next(3); changes >= 0; changes--)
        {
            Spoil(node);
        }

        return new(HttpMethod.Post, address.Replace("{id}", run, StringComparison.Ordinal)) { Content = ContentOf(Garble(node.ToJsonString().Replace("HALF", "\\ud800", StringComparison.Ordinal))) };
    }

    private HttpRequestMessage Wandering()
    {
        // A null in a path no server takes that could host this one.
        var (id, number) = (Pick(Texts).Trim('\0'), Pick(Texts).Trim('\0'));
        var address = Pick(Addresses).Replace("{id}", Escape(_random.Next(3) == 0 ? id : _random.Next(2) == 0 ? SomeId : run), StringComparison.Ordinal)
            .Replace("{n}", Escape(_random.Next(2) == 0 ? number : "1"), StringComparison.Ordinal)
            .Replace("{pool}", Escape(_random.Next(2) == 0 ? id : "bag"), StringComparison.Ordinal)
            .Replace("{chart}", Escape(_random.Next(2) == 0 ? id : "rate"), StringComparison.Ordinal);
        var query = string.Join('&', Enumerable.Range(0, _random.Next(4)).Select(_ => Pick(Names) + "=" + Escape(_random.Next(4) == 0 ? run : Pick(Texts))));
        var method = new HttpMethod(_random.Next(3) == 0 ? Pick(Methods) : "GET");
        var request = new HttpRequestMessage(method, address + (query.Length == 0 ? "" : "?" + query));
        if (method.Method is "POST" or "PUT" or "PATCH" && _random.Next(2) == 0)
        {
            request.Content = ContentOf(Encoding.UTF8.GetBytes(Pick(Names) + "=" + Escape(Pick(Texts))));
        }

        return request;
    }

    /// <summary>Replaces, removes or adds a member somewhere.</summary>
    private void Spoil(JsonNode node)
    {
        if (node is not JsonObject { Count: > 0 } document)
        {
            return;
        }

        var (name, value) = document.ElementAt(_random.Next(document.Count));
        switch (_random.Next(5))
        {
            case 0:
                document.Remove(name);
                break;
            case 1:
                document[_random.Next(2) == 0 ? name.ToUpperInvariant() : "extra"] = Value();
                break;
            case 2 when value is JsonObject inner:
                Spoil(inner);
                break;
            default:
                document[name] = Value();
                break;
        }
    }

    private JsonNode? Value() => JsonNode.Parse(Pick(Values));

    private byte[] Garble(string text)
    {
        var bytes = Encoding.UTF8.GetBytes(text);
        switch (_random.Next(20))
        {
            case 0:
                return bytes[.._random.Next(bytes.Length)];
            case 1:
                bytes[_random.Next(bytes.Length)] = (byte)_random.Next(256);
                return bytes;
            case 2:
                return Encoding.UTF8.GetBytes(new string('[', 2_000));
            case 3:
                return new byte[70_000];
            case 4:
                return Encoding.Unicode.GetBytes(text);
            case 5:
                return [];
            default:
                return bytes;
        }
    }

    private ByteArrayContent ContentOf(byte[] bytes)
    {
        var content = new ByteArrayContent(bytes);
        content.Headers.TryAddWithoutValidation("Content-Type", _random.Next(8) == 0 ? Pick(Types) : "application/json");
        return content;
    }

    private static string Escape(string text) => Uri.EscapeDataString(text);

    private T Pick<T>(IReadOnlyList<T> from) => from[_random.Next(from.Count)];
}
