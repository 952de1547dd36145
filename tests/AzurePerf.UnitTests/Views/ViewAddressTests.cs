using AzurePerf.Core.Views;
using Xunit;

namespace AzurePerf.UnitTests.Views;

/// <summary>What may be saved leads to a page of this portal and nowhere else.</summary>
public sealed class ViewAddressTests
{
    [Theory]
    [InlineData("/runs", ViewedPage.Runs)]
    [InlineData("/runs?state=failed&tag=a%3Db&sort=duration&desc=true", ViewedPage.Runs)]
    [InlineData("/runs/abcdefghij234567klmn?sort=rate", ViewedPage.Run)]
    [InlineData("/runs/abcdefghij234567klmn/images?page=2", ViewedPage.Images)]
    [InlineData("/runs/abcdefghij234567klmn/tasks?stage=reprojection&state=failed", ViewedPage.Tasks)]
    [InlineData("/compare?runs=abcdefghij234567klmn,bbbbbbbbbbbbbbbbbbbb&across=sdk", ViewedPage.Compare)]
    [InlineData("/trends?run=abcdefghij234567klmn&configuration=%7B%22clients%22%3A4%7D", ViewedPage.Trends)]
    [InlineData("/outcomes?days=30", ViewedPage.Outcomes)]
    [InlineData("/workers", ViewedPage.Workers)]
    [InlineData("/schedules", ViewedPage.Schedules)]
    [InlineData("/experiments", ViewedPage.Experiments)]
    [InlineData("/experiments/blob.download", ViewedPage.Experiment)]
    [InlineData("/submit?experiment=queue.add&preset=quick&name=", ViewedPage.Submit)]
    public void The_address_of_a_page_is_kept_as_it_is(string text, ViewedPage page)
    {
        var address = ViewAddress.Read(text, out var fault);

        Assert.Equal((text, page, ""), (address!.Text, address.Page, fault));
    }

    [Theory]
    [InlineData("/runs?", "/runs")]
    [InlineData("/runs?text=&state=failed&experiment=&owner=&tag=", "/runs?state=failed")]
    [InlineData("/runs?state=failed&cursor=202602-abc", "/runs?state=failed")]
    [InlineData("/runs?CURSOR=x", "/runs")]
    [InlineData("/runs?cursor", "/runs")]
    [InlineData("/schedules?handler=RunNow", "/schedules")]
    [InlineData("/runs?&&state=failed&=", "/runs?state=failed")]
    public void What_belongs_to_one_visit_or_asks_for_nothing_is_left_out(string text, string kept) => Assert.Equal(kept, ViewAddress.Read(text, out _)!.Text);

    [Theory]
    [InlineData("", "is required: path and query of a page")]
    [InlineData("https://evil.example/runs", "must begin with one slash")]
    [InlineData("HTTP://evil.example", "must begin with one slash")]
    [InlineData("javascript:alert(1)", "must begin with one slash")]
    [InlineData("data:text/html,x", "must begin with one slash")]
    [InlineData("//evil.example/runs", "must begin with one slash")]
    [InlineData("///runs", "must begin with one slash")]
    [InlineData(" /runs", "must begin with one slash")]
    [InlineData("runs", "must begin with one slash")]
    [InlineData("?state=failed", "must begin with one slash")]
    [InlineData("/\\evil.example", "must have no backslash")]
    [InlineData("\\\\evil.example", "must begin with one slash")]
    [InlineData("/runs?text=a\\b", "must have no backslash")]
    [InlineData("/runs#x", "must end before the #")]
    [InlineData("/runs?text=a b", "must have visible ASCII characters only")]
    [InlineData("/runs?text=\u00e9", "must have visible ASCII characters only")]
    [InlineData("/runs\r\nLocation: x", "must have visible ASCII characters only")]
    [InlineData("/\t/evil.example", "must have visible ASCII characters only")]
    [InlineData("/", "is not a page that can be saved")]
    [InlineData("/Runs", "is not a page that can be saved")]
    [InlineData("/runs/", "is not a page that can be saved")]
    [InlineData("/runs//evil.example", "is not a page that can be saved")]
    [InlineData("/runs/../audit", "is not a page that can be saved")]
    [InlineData("/runs/..%2faudit", "is not a page that can be saved")]
    [InlineData("/runs/abcdefghij234567klmn/notes", "is not a page that can be saved")]
    [InlineData("/experiments/..", "is not a page that can be saved")]
    [InlineData("/experiments/.", "is not a page that can be saved")]
    [InlineData("/experiments/%2e%2e", "is not a page that can be saved")]
    [InlineData("/audit", "is not a page that can be saved")]
    [InlineData("/signin?returnUrl=/", "is not a page that can be saved")]
    [InlineData("/theme?to=dark", "is not a page that can be saved")]
    [InlineData("/.auth/logout", "is not a page that can be saved")]
    [InlineData("/api/v1/runs", "is not a page that can be saved")]
    [InlineData("/views", "is not a page that can be saved")]
    [InlineData("/runs;x", "is not a page that can be saved")]
    public void Whatever_is_no_address_of_such_a_page_is_refused_with_what_is_wrong(string text, string message)
    {
        Assert.Null(ViewAddress.Read(text, out var fault));
        Assert.StartsWith(message, fault, StringComparison.Ordinal);
    }

    [Fact]
    public void An_address_has_2000_characters_at_most()
    {
        Assert.NotNull(ViewAddress.Read("/runs?text=".PadRight(2_000, 'x'), out _));
        Assert.Null(ViewAddress.Read("/runs?text=".PadRight(2_001, 'x'), out var fault));
        Assert.Equal("has 2001 characters; it may have 2000", fault);
    }
}
