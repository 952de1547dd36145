using System.Net;
using System.Text;
using System.Text.Json;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Storage;
using Xunit;

namespace AzurePerf.UnitTests.Web;

public sealed class RunSubmissionApiTests : IAsyncDisposable
{
    private const string Quick = """{"experiment": "blob.download", "preset": "quick", "seed": 42}""";
    private readonly WebUnderTest _web = new();

    public static TheoryData<string, string[]> BadSpecs => new()
    {
        { """{"experiment": "blob.teleport"}""", ["experiment"] },
        { "{}", ["experiment"] },
        { """{"experiment": "blob.download", "parameters": {"clients": 0}}""", ["parameters.clients"] },
        { """{"experiment": "blob.download", "parameters": {"clients": [1, 10000]}}""", ["parameters.clients[1]"] },
        { """{"experiment": "blob.download", "parameters": {"clients": []}}""", ["parameters.clients"] },
        { """{"experiment": "blob.download", "parameters": {"blobBytes": -1}}""", ["parameters.blobBytes"] },
        { """{"experiment": "table.insert", "parameters": {"entityBytes": 1048577}}""", ["parameters.entityBytes"] },
        { """{"experiment": "queue.add", "parameters": {"messageBytes": 65537}}""", ["parameters.messageBytes"] },
        { """{"experiment": "blob.download", "speed": 9000}""", ["speed"] },
        { """{"experiment": "blob.download", "parameters": {"speed": 9000}}""", ["parameters.speed"] },
        { """{"experiment": "blob.download", "parameters": {"clients": "four"}}""", ["parameters.clients"] },
        { """{"experiment": "blob.download", "parameters": {"operationsPerClient": 0}}""", ["parameters.operationsPerClient"] },
        { """{"experiment": "blob.download", "target": "https://example.blob.core.windows.net"}""", ["target"] },
        { """{"experiment": "blob.download", "workers": 2}""", ["workers"] },
        { """{"experiment": "blob.download", "preset": "huge"}""", ["preset"] },
        { """{"experiment": "blob.download", "repetitions": 0, "seed": -1, "onError": "explode"}""", ["repetitions", "seed", "onError"] },
        { """{"experiment": "blob.download", "tags": {"a": 1}}""", ["tags.a"] },
        { """{"experiment": "blob.download", "repetitions": 1000, "parameters": {"clients": [1, 2, 4]}}""", ["parameters"] },
        { """["blob.download"]""", [""] },
        { """{"experiment": "blob.download", "experiment": "blob.upload"}""", [""] },
        { """{"experiment": """, [""] },
        { "", [""] },
        { """{"experiment": "\ud800"}""", [""] },
    };

    public ValueTask DisposeAsync() => _web.DisposeAsync();

    [Fact]
    public async Task A_valid_request_is_stored_queued_and_answered_with_its_address()
    {
        var response = await _web.PostJsonAsync("/api/v1/runs", Quick);

        var run = await WebUnderTest.JsonOf(response);
        var id = run.GetProperty("id").GetString();
        Assert.Equal(HttpStatusCode.Accepted, response.StatusCode);
        Assert.True(IdText.IsValid(id));
        Assert.Equal("/api/v1/runs/" + id, response.Headers.Location!.OriginalString);
        Assert.Equal("accepted", run.GetProperty("state").GetString());
        Assert.Equal("local", run.GetProperty("owner").GetString());
        Assert.Equal("quick", run.GetProperty("spec").GetProperty("scale").GetString());
        Assert.Equal(1, _web.Control.Rows.Count(ControlNames.RunsTable));
        Assert.Contains(id!, Assert.Single(_web.Control.RunRequests.Texts), StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(BadSpecs))]
    public async Task A_bad_spec_is_refused_naming_each_field_and_nothing_is_stored(string spec, string[] fields)
    {
        var response = await _web.PostJsonAsync("/api/v1/runs", spec);

        var problem = await ProblemAsync(response, HttpStatusCode.BadRequest, "/problems/invalid-run");
        var errors = problem.GetProperty("errors");
        Assert.Equal(fields, errors.EnumerateObject().Select(error => error.Name));
        Assert.All(errors.EnumerateObject(), error => Assert.All(error.Value.EnumerateArray(), message => Assert.NotEmpty(message.GetString()!)));
        Assert.Equal(0, _web.Stored);
    }

    [Theory]
    [InlineData(10_000_000)]
    [InlineData(SpecLimits.BodyBytes + 1)]
    public async Task A_body_over_the_limit_is_refused(int bytes)
    {
        var response = await _web.PostJsonAsync("/api/v1/runs", PaddedTo(bytes));

        await ProblemAsync(response, HttpStatusCode.RequestEntityTooLarge, "/problems/body-too-large");
        Assert.Equal(0, _web.Stored);
    }

    [Fact]
    public async Task A_body_over_the_limit_that_does_not_say_its_length_is_refused_too()
    {
        using var stream = new MemoryStream(Encoding.UTF8.GetBytes(PaddedTo(SpecLimits.BodyBytes + 1)));
        using var content = new StreamContent(stream);
        content.Headers.ContentType = new("application/json");
        using var request = new HttpRequestMessage(HttpMethod.Post, "/api/v1/runs") { Content = content };
        request.Headers.TransferEncodingChunked = true;

        var response = await _web.Client.SendAsync(request, TestContext.Current.CancellationToken);

        await ProblemAsync(response, HttpStatusCode.RequestEntityTooLarge, "/problems/body-too-large");
        Assert.Equal(0, _web.Stored);
    }

    [Fact]
    public async Task A_body_of_exactly_the_limit_is_read() =>
        Assert.Equal(HttpStatusCode.Accepted, (await _web.PostJsonAsync("/api/v1/runs", PaddedTo(SpecLimits.BodyBytes))).StatusCode);

    [Theory]
    [InlineData("text/plain")]
    [InlineData("application/x-www-form-urlencoded")]
    [InlineData("application/json; charset=utf-16")]
    [InlineData(null)]
    public async Task A_body_that_is_not_declared_as_JSON_is_refused(string? type)
    {
        using var content = new ByteArrayContent(Encoding.UTF8.GetBytes(Quick));
        content.Headers.TryAddWithoutValidation("Content-Type", type);

        var response = await _web.Client.PostAsync(new Uri("/api/v1/runs", UriKind.Relative), content, TestContext.Current.CancellationToken);

        await ProblemAsync(response, HttpStatusCode.UnsupportedMediaType, "/problems/not-json");
        Assert.Equal(0, _web.Stored);
    }

    [Fact]
    public async Task The_same_key_and_body_give_the_same_run_once()
    {
        var first = await WebUnderTest.JsonOf(await _web.PostJsonAsync("/api/v1/runs", Quick, "k1"));
        var response = await _web.PostJsonAsync("/api/v1/runs", Quick, "k1");

        Assert.Equal(HttpStatusCode.Accepted, response.StatusCode);
        Assert.Equal(first.GetProperty("id").GetString(), (await WebUnderTest.JsonOf(response)).GetProperty("id").GetString());
        Assert.Equal(1, _web.Control.Rows.Count(ControlNames.RunsTable));
        Assert.Equal(1, _web.Control.Rows.Count(ControlNames.RunIndexTable));
    }

    [Fact]
    public async Task The_same_key_with_another_body_is_refused_and_the_first_run_stays()
    {
        await _web.PostJsonAsync("/api/v1/runs", Quick, "k1");

        var response = await _web.PostJsonAsync("/api/v1/runs", """{"experiment": "blob.upload", "preset": "quick"}""", "k1");

        await ProblemAsync(response, HttpStatusCode.UnprocessableEntity, "/problems/idempotency-key-reused");
        Assert.Equal(1, _web.Control.Rows.Count(ControlNames.RunsTable));
    }

    [Fact]
    public async Task Without_a_key_the_same_body_gives_two_runs()
    {
        await _web.PostJsonAsync("/api/v1/runs", Quick);
        await _web.PostJsonAsync("/api/v1/runs", Quick);

        Assert.Equal(2, _web.Control.Rows.Count(ControlNames.RunsTable));
    }

    [Theory]
    [InlineData("with space")]
    [InlineData("ümlaut")]
    [InlineData("201")]
    public async Task A_key_that_is_not_1_to_200_visible_characters_is_refused(string key)
    {
        var response = await _web.PostJsonAsync("/api/v1/runs", Quick, key == "201" ? new string('k', 201) : key);

        var problem = await ProblemAsync(response, HttpStatusCode.BadRequest, "/problems/invalid-request");
        Assert.True(problem.GetProperty("errors").TryGetProperty("Idempotency-Key", out _));
        Assert.Equal(0, _web.Stored);
    }

    internal static async Task<JsonElement> ProblemAsync(HttpResponseMessage response, HttpStatusCode status, string type)
    {
        Assert.Equal(status, response.StatusCode);
        Assert.Equal("application/problem+json", response.Content.Headers.ContentType?.MediaType);
        var problem = await WebUnderTest.JsonOf(response);
        Assert.Equal(type, problem.GetProperty("type").GetString());
        Assert.Equal((int)status, problem.GetProperty("status").GetInt32());
        Assert.NotEmpty(problem.GetProperty("title").GetString()!);
        Assert.NotEmpty(problem.GetProperty("traceId").GetString()!);
        return problem;
    }

    private static string PaddedTo(int bytes) => Quick.PadRight(bytes);
}
