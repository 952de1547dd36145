using System.Net;
using System.Net.Http.Headers;
using AzurePerf.Core.Access;
using AzurePerf.Core.Programs;
using AzurePerf.Storage;
using AzurePerf.Storage.Programs;
using AzurePerf.UnitTests.Programs;
using AzurePerf.UnitTests.Web.Access;
using Xunit;

namespace AzurePerf.UnitTests.Web.Programs;

public sealed class ProgramsApiTests : IAsyncDisposable
{
    private const string Address = "/api/v1/programs";
    private readonly KeyedWeb _keyed = KeyedWeb.Shared(("Programs:Allowed", "true"), ("Programs:Seconds", "90"), ("Access:SubmitsPerMinute", "0"));

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public ValueTask DisposeAsync() => _keyed.DisposeAsync();

    [Fact]
    public async Task A_program_is_uploaded_shown_and_revoked_and_the_audit_has_it()
    {
        var (key, _) = await _keyed.NewKeyAsync("lab", AccessScope.Programs);
        var (reader, _) = await _keyed.NewKeyAsync("reader", AccessScope.Read);
        var (admin, _) = await _keyed.NewKeyAsync("ann", AccessScope.Admin);
        var zip = HandmadeZip.Good().ToStream().ToArray();

        var added = await PostAsync(zip, key);

        Assert.Equal(HttpStatusCode.Created, added.StatusCode);
        var program = await WebUnderTest.JsonOf(added);
        var hash = program.GetProperty("hash").GetString()!;
        Assert.Equal(Address + "/" + hash, added.Headers.Location!.OriginalString);
        Assert.Equal(("ndvi", "lab", "flat"), (Text(program, "name"), Text(program, "addedBy"), Text(program, "inputs")));
        Assert.Equal(60, program.GetProperty("limits").GetProperty("seconds").GetInt32());
        Assert.Equal(HttpStatusCode.OK, (await PostAsync(zip, admin)).StatusCode);
        Assert.Equal(hash, Text(await WebUnderTest.JsonOf(await GetAsync("/" + hash[..8], reader)), "hash"));
        Assert.Equal(HttpStatusCode.NotFound, (await GetAsync("/" + hash[..7], reader)).StatusCode);
        Assert.Equal(HttpStatusCode.NotFound, (await DeleteAsync(hash[..8], key)).StatusCode);
        Assert.Equal(HttpStatusCode.NoContent, (await DeleteAsync(hash, key)).StatusCode);
        await RunSubmissionApiTests.ProblemAsync(await PostAsync(zip, admin), HttpStatusCode.Conflict, "/problems/program-revoked");
        var listed = (await WebUnderTest.JsonOf(await GetAsync("", reader))).GetProperty("programs")[0];
        Assert.Equal(("lab", hash), (Text(listed, "revokedBy"), Text(listed, "hash")));
        var audit = (await WebUnderTest.JsonOf(await _keyed.SendAsync(HttpMethod.Get, "/api/v1/audit", admin))).GetProperty("entries");
        Assert.Equal([$"revoked program {hash}", $"uploaded program {hash}"], audit.EnumerateArray().Select(entry => Text(entry, "text")).Order(StringComparer.Ordinal));
    }

    [Theory]
    [InlineData(AccessScope.Read, HttpStatusCode.Forbidden)]
    [InlineData(AccessScope.Submit, HttpStatusCode.Forbidden)]
    [InlineData(AccessScope.Programs, HttpStatusCode.Created)]
    [InlineData(AccessScope.Admin, HttpStatusCode.Created)]
    public async Task Uploading_and_revoking_have_a_scope_of_their_own(AccessScope scope, HttpStatusCode expected)
    {
        var (key, _) = await _keyed.NewKeyAsync("ci", scope);

        var answer = await PostAsync(HandmadeZip.Good().ToStream().ToArray(), key);
        Assert.Equal(expected, answer.StatusCode);
        Assert.Equal(
            expected == HttpStatusCode.Forbidden,
            (await answer.Content.ReadAsStringAsync(TestContext.Current.CancellationToken)).Contains("This needs a key with the scope programs, or its app role.", StringComparison.Ordinal));
        Assert.Equal(expected == HttpStatusCode.Created ? HttpStatusCode.NotFound : expected, (await DeleteAsync(new string('0', 64), key)).StatusCode);
        Assert.Equal(HttpStatusCode.OK, (await GetAsync("", key)).StatusCode);
    }

    [Fact]
    public async Task Who_finds_no_room_for_a_program_is_told_to_revoke_one_and_then_there_is_room()
    {
        var (key, _) = await _keyed.NewKeyAsync("lab", AccessScope.Programs);
        var first = HandmadeZip.Good().ToStream().ToArray();
        var second = HandmadeZip.Good(new HandmadeEntry("data/more.txt", "x")).ToStream().ToArray();
        var hash = Text(await WebUnderTest.JsonOf(await PostAsync(first, key)), "hash");
        for (var number = 1; number < ProgramStore.Most; number++)
        {
            await _keyed.Web.Control.Rows.PutAsync(ControlNames.ProgramsTable, new("programs", $"{number:x64}") { ["v"] = 1 }, Cancelled);
        }

        var refused = await PostAsync(second, key);
        Assert.Equal((HttpStatusCode.Conflict, "/problems/too-many-programs"), (refused.StatusCode, Text(await WebUnderTest.JsonOf(refused), "type")));
        Assert.Contains("revoked ones do not count", Text(await WebUnderTest.JsonOf(refused), "detail"), StringComparison.Ordinal);
        await DeleteAsync(hash!, key);

        Assert.Equal(HttpStatusCode.Created, (await PostAsync(second, key)).StatusCode);
    }

    [Fact]
    public async Task Who_may_upload_submits_runs_and_changes_only_own_ones()
    {
        var (key, _) = await _keyed.NewKeyAsync("lab", AccessScope.Programs);
        var (other, _) = await _keyed.NewKeyAsync("ci", AccessScope.Submit);
        var (own, others) = (await _keyed.SubmitAsync(key), await _keyed.SubmitAsync(other));

        Assert.Equal(HttpStatusCode.Accepted, (await _keyed.SendAsync(HttpMethod.Post, $"/api/v1/runs/{own}/cancel", key)).StatusCode);
        await RunSubmissionApiTests.ProblemAsync(
            await _keyed.SendAsync(HttpMethod.Post, $"/api/v1/runs/{others}/cancel", key), HttpStatusCode.Forbidden, "/problems/not-owner");
        Assert.Equal(HttpStatusCode.Forbidden, (await _keyed.SendAsync(HttpMethod.Get, "/api/v1/keys", key)).StatusCode);
    }

    [Fact]
    public async Task What_is_no_program_is_refused_in_one_sentence_and_nothing_is_stored()
    {
        var (key, _) = await _keyed.NewKeyAsync("lab", AccessScope.Programs);
        var outside = HandmadeZip.Good(new HandmadeEntry("../x", "x")).ToStream().ToArray();
        var greedy = new HandmadeZip().With(
            new("reduce.json", HandmadeZip.Manifest.Replace("\"outputs\"", "\"limits\": { \"seconds\": 91 }, \"outputs\"", StringComparison.Ordinal)),
            new("bin/ndvi", "#!/bin/sh\n")).ToStream().ToArray();

        Assert.Equal("The path '../x' in the zip contains '.' or '..'.", await FaultAsync(outside, HttpStatusCode.BadRequest, "invalid-program"));
        Assert.Equal("The program asks for 91 s (seconds); the operator allows at most 90 s.", await FaultAsync(greedy, HttpStatusCode.BadRequest, "invalid-program"));
        Assert.Equal("The zip is longer than 64 MiB.", await FaultAsync(new byte[PackageLimits.ZippedBytes + 1], HttpStatusCode.RequestEntityTooLarge, "body-too-large"));
        await RunSubmissionApiTests.ProblemAsync(await PostAsync(outside, key, "application/json"), HttpStatusCode.UnsupportedMediaType, "/problems/not-zip");
        Assert.Equal(0, _keyed.Web.Control.Rows.Count(ControlNames.ProgramsTable));

        async Task<string> FaultAsync(byte[] zip, HttpStatusCode status, string problem)
        {
            var response = await PostAsync(zip, key);
            Assert.Equal(status, response.StatusCode);
            var document = await WebUnderTest.JsonOf(response);
            Assert.EndsWith("/problems/" + problem, Text(document, "type"), StringComparison.Ordinal);
            return Text(document, "detail");
        }
    }

    [Fact]
    public async Task A_body_that_does_not_say_how_long_it_is_ends_at_the_limit()
    {
        var (key, _) = await _keyed.NewKeyAsync("lab", AccessScope.Programs);
        using var endless = new StreamContent(new EndlessStream());
        endless.Headers.ContentType = new MediaTypeHeaderValue("application/zip");

        Assert.Equal(HttpStatusCode.RequestEntityTooLarge, (await PostAsync(endless, key)).StatusCode);
    }

    [Fact]
    public async Task Nothing_is_uploaded_where_programs_are_not_allowed()
    {
        await using var keyed = new KeyedWeb();
        var (key, _) = await keyed.NewKeyAsync("ann", AccessScope.Admin);
        using var request = new HttpRequestMessage(HttpMethod.Post, Address) { Content = new ByteArrayContent([]) };
        request.Headers.Authorization = new("Bearer", key);

        await RunSubmissionApiTests.ProblemAsync(await keyed.SendAsync(request), HttpStatusCode.Conflict, "/problems/programs-not-allowed");
        Assert.False((await WebUnderTest.JsonOf(await keyed.SendAsync(HttpMethod.Get, Address, key))).GetProperty("allowed").GetBoolean());
    }

    private static string Text(System.Text.Json.JsonElement document, string name) => document.GetProperty(name).GetString()!;

    private Task<HttpResponseMessage> GetAsync(string path, string key) => _keyed.SendAsync(HttpMethod.Get, Address + path, key);

    private Task<HttpResponseMessage> DeleteAsync(string hash, string key) => _keyed.SendAsync(HttpMethod.Delete, $"{Address}/{hash}", key);

    private async Task<HttpResponseMessage> PostAsync(byte[] zip, string key, string type = "application/zip")
    {
        using var content = new ByteArrayContent(zip);
        content.Headers.ContentType = new MediaTypeHeaderValue(type);
        return await PostAsync(content, key);
    }

    private async Task<HttpResponseMessage> PostAsync(HttpContent content, string key)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, Address) { Content = content };
        request.Headers.Authorization = new("Bearer", key);
        return await _keyed.SendAsync(request);
    }

    private sealed class EndlessStream : Stream
    {
        public override bool CanRead => true;

        public override bool CanSeek => false;

        public override bool CanWrite => false;

        public override long Length => throw new NotSupportedException();

        public override long Position
        {
            get => throw new NotSupportedException();
            set => throw new NotSupportedException();
        }

        public override int Read(byte[] buffer, int offset, int count) => count;

        public override void Flush()
        {
        }

        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

        public override void SetLength(long value) => throw new NotSupportedException();

        public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
    }
}
