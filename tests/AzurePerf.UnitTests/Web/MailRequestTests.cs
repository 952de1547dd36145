using System.Net;
using AzurePerf.Core.Access;
using AzurePerf.Storage.Runs;
using AzurePerf.UnitTests.Web.Access;
using Xunit;

namespace AzurePerf.UnitTests.Web;

/// <summary>Requests that ask for a mail at the end of a run.</summary>
public sealed class MailRequestTests : IAsyncDisposable
{
    private static readonly (string Name, string Value)[] Mail =
        [("Mail:Server", "smtps://mail.example"), ("Mail:From", "azureperf@example.org"), ("Mail:Portal", "https://perf.example"), ("Mail:AllowedDomains:0", "example.net")];

    private static readonly (string Name, string Value)[] OwnOnly = Mail[..3];

    private readonly KeyedWeb _keyed = KeyedWeb.InContainerApps(Mail);

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public ValueTask DisposeAsync() => _keyed.DisposeAsync();

    [Theory]
    [InlineData("ann@example.com")]
    [InlineData("team@example.net")]
    public async Task An_allowed_address_is_stored_with_the_run_and_shown_to_nobody(string address)
    {
        var submitted = await PostAsync("/api/v1/runs", Request(address));

        Assert.Equal(HttpStatusCode.Accepted, submitted.StatusCode);
        var id = submitted.Headers.Location!.OriginalString.Split('/')[^1];
        Assert.Equal(address, await StoredAsync(id));
        foreach (var reading in new[] { $"/api/v1/runs/{id}", $"/api/v1/runs/{id}/request", "/api/v1/runs", $"/api/v1/runs/{id}/export?format=json", $"/runs/{id}" })
        {
            var text = await (await _keyed.SendAsync(HttpMethod.Get, reading, headers: PrincipalHeaders.Of("AzurePerf.Read", "bob@example.com"))).Content.ReadAsStringAsync(Cancelled);
            Assert.DoesNotContain("notify", text, StringComparison.OrdinalIgnoreCase);
            Assert.DoesNotContain("team@example.net", text, StringComparison.Ordinal);
        }
    }

    [Fact]
    public async Task A_copy_or_a_rerun_by_somebody_else_does_not_mail_the_first()
    {
        var id = (await PostAsync("/api/v1/runs", Request("ann@example.com"))).Headers.Location!.OriginalString.Split('/')[^1];

        foreach (var (verb, body) in new[] { ("clone", "{}"), ("rerun", "{}") })
        {
            var copy = await PostAsync($"/api/v1/runs/{id}/{verb}", body, "bob@example.com");
            Assert.Equal(HttpStatusCode.Accepted, copy.StatusCode);
            Assert.Equal("", await StoredAsync(copy.Headers.Location!.OriginalString.Split('/')[^1]));
        }

        var own = await PostAsync($"/api/v1/runs/{id}/clone", """{"notify": "bob@example.com"}""", "bob@example.com");
        Assert.Equal("bob@example.com", await StoredAsync(own.Headers.Location!.OriginalString.Split('/')[^1]));
    }

    [Theory]
    [InlineData("/api/v1/runs")]
    [InlineData("/api/v1/estimates")]
    public async Task Another_address_is_refused_wherever_a_request_is_read(string address)
    {
        var problem = await RunSubmissionApiTests.ProblemAsync(await PostAsync(address, Request("eve@elsewhere.org")), HttpStatusCode.BadRequest, "/problems/invalid-run");

        Assert.Contains("must be your own address, ann@example.com, or an address at example.net", problem.GetRawText(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_is_wrong_with_an_address_is_read_with_its_field()
    {
        var (key, _) = await _keyed.NewKeyAsync("ci", AccessScope.Submit);
        using var browser = await Browser.SignInAsync(_keyed, key);

        var again = await Page.OfAsync(_keyed.Web, await browser.PostAsync(
            "/submit", "/submit", ("experiment", "queue.add"), ("preset", "quick"), ("target", "default"), ("workers", "1"), ("onError", "continue"), ("notify", "eve@elsewhere.org")));

        Assert.Equal("field-notify-fault field-notify-help", again.Element("#field-notify").GetAttribute("aria-describedby"));
        Assert.Contains("must be", Assert.Single(again.Texts("#field-notify-fault li")), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_schedule_is_held_to_the_same()
    {
        const string Schedule = """{"cron": "0 2 * * *", "run": {"experiment": "queue.add", "preset": "quick", "notify": "ADDRESS"}}""";

        var refused = await PostAsync("/api/v1/schedules", Schedule.Replace("ADDRESS", "eve@elsewhere.org", StringComparison.Ordinal));
        var taken = await PostAsync("/api/v1/schedules", Schedule.Replace("ADDRESS", "ann@example.com", StringComparison.Ordinal));

        Assert.Equal((HttpStatusCode.BadRequest, HttpStatusCode.Created), (refused.StatusCode, taken.StatusCode));
        Assert.Contains("run.notify", await refused.Content.ReadAsStringAsync(Cancelled), StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_administrator_starts_a_run_of_a_schedule_that_mails_its_owner()
    {
        var added = await PostAsync("/api/v1/schedules", $$"""{"cron": "0 2 * * *", "run": {{Request("ann@example.com")}}}""");

        var started = await _keyed.SendAsync(
            HttpMethod.Post, added.Headers.Location!.OriginalString + "/run-now", headers: PrincipalHeaders.Of("AzurePerf.Admin", "bob@example.com"));

        Assert.Equal(HttpStatusCode.Accepted, started.StatusCode);
        Assert.Equal("ann@example.com", await StoredAsync(started.Headers.Location!.OriginalString.Split('/')[^1]));
    }

    [Theory]
    [InlineData("\"ann@example.com\\r\\nBcc: eve@example.com\"")]
    [InlineData("\"ann@example.com,eve@example.com\"")]
    [InlineData("\"\"")]
    [InlineData("[\"ann@example.com\"]")]
    [InlineData("true")]
    public async Task What_is_no_single_address_is_refused(string notify)
    {
        var response = await PostAsync("/api/v1/runs", """{"experiment": "queue.add", "preset": "quick", "notify": NOTIFY}""".Replace("NOTIFY", notify, StringComparison.Ordinal));

        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        Assert.Contains("must be one mail address such as ann@example.com", await response.Content.ReadAsStringAsync(Cancelled), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_name_with_a_line_break_is_refused()
    {
        var response = await PostAsync("/api/v1/runs", """{"experiment": "queue.add", "preset": "quick", "name": "a\r\nBcc: eve@example.com", "notify": "ann@example.com"}""");

        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
    }

    [Fact]
    public async Task A_key_has_no_address_of_its_own()
    {
        var (key, _) = await _keyed.NewKeyAsync("ci", AccessScope.Submit);

        Assert.Equal(HttpStatusCode.BadRequest, (await _keyed.SendAsync(HttpMethod.Post, "/api/v1/runs", key, Request("ann@example.com"))).StatusCode);
        Assert.Equal(HttpStatusCode.Accepted, (await _keyed.SendAsync(HttpMethod.Post, "/api/v1/runs", key, Request("team@example.net"))).StatusCode);
    }

    [Fact]
    public async Task An_installation_without_mail_server_says_so()
    {
        await using var silent = new WebUnderTest();

        var response = await silent.PostJsonAsync("/api/v1/runs", Request("ann@example.com"));

        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        Assert.Contains("must be left out: this installation sends no mail", await response.Content.ReadAsStringAsync(Cancelled), StringComparison.Ordinal);
        Assert.DoesNotContain("notify", await (await silent.GetAsync("/images/new")).Content.ReadAsStringAsync(Cancelled), StringComparison.Ordinal);
        Assert.DoesNotContain("notify", await (await silent.GetAsync("/submit?experiment=queue.add")).Content.ReadAsStringAsync(Cancelled), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("/images/new")]
    [InlineData("/submit?experiment=queue.add")]
    public async Task The_forms_ask_a_person_with_a_box_and_others_with_a_field(string page)
    {
        await using var own = KeyedWeb.InContainerApps(OwnOnly);

        var field = await TextAsync(_keyed, page);
        var box = await TextAsync(own, page);

        Assert.Contains("<input type=\"email\" name=\"notify\"", field, StringComparison.Ordinal);
        Assert.Contains("An address at example.net".ToLowerInvariant(), field.ToLowerInvariant(), StringComparison.Ordinal);
        Assert.Contains("<input type=\"checkbox\" name=\"notify\" id=\"field-notify\" value=\"ann@example.com\"", box, StringComparison.Ordinal);
        Assert.Contains("Mail me when it has ended", box, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Commands_that_are_made_while_a_form_is_filled_in_say_that_they_ask_for_no_mail()
    {
        const string Check = "/submit?handler=Check&experiment=queue.add&preset=quick&target=default&workers=1&onError=continue";
        await using var web = new WebUnderTest(null, null, Mail);
        await using var without = new WebUnderTest();

        Assert.Equal(["These commands ask for no mail: press Validate to have yours in them."], (await Page.OpenAsync(web, Check)).Texts("[data-checked=commands] .note"));
        Assert.Empty((await Page.OpenAsync(without, Check)).Texts("[data-checked=commands] .note"));
    }

    [Theory]
    [InlineData("/images/new")]
    [InlineData("/submit?experiment=queue.add&preset=quick")]
    public async Task A_refused_address_leads_from_the_summary_to_its_field(string form)
    {
        await using var web = new WebUnderTest(null, null, Mail);

        var refused = await Page.OfAsync(web, await (await Page.OpenAsync(web, form)).SubmitAsync(("notify", "eve@elsewhere.org")));

        Assert.StartsWith("Mail: must be ", Assert.Single(refused.Texts(".faults li")), StringComparison.Ordinal);
        Assert.Equal("email", refused.Element(refused.Element(".faults li a").GetAttribute("href")!).GetAttribute("type"));
    }

    private static string Request(string address) => $$"""{"experiment": "queue.add", "preset": "quick", "notify": "{{address}}"}""";

    private static async Task<string> TextAsync(KeyedWeb web, string page) =>
        await (await web.SendAsync(HttpMethod.Get, page, headers: PrincipalHeaders.Of("AzurePerf.Submit"))).Content.ReadAsStringAsync(Cancelled);

    private Task<HttpResponseMessage> PostAsync(string address, string json, string name = "ann@example.com") =>
        _keyed.SendAsync(HttpMethod.Post, address, null, json, PrincipalHeaders.Of("AzurePerf.Submit", name));

    private async Task<string> StoredAsync(string id) => (await new RunStore(_keyed.Web.Control.Rows).FindAsync(id, Cancelled))!.Spec.Notify;
}
