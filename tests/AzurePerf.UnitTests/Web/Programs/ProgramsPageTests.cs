using System.Net;
using System.Net.Http.Headers;
using System.Text;
using AngleSharp.Html.Dom;
using AzurePerf.Core.Access;
using AzurePerf.Core.Programs;
using AzurePerf.Storage;
using AzurePerf.UnitTests.Programs;
using AzurePerf.UnitTests.Web.Access;
using Xunit;

namespace AzurePerf.UnitTests.Web.Programs;

public sealed class ProgramsPageTests
{
    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_program_is_uploaded_and_revoked_with_forms_alone()
    {
        await using var web = NewWeb();
        Assert.Contains("No programs yet", (await Page.OpenAsync(web, "/programs")).Text, StringComparison.Ordinal);

        var uploaded = await UploadAsync(web, HandmadeZip.Good().ToStream().ToArray());

        Assert.Equal(HttpStatusCode.Redirect, uploaded.StatusCode);
        var hash = uploaded.Headers.Location!.OriginalString.Split('#')[1];
        var page = await Page.OpenAsync(web, "/programs");
        Assert.Contains("ndvi", page.Element($"[id='{hash}']").TextContent, StringComparison.Ordinal);
        Assert.Contains("local", page.Element($"[id='{hash}']").TextContent, StringComparison.Ordinal);
        Assert.Equal(HttpStatusCode.Redirect, (await page.PressAsync("Revoke ndvi " + hash[..8])).StatusCode);
        Assert.Contains("by local", (await Page.OpenAsync(web, "/programs")).Element($"[id='{hash}']").TextContent, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_page_says_why_a_file_is_no_program_and_stores_nothing()
    {
        await using var web = NewWeb();

        var refused = await UploadAsync(web, HandmadeZip.Good(new HandmadeEntry("../x", "x")).ToStream().ToArray());

        Assert.Equal(HttpStatusCode.BadRequest, refused.StatusCode);
        Assert.Equal(
            "Nothing was stored. The path '../x' in the zip contains '.' or '..'.", (await Page.OfAsync(web, refused)).Element("[role=alert]").TextContent);
        Assert.Equal(HttpStatusCode.BadRequest, (await UploadAsync(web, [])).StatusCode);
        Assert.Equal(0, web.Control.Rows.Count(ControlNames.ProgramsTable));
    }

    [Fact]
    public async Task A_form_without_its_token_is_refused()
    {
        await using var web = NewWeb();
        using var form = FormOf(HandmadeZip.Good().ToStream().ToArray(), null);

        Assert.Equal(HttpStatusCode.BadRequest, (await web.Client.PostAsync(new Uri("/programs?handler=Add", UriKind.Relative), form, Cancelled)).StatusCode);
        Assert.Equal(0, web.Control.Rows.Count(ControlNames.ProgramsTable));
    }

    [Theory]
    [InlineData("multipart/form-data; boundary=b", "--b\r\nContent-Disposition: form-data; name=formToken\r\nContent-Type: text/plain; charset=utf-7\r\n\r\nx\r\n--b--\r\n")]
    [InlineData("multipart/form-data; boundary=b", "--b\r\nnonsense")]
    [InlineData("multipart/form-data", "x")]
    public async Task A_form_that_cannot_be_read_is_the_senders_fault(string type, string body)
    {
        await using var web = NewWeb();
        using var content = new ByteArrayContent(Encoding.UTF8.GetBytes(body));
        content.Headers.ContentType = MediaTypeHeaderValue.Parse(type);

        Assert.Equal(HttpStatusCode.UnsupportedMediaType, (await web.Client.PostAsync(new Uri("/programs?handler=Add", UriKind.Relative), content, Cancelled)).StatusCode);
    }

    [Fact]
    public async Task Where_programs_are_not_allowed_the_page_says_so_and_has_no_form()
    {
        await using var web = new WebUnderTest();

        var page = await Page.OpenAsync(web, "/programs");

        Assert.Contains("Programs:Allowed", page.Text, StringComparison.Ordinal);
        Assert.Empty(page.Document.QuerySelectorAll("input[type=file]"));
        Assert.DoesNotContain("href=\"/programs\"", (await Page.OpenAsync(web, "/images/new")).Document.DocumentElement.OuterHtml, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Who_may_not_upload_sees_the_list_and_no_buttons()
    {
        await using var keyed = new KeyedWeb(("Programs:Allowed", "true"));
        var (submit, _) = await keyed.NewKeyAsync("ci", AccessScope.Submit);
        using var browser = await Browser.SignInAsync(keyed, submit);

        var page = await Page.OfAsync(keyed.Web, await browser.GetAsync("/programs"));

        Assert.Empty(page.Document.QuerySelectorAll("main form"));
        Assert.Contains("need the scope programs", page.Text, StringComparison.Ordinal);
        Assert.Equal(HttpStatusCode.Forbidden, (await keyed.SendAsync(HttpMethod.Post, "/programs?handler=Revoke&hash=" + new string('0', 64), submit)).StatusCode);
        Assert.Contains("href=\"/programs\"", (await Page.OfAsync(keyed.Web, await browser.GetAsync("/images/new"))).Document.DocumentElement.OuterHtml, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Settings_of_workers_alone_may_stand_in_the_environment_of_the_web_host()
    {
        Assert.Contains("InputMegabytes", WorkerProgramOptions.OwnNames);
        await using var web = new WebUnderTest(
            null, null, [("Programs:Allowed", "true"), .. WorkerProgramOptions.OwnNames.Select(name => ($"Programs:{name}", "no value of the web host"))]);

        Assert.Contains("No programs yet", (await Page.OpenAsync(web, "/programs")).Text, StringComparison.Ordinal);
    }

    private static WebUnderTest NewWeb() => new(null, null, ("Programs:Allowed", "true"));

    private static async Task<HttpResponseMessage> UploadAsync(WebUnderTest web, byte[] zip)
    {
        var form = (IHtmlFormElement)(await Page.OpenAsync(web, "/programs")).Element("form[enctype='multipart/form-data']");
        using var content = FormOf(zip, ((IHtmlInputElement)form.Elements["formToken"]!).Value);
        return await web.Client.PostAsync(new Uri(form.GetAttribute("action")!, UriKind.Relative), content, Cancelled);
    }

    private static MultipartFormDataContent FormOf(byte[] zip, string? token)
    {
        var content = new MultipartFormDataContent { { new ByteArrayContent(zip), "program", "ndvi.zip" } };
        if (token is not null)
        {
            content.Add(new StringContent(token), "formToken");
        }

        return content;
    }
}
