using System.Net;
using System.Text.Json;
using AngleSharp.Dom;
using AzurePerf.Core.Runs;
using Xunit;

namespace AzurePerf.UnitTests.Web.Access;

/// <summary>Whatever people and targets may write stays text: in pages, in files, and in headers.</summary>
public sealed class InjectionTests : IAsyncDisposable
{
    private const string Html = "<img src=x onerror=alert(1)><script>alert(1)</script>\"'`";
    private const string Formula = "=HYPERLINK(\"http://evil.example\")";
    private readonly WebUnderTest _web = new();

    public ValueTask DisposeAsync() => _web.DisposeAsync();

    [Fact]
    public async Task HTML_in_names_tags_events_reasons_and_errors_is_shown_as_text_on_every_page()
    {
        var run = await RunAsync(Html);
        await _web.PostJsonAsync("/api/v1/schedules", $$$"""{"name": {{{JsonSerializer.Serialize(Html)}}}, "cron": "0 2 * * *", "run": {"experiment": "queue.add", "preset": "quick"}}""");
        await _web.PostJsonAsync("/api/v1/views", $$"""{"name": {{JsonSerializer.Serialize(Html)}}, "address": "/runs?text=<img"}""");

        using var note = new HttpRequestMessage(HttpMethod.Patch, $"/api/v1/runs/{run}/notes")
        {
            Content = new StringContent($$"""{"text": {{JsonSerializer.Serialize(Html)}}}""", System.Text.Encoding.UTF8, "application/json"),
        };
        note.Headers.Add("If-Match", "*");
        Assert.Equal(HttpStatusCode.OK, (await _web.Client.SendAsync(note, TestContext.Current.CancellationToken)).StatusCode);

        foreach (var address in new[] { "/", "/runs", "/runs/" + run, "/trends?run=" + run, "/compare?runs=" + run, "/trends", "/schedules", "/views", "/audit", "/outcomes", "/workers" })
        {
            var page = await Page.OpenAsync(_web, address);

            Assert.Equal(HttpStatusCode.OK, page.Response.StatusCode);
            Assert.Empty(page.Document.QuerySelectorAll("img[src=x], [onerror], script:not([src]):not([type='application/json']), style, [style]"));
        }

        foreach (var address in new[] { "/", "/views", "/runs/" + run })
        {
            Assert.Contains(Html, (await Page.OpenAsync(_web, address)).Text, StringComparison.Ordinal);
        }
    }

    [Theory]
    [InlineData("html")]
    [InlineData("md")]
    public async Task A_report_that_is_handed_on_shows_HTML_as_text(string format)
    {
        var run = await RunAsync(Html);

        var report = await (await _web.GetAsync($"/api/v1/runs/{run}/export?format={format}")).Content.ReadAsStringAsync(TestContext.Current.CancellationToken);

        Assert.DoesNotContain("<img src=x", report, StringComparison.Ordinal);
        Assert.Contains("img src=x", report, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("/submit?experiment=queue.add&preset={0}")]
    [InlineData("/submit?experiment={0}")]
    [InlineData("/?q={0}&tag={0}&owner={0}")]
    [InlineData("/problems/{0}")]
    [InlineData("/signin?returnUrl={0}")]
    [InlineData("/compare?baseline={0}&candidate={0}")]
    [InlineData("/compare?runs={0}")]
    [InlineData("/runs?text={0}&tag={0}&owner={0}&state={0}")]
    [InlineData("/trends?run={0}")]
    [InlineData("/trends?schedule={0}&configuration={0}")]
    [InlineData("/views/new?name={0}&address={0}")]
    [InlineData("/views?sort={0}")]
    [InlineData("/{0}")]
    public async Task HTML_in_an_address_is_no_HTML_in_the_page(string address)
    {
        var response = await _web.GetAsync(string.Format(System.Globalization.CultureInfo.InvariantCulture, address, Uri.EscapeDataString(Html)));

        Assert.DoesNotContain("<img src=x", await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken), StringComparison.Ordinal);
        Assert.Contains("default-src 'none'", Assert.Single(response.Headers.GetValues("Content-Security-Policy")), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(Formula)]
    [InlineData("+1+1")]
    [InlineData("-1+1")]
    [InlineData("@SUM(A1)")]
    public async Task A_formula_in_names_tags_and_errors_is_no_formula_in_the_exported_table(string formula)
    {
        var run = await RunAsync(formula);

        var csv = await (await _web.GetAsync($"/api/v1/runs/{run}/export?format=csv")).Content.ReadAsStringAsync(TestContext.Current.CancellationToken);

        Assert.Contains("'" + formula.Split('"')[0], csv, StringComparison.Ordinal);
        Assert.DoesNotContain(Cells(csv), cell => cell.Length > 0 && "=+@\t".Contains(cell[0], StringComparison.Ordinal));
        Assert.DoesNotContain(Cells(csv), cell => cell.StartsWith('-') && !double.TryParse(cell, System.Globalization.CultureInfo.InvariantCulture, out _));
    }

    private async Task<string> RunAsync(string text)
    {
        var quoted = JsonSerializer.Serialize(text);
        var run = await SeededRun.SubmitAsync(_web, $$$"""{"experiment": "queue.add", "preset": "quick", "name": {{{quoted}}}, "tags": {"a": {{{quoted}}}}}""");
        await run.PublishAsync(run.Measured(_ => SeededRun.Summary(1, 10, 0, 20)).Select((point, index) => index == 0
            ? point with { Status = PointStatus.Failed, Error = text, Result = null }
            : point));
        await run.NoteAsync(text);
        await run.MoveAsync(RunStatus.Failed, 4, text);
        return run.Id;
    }

    /// <summary>The cells of a CSV text, unquoted.</summary>
    private static IEnumerable<string> Cells(string csv)
    {
        var (cell, isQuoted) = (new System.Text.StringBuilder(), false);
        for (var place = 0; place < csv.Length; place++)
        {
            if (csv[place] == '"')
            {
                isQuoted = !isQuoted;
            }
            else if (!isQuoted && csv[place] is ',' or '\n')
            {
                yield return cell.ToString();
                cell.Clear();
            }
            else
            {
                cell.Append(csv[place]);
            }
        }
    }
}
