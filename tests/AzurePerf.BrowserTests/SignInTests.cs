using AzurePerf.Core.Access;
using AzurePerf.Storage.Access;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Playwright;
using Xunit;

namespace AzurePerf.BrowserTests;

/// <summary>What people see where they must be known.</summary>
public sealed class SignInTests(PortalInBrowser portal) : IAsyncLifetime
{
    private readonly PortalServer _server = new(secure: true, ("Access:Mode", "keys"), ("Access:ReadsPerMinute", "12"));

    public ValueTask InitializeAsync()
    {
        _server.StartServer();
        return ValueTask.CompletedTask;
    }

    public ValueTask DisposeAsync() => _server.DisposeAsync();

    [Fact]
    public async Task A_key_opens_what_was_asked_for_and_what_it_may_not_is_told_in_words()
    {
        await using var visit = await portal.OpenAsync(address: _server.Address);
        await visit.GoAsync("/runs?state=open");
        Assert.Contains("/signin?returnUrl=", visit.Page.Url, StringComparison.Ordinal);
        await visit.LookAsync("signin");
        await visit.Page.SetViewportSizeAsync(Look.Desk.Width, 900);
        await visit.Page.GetByLabel("Key").FillAsync("azp_wrong");
        await visit.Page.GetByRole(AriaRole.Button, new() { Name = "Sign in" }).ClickAsync();
        await Assertions.Expect(visit.Page.Locator(".faults")).ToContainTextAsync("This key was not accepted");
        await visit.CheckAccessAsync();
        await visit.ShootAsync("signin-fault-day");

        await SignInAsync(visit);
        await Assertions.Expect(visit.Page.Locator(".signed-in")).ToContainTextAsync("Signed in as reader");
        Assert.EndsWith("/runs?state=open", visit.Page.Url, StringComparison.Ordinal);

        Assert.Equal(403, await visit.GoAsync("/audit"));
        await visit.LookAsync("forbidden");
    }

    [Fact]
    public async Task Who_asks_too_often_is_told_to_wait()
    {
        await using var visit = await portal.OpenAsync(address: _server.Address);
        await visit.GoAsync("/signin");
        await SignInAsync(visit);

        var status = 200;
        for (var asked = 0; asked < 15 && status == 200; asked++)
        {
            status = await visit.GoAsync("/experiments");
        }

        Assert.Equal(429, status);
        await visit.LookAsync("too-many");
    }

    [Fact]
    public async Task A_page_that_is_left_open_goes_to_the_sign_in_when_that_has_ended()
    {
        await using var visit = await portal.OpenAsync(address: _server.Address);
        await visit.GoAsync("/workers");
        await SignInAsync(visit);
        await Assertions.Expect(visit.Page.Locator(".signed-in")).ToContainTextAsync("Signed in as reader");

        await visit.Page.Context.ClearCookiesAsync();

        await visit.Page.WaitForURLAsync(address => address.EndsWith("/signin?returnUrl=%2Fworkers", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_note_that_is_being_written_when_the_sign_in_ends_stays_until_it_is_sent_or_given_up()
    {
        var run = await PlantedRun.PlantAsync(_server.Control.Rows, """{"experiment": "blob.download", "preset": "quick"}""");
        await run.BeginAsync();
        await using var visit = await portal.OpenAsync(address: _server.Address);
        await visit.GoAsync("/runs/" + run.Id);
        await SignInAsync(visit, AccessScope.Admin);
        await visit.Page.GetByText("Add note or tag").ClickAsync();
        var note = visit.Page.GetByLabel("Note", new() { Exact = true });
        await note.FillAsync("half a note");

        await Assertions.Expect(visit.Page.Locator("#signed-out")).ToBeHiddenAsync();
        var session = await visit.Page.Context.CookiesAsync();
        await visit.Page.Context.ClearCookiesAsync();
        for (var reading = 1; reading <= 2; reading++)
        {
            await visit.Page.RunAndWaitForResponseAsync(() => run.NoteAsync(reading, "something has happened"), answer => answer.Url.Contains("/signin", StringComparison.Ordinal));
        }

        Assert.Equal("half a note", await note.InputValueAsync());
        await Assertions.Expect(visit.Page.Locator("#signed-out")).ToBeInViewportAsync();
        await Assertions.Expect(visit.Page.Locator("#said")).ToContainTextAsync("You are not signed in any more");
        await visit.CheckAccessAsync();
        await visit.Page.Context.AddCookiesAsync(session.Select(cookie => new Cookie { Name = cookie.Name, Value = cookie.Value, Url = _server.Address.AbsoluteUri, Secure = true }));
        await run.NoteAsync(3, "something is seen");
        await Assertions.Expect(visit.Page.Locator("#signed-out")).ToBeHiddenAsync();

        await visit.Page.Context.ClearCookiesAsync();
        await note.FillAsync("");
        await run.NoteAsync(4, "something else has happened");

        await visit.Page.WaitForURLAsync(address => address.EndsWith("/signin?returnUrl=%2Fruns%2F" + run.Id, StringComparison.Ordinal));
    }

    /// <summary>On the page that asks for a key.</summary>
    private async Task SignInAsync(Visit visit, AccessScope scope = AccessScope.Read)
    {
        await visit.Page.GetByLabel("Key").FillAsync(await NewKeyAsync(scope));
        await visit.Page.GetByRole(AriaRole.Button, new() { Name = "Sign in" }).ClickAsync();
    }

    private async Task<string> NewKeyAsync(AccessScope scope) =>
        (await _server.Services.GetRequiredService<KeyCreation>().CreateAsync(new("reader", scope, 90, null, 24), "tester", TestContext.Current.CancellationToken)).Text;
}
