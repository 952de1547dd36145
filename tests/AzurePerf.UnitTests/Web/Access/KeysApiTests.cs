using System.Net;
using AzurePerf.Core.Access;
using Xunit;

namespace AzurePerf.UnitTests.Web.Access;

public sealed class KeysApiTests : IAsyncDisposable
{
    private readonly KeyedWeb _keyed = KeyedWeb.Shared();

    public ValueTask DisposeAsync() => _keyed.DisposeAsync();

    [Fact]
    public async Task A_key_is_shown_once_and_opens_at_once()
    {
        var (admin, _) = await _keyed.NewKeyAsync("ann", AccessScope.Admin);

        var created = await _keyed.SendAsync(HttpMethod.Post, "/api/v1/keys", admin, """{"name": "ci", "scope": "submit", "expiresInDays": 30}""");
        var document = await WebUnderTest.JsonOf(created);
        var key = document.GetProperty("key").GetString()!;
        var list = await _keyed.SendAsync(HttpMethod.Get, "/api/v1/keys", admin);
        var text = await list.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);

        Assert.Equal(HttpStatusCode.Created, created.StatusCode);
        Assert.Equal("/api/v1/keys/" + document.GetProperty("id").GetString(), created.Headers.Location!.OriginalString);
        Assert.True(created.Headers.CacheControl!.NoStore);
        Assert.Equal(WebUnderTest.Now.AddDays(30), document.GetProperty("expiresAt").GetDateTimeOffset());
        Assert.Equal(HttpStatusCode.OK, (await _keyed.SendAsync(HttpMethod.Get, "/api/v1/runs", key)).StatusCode);
        Assert.DoesNotContain(key[30..50], text, StringComparison.Ordinal);
        Assert.DoesNotContain("hash", text, StringComparison.OrdinalIgnoreCase);
        Assert.Contains("\"name\":\"ci\",\"scope\":\"submit\",\"state\":\"active\",\"createdBy\":\"ann\"", text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_revoked_key_opens_nothing_from_then_on_and_stays_in_the_list()
    {
        var (admin, _) = await _keyed.NewKeyAsync("ann", AccessScope.Admin);
        var (key, id) = await _keyed.NewKeyAsync("ci", AccessScope.Read);
        Assert.Equal(HttpStatusCode.OK, (await _keyed.SendAsync(HttpMethod.Get, "/api/v1/runs", key)).StatusCode);

        Assert.Equal(HttpStatusCode.NoContent, (await _keyed.SendAsync(HttpMethod.Delete, "/api/v1/keys/" + id, admin)).StatusCode);

        Assert.Equal(HttpStatusCode.Unauthorized, (await _keyed.SendAsync(HttpMethod.Get, "/api/v1/runs", key)).StatusCode);
        var list = await WebUnderTest.JsonOf(await _keyed.SendAsync(HttpMethod.Get, "/api/v1/keys", admin));
        var revoked = list.GetProperty("keys").EnumerateArray().Single(listed => listed.GetProperty("id").GetString() == id);
        Assert.Equal(("revoked", "ann"), (revoked.GetProperty("state").GetString(), revoked.GetProperty("revokedBy").GetString()));
    }

    [Theory]
    [InlineData("aaaaaaaaaaaaaaaaaaaa")]
    [InlineData("!first")]
    [InlineData("x")]
    public async Task A_key_that_is_not_there_cannot_be_revoked(string id)
    {
        var (admin, _) = await _keyed.NewKeyAsync("ann", AccessScope.Admin);

        await RunSubmissionApiTests.ProblemAsync(await _keyed.SendAsync(HttpMethod.Delete, "/api/v1/keys/" + id, admin), HttpStatusCode.NotFound, "/problems/not-found");
    }

    [Fact]
    public async Task A_name_in_use_and_a_wrong_request_are_refused()
    {
        var (admin, _) = await _keyed.NewKeyAsync("ann", AccessScope.Admin);

        await RunSubmissionApiTests.ProblemAsync(
            await _keyed.SendAsync(HttpMethod.Post, "/api/v1/keys", admin, """{"name": "ann", "scope": "read"}"""), HttpStatusCode.Conflict, "/problems/key-name-taken");
        var problem = await RunSubmissionApiTests.ProblemAsync(
            await _keyed.SendAsync(HttpMethod.Post, "/api/v1/keys", admin, """{"name": "x", "scope": "all"}"""), HttpStatusCode.BadRequest, "/problems/invalid-request");
        Assert.True(problem.GetProperty("errors").TryGetProperty("scope", out _));
    }

    [Fact]
    public async Task Keys_are_managed_in_local_mode_too_so_that_sign_in_can_be_prepared()
    {
        await using var local = new WebUnderTest();

        Assert.Equal(HttpStatusCode.Created, (await local.PostJsonAsync("/api/v1/keys", """{"name": "ci", "scope": "submit"}""")).StatusCode);
    }
}
