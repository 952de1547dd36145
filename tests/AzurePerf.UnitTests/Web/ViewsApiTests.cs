using System.Net;
using AzurePerf.Core.Access;
using AzurePerf.Core.Views;
using AzurePerf.Storage;
using AzurePerf.Storage.Views;
using AzurePerf.UnitTests.Views;
using AzurePerf.UnitTests.Web.Access;
using Xunit;

namespace AzurePerf.UnitTests.Web;

public sealed class ViewsApiTests : IAsyncDisposable
{
    private const string Address = "/api/v1/views";
    private const string Nightly = """{"name": "Nightly failures", "address": "/runs?state=failed&tag=nightly&cursor=x"}""";
    private readonly WebUnderTest _web = new();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public ValueTask DisposeAsync() => _web.DisposeAsync();

    [Fact]
    public async Task A_view_is_stored_answered_with_its_address_and_read_again()
    {
        var response = await _web.PostJsonAsync(Address, Nightly);

        var view = await WebUnderTest.JsonOf(response);
        Assert.Equal((HttpStatusCode.Created, $"{Address}/{view.GetProperty("id")}"), (response.StatusCode, response.Headers.Location!.OriginalString));
        Assert.Equal(
            ("Nightly failures", "/runs?state=failed&tag=nightly", "runs", "local", WebUnderTest.Now),
            (view.GetProperty("name").GetString(), view.GetProperty("address").GetString(), view.GetProperty("page").GetString(), view.GetProperty("owner").GetString(), view.GetProperty("createdAt").GetDateTimeOffset()));
        Assert.Equal(view.GetRawText(), (await WebUnderTest.JsonOf(await _web.GetAsync(response.Headers.Location.OriginalString))).GetRawText());
    }

    [Theory]
    [InlineData("""{"name": "", "address": "/runs"}""", "name", "is required: ")]
    [InlineData("""{"name": "x", "address": "https://evil.example"}""", "address", "must begin with one slash")]
    [InlineData("{", "", "is not valid JSON: ")]
    public async Task A_view_that_is_not_valid_is_refused_with_the_field_named_and_nothing_is_stored(string body, string field, string message)
    {
        var problem = await RunSubmissionApiTests.ProblemAsync(await _web.PostJsonAsync(Address, body), HttpStatusCode.BadRequest, "/problems/invalid-view");

        Assert.StartsWith(message, problem.GetProperty("errors").GetProperty(field)[0].GetString(), StringComparison.Ordinal);
        Assert.Equal(0, _web.Control.Rows.Count(ControlNames.ViewsTable));
    }

    [Fact]
    public async Task A_name_that_another_view_has_is_refused_whatever_its_case()
    {
        var first = (await WebUnderTest.JsonOf(await _web.PostJsonAsync(Address, Nightly))).GetProperty("id").GetString();

        var problem = await RunSubmissionApiTests.ProblemAsync(
            await _web.PostJsonAsync(Address, """{"name": "NIGHTLY failures", "address": "/workers"}"""), HttpStatusCode.Conflict, "/problems/view-name-taken");

        Assert.Equal($"view {first} has this name already; nothing was stored", problem.GetProperty("detail").GetString());
    }

    [Fact]
    public async Task The_same_key_and_body_give_the_same_view_and_another_body_is_refused()
    {
        var first = await _web.PostJsonAsync(Address, Nightly, "key");
        var second = await _web.PostJsonAsync(Address, Nightly, "key");

        Assert.Equal((HttpStatusCode.Created, first.Headers.Location), (second.StatusCode, second.Headers.Location));
        await RunSubmissionApiTests.ProblemAsync(
            await _web.PostJsonAsync(Address, """{"name": "x", "address": "/workers"}""", "key"), HttpStatusCode.UnprocessableEntity, "/problems/idempotency-key-reused");
        Assert.Equal(1, _web.Control.Rows.Count(ControlNames.ViewsTable));
    }

    [Fact]
    public async Task More_views_than_there_may_be_are_refused()
    {
        foreach (var number in Enumerable.Range(1, ViewLimits.Most))
        {
            await new ViewStore(_web.Control.Rows).TryAddAsync(SampleViews.Of("view " + number, "/runs", WebUnderTest.Now), Cancelled);
        }

        var problem = await RunSubmissionApiTests.ProblemAsync(await _web.PostJsonAsync(Address, Nightly), HttpStatusCode.Conflict, "/problems/too-many-views");

        Assert.Equal("there are 500 views; nothing was stored", problem.GetProperty("detail").GetString());
    }

    [Fact]
    public async Task A_removed_view_is_gone_and_what_is_not_there_is_not_found()
    {
        var address = (await _web.PostJsonAsync(Address, Nightly)).Headers.Location!;

        Assert.Equal(HttpStatusCode.NoContent, (await _web.Client.DeleteAsync(address, Cancelled)).StatusCode);

        foreach (var gone in new[] { address.OriginalString, Address + "/nothing" })
        {
            await RunSubmissionApiTests.ProblemAsync(await _web.GetAsync(gone), HttpStatusCode.NotFound, "/problems/not-found");
            await RunSubmissionApiTests.ProblemAsync(await _web.Client.DeleteAsync(new Uri(gone, UriKind.Relative), Cancelled), HttpStatusCode.NotFound, "/problems/not-found");
        }
    }

    [Fact]
    public async Task Views_are_seen_by_all_who_may_read_saved_by_who_may_submit_and_removed_by_their_owner_and_administrators()
    {
        await using var keyed = new KeyedWeb();
        var (own, _) = await keyed.NewKeyAsync("ci", AccessScope.Submit);
        var (other, _) = await keyed.NewKeyAsync("other", AccessScope.Submit);
        var (reader, _) = await keyed.NewKeyAsync("reader", AccessScope.Read);
        var (admin, _) = await keyed.NewKeyAsync("ann", AccessScope.Admin);
        await RunSubmissionApiTests.ProblemAsync(await keyed.SendAsync(HttpMethod.Post, Address, reader, Nightly), HttpStatusCode.Forbidden, "/problems/scope-missing");
        var first = (await keyed.SendAsync(HttpMethod.Post, Address, own, Nightly)).Headers.Location!.OriginalString;
        var second = (await keyed.SendAsync(HttpMethod.Post, Address, own, """{"name": "x", "address": "/workers"}""")).Headers.Location!.OriginalString;

        Assert.Equal("ci", (await WebUnderTest.JsonOf(await keyed.SendAsync(HttpMethod.Get, first, reader))).GetProperty("owner").GetString());
        await RunSubmissionApiTests.ProblemAsync(await keyed.SendAsync(HttpMethod.Delete, first, other), HttpStatusCode.Forbidden, "/problems/not-owner");
        Assert.Equal(HttpStatusCode.NoContent, (await keyed.SendAsync(HttpMethod.Delete, first, own)).StatusCode);
        Assert.Equal(HttpStatusCode.NoContent, (await keyed.SendAsync(HttpMethod.Delete, second, admin)).StatusCode);
    }
}
