using System.Net;
using AzurePerf.Core.Access;
using Xunit;

namespace AzurePerf.UnitTests.Web.Access;

/// <summary>What pages offer somebody who may only read.</summary>
public sealed class ReaderPageTests : IAsyncDisposable
{
    private readonly KeyedWeb _keyed = KeyedWeb.Shared();

    public ValueTask DisposeAsync() => _keyed.DisposeAsync();

    [Theory]
    [InlineData("/submit?experiment=blob.download", "Submitting a run needs the scope submit: ask an administrator.", "Submit run", "Validate")]
    [InlineData("/images/new", "Making images needs the scope submit: ask an administrator.", "Make", "Estimate")]
    [InlineData("/schedules/new", "Adding a schedule needs the scope submit: ask an administrator.", "Add schedule")]
    [InlineData("/", "This needs the scope submit: ask an administrator.", "Load sample data")]
    public async Task A_form_that_would_be_refused_says_so_before_it_is_filled_in_and_has_no_buttons(string address, string sentence, params string[] buttons)
    {
        var (reader, submitter) = (await OpenAsync(AccessScope.Read, address), await OpenAsync(AccessScope.Submit, address));

        Assert.Contains(sentence, reader.Texts("main .notice, main .note"));
        Assert.Empty(reader.Texts("main form[method=post] button[type=submit]"));
        Assert.DoesNotContain(sentence, submitter.Text, StringComparison.Ordinal);
        Assert.Equal(buttons, submitter.Texts("main form[method=post] button[type=submit]"));
    }

    [Fact]
    public async Task The_page_of_a_refusal_names_the_scope_that_is_needed()
    {
        var (reader, _) = await _keyed.NewKeyAsync("reader", AccessScope.Read);
        using var browser = await Browser.SignInAsync(_keyed, reader);

        var keys = await Page.OfAsync(_keyed.Web, await browser.GetAsync("/keys"));
        var sent = await Page.OfAsync(_keyed.Web, await browser.PostAsync("/schedules/new", "/schedules/new"));

        Assert.Equal((HttpStatusCode.Forbidden, HttpStatusCode.Forbidden), (keys.Response.StatusCode, sent.Response.StatusCode));
        Assert.Equal(["It needs the scope admin: ask an administrator. Nothing was changed."], keys.Texts(".lead"));
        Assert.Equal(["It needs the scope submit: ask an administrator. Nothing was changed."], sent.Texts(".lead"));
    }

    [Fact]
    public async Task The_curl_line_to_copy_has_a_place_for_the_key_and_the_command_the_address()
    {
        var page = await OpenAsync(AccessScope.Submit, "/submit?experiment=queue.add&preset=quick");

        Assert.Contains("/api/v1/runs -H \"Authorization: Bearer $AZUREPERF_KEY\" -H 'Content-Type: ", page.Element("#request pre.curl").TextContent, StringComparison.Ordinal);
        Assert.Matches("^azureperf submit --file - --wait --url https?://localhost <<'END'\n", page.Element("#request pre.cli").TextContent);
    }

    private async Task<Page> OpenAsync(AccessScope scope, string address)
    {
        using var browser = await Browser.SignInAsync(_keyed, (await _keyed.NewKeyAsync(scope.ToString().ToLowerInvariant(), scope)).Text);
        return await Page.OfAsync(_keyed.Web, await browser.GetAsync(address));
    }
}
