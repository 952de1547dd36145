using System.Net;
using AzurePerf.Core.Access;
using AzurePerf.Storage.Access;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace AzurePerf.UnitTests.Web.Access;

public sealed class KeysPageTests : IAsyncDisposable
{
    private readonly WebUnderTest _web = new();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public ValueTask DisposeAsync() => _web.DisposeAsync();

    [Fact]
    public async Task A_key_is_made_shown_once_and_opens_what_was_chosen()
    {
        var empty = await Page.OpenAsync(_web, "/keys");
        var made = await Page.OfAsync(_web, await empty.PressAsync("Make key", ("name", "ci"), ("scope", "read"), ("days", "30")));
        var text = Assert.Single(made.Texts(".copyable code"));
        var later = await Page.OpenAsync(_web, "/keys");

        Assert.Equal(["No key opens anything."], empty.Texts(".empty p"));
        Assert.True(made.Response.Headers.CacheControl!.NoStore);
        Assert.DoesNotContain(text, later.Document.DocumentElement.OuterHtml, StringComparison.Ordinal);
        var key = (await _web.Services.GetRequiredService<KeyStore>().FindAsync(AccessKeyText.IdOf(text)!, Cancelled))!;
        Assert.True(key.IsTextOf(text));
        Assert.Equal(("ci", AccessScope.Read, WebUnderTest.Now.AddDays(30), "local"), (key.Name, key.Scope, key.ExpiresAt, key.CreatedBy));
        Assert.Equal(["read"], later.Texts("tbody td[data-label=scope]"));
    }

    [Fact]
    public async Task A_form_that_is_sent_twice_makes_one_key_and_shows_it_both_times()
    {
        var form = await Page.OpenAsync(_web, "/keys");

        var first = await Page.OfAsync(_web, await form.PressAsync("Make key", ("name", "ci")));
        var again = await Page.OfAsync(_web, await form.PressAsync("Make key", ("name", "ci")));
        var other = await Page.OfAsync(_web, await form.PressAsync("Make key", ("name", "nightly")));

        Assert.Equal(Assert.Single(first.Texts(".copyable code")), Assert.Single(again.Texts(".copyable code")));
        Assert.Single(again.Texts("tbody tr"));
        Assert.DoesNotContain(Assert.Single(other.Texts(".copyable code")), first.Texts(".copyable code"));
        Assert.All([first, other], made => Assert.NotEqual(form.Element("input[name=secret]").GetAttribute("value"), made.Texts(".copyable code")[0]));
        Assert.Contains("no-store", form.Response.Headers.CacheControl!.ToString(), StringComparison.Ordinal);
        Assert.Matches(@"until \S+ \S+ UTC\.$", first.Texts("[aria-labelledby=made-heading] p")[0]);
    }

    [Fact]
    public async Task A_key_is_revoked_by_its_button_and_stays_in_the_list_of_those_that_ended()
    {
        var page = await Page.OpenAsync(_web, "/keys");
        await page.PressAsync("Make key", ("name", "ci"));
        var list = await Page.OpenAsync(_web, "/keys");

        Assert.Equal(HttpStatusCode.Redirect, (await list.PressAsync("Revoke the key of ci")).StatusCode);

        var after = await Page.OpenAsync(_web, "/keys");
        Assert.Equal(["No key opens anything."], after.Texts(".empty p"));
        Assert.StartsWith("revoked by local", Assert.Single(after.Texts("td[data-label=ends]")), StringComparison.Ordinal);
        var audit = await Page.OpenAsync(_web, "/audit");
        Assert.Equal(2, audit.Texts("tbody tr").Count(entry => entry.Contains("created key", StringComparison.Ordinal) || entry.Contains("revoked key", StringComparison.Ordinal)));
    }

    [Theory]
    [InlineData("", "must be 1 to 40")]
    [InlineData("Ann Lee", "must be 1 to 40")]
    [InlineData("local", "must be 1 to 40")]
    [InlineData("taken", "is that of another key in use")]
    public async Task What_is_wrong_with_a_name_stands_beside_it_and_nothing_is_stored(string name, string fault)
    {
        await (await Page.OpenAsync(_web, "/keys")).PressAsync("Make key", ("name", "taken"));
        var page = await Page.OpenAsync(_web, "/keys");

        var refused = await Page.OfAsync(_web, await page.PressAsync("Make key", ("name", name)));

        Assert.True(refused.Response.StatusCode is HttpStatusCode.BadRequest or HttpStatusCode.Conflict);
        Assert.Contains(fault, refused.Texts("#name-fault")[0], StringComparison.OrdinalIgnoreCase);
        Assert.NotNull(refused.Element(".faults[tabindex='-1'][autofocus] a[href='#name']"));
        Assert.NotNull(refused.Element("#name[aria-invalid=true]"));
        Assert.StartsWith("Correct the key", refused.Document.Title, StringComparison.Ordinal);
        Assert.Equal(name, refused.Element("#name").GetAttribute("value"));
        Assert.Single(refused.Texts("tbody tr"));
    }

    [Theory]
    [InlineData("scope", "none")]
    [InlineData("days", "9999")]
    public async Task What_is_wrong_with_a_choice_is_read_with_its_field(string name, string value)
    {
        var refused = await Page.OfAsync(_web, await (await Page.OpenAsync(_web, "/keys")).PressAsync("Make key", ("name", "ci"), (name, value)));

        Assert.NotEmpty(Assert.Single(refused.Texts($"#{refused.Element("#" + name).GetAttribute("aria-describedby")}")));
    }

    [Fact]
    public async Task A_form_without_its_token_makes_no_key()
    {
        using var content = new FormUrlEncodedContent([KeyValuePair.Create("name", "ci"), KeyValuePair.Create("scope", "admin"), KeyValuePair.Create("days", "30")]);

        var answer = await _web.Client.PostAsync(new Uri("/keys?handler=Create", UriKind.Relative), content, Cancelled);

        Assert.Equal(HttpStatusCode.BadRequest, answer.StatusCode);
        Assert.Equal(["No key opens anything."], (await Page.OpenAsync(_web, "/keys")).Texts(".empty p"));
    }
}
