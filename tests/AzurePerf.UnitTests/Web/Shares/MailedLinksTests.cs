using AzurePerf.Core.Shares;
using AzurePerf.Core.Views;
using AzurePerf.Hosting.Shares;
using AzurePerf.Storage.Shares;
using AzurePerf.Testing.Storage;
using AzurePerf.Web.Shares;
using Xunit;

namespace AzurePerf.UnitTests.Web.Shares;

/// <summary>Mails, which the TaskManager writes, promise of their links what the host of the pages may not keep.</summary>
public sealed class MailedLinksTests
{
    private static readonly DateTimeOffset Now = WebUnderTest.Now;

    [Theory]
    [InlineData(null, ShareLinkAccess.SignedIn, "")]
    [InlineData(true, ShareLinkAccess.Anyone, "")]
    [InlineData(false, ShareLinkAccess.SignedIn, "")]
    [InlineData(true, ShareLinkAccess.SignedIn, "works for anyone who has it. Here links open for people who can sign in. ")]
    [InlineData(false, ShareLinkAccess.Anyone, "works for people who can sign in. Here links open for anyone who has it. ")]
    [InlineData(true, ShareLinkAccess.Off, "works for anyone who has it. Here no link opens. ")]
    [InlineData(false, ShareLinkAccess.Off, "works for people who can sign in. Here no link opens. ")]
    public void A_mail_that_promises_another_use_of_its_link_than_is_allowed_here_is_named(bool? isForAnyone, ShareLinkAccess access, string said) =>
        Assert.Equal(
            said.Length == 0 ? "" : $"The newest mail with a link says that it {said}If nobody changed that since, give Web and TaskManager the same Web:ShareLinks.",
            MailedLinks.Fault([ShareOf(isForAnyone, 1)], access, Now));

    [Fact]
    public void The_newest_link_in_force_counts()
    {
        Share[] shares = [ShareOf(true, 3), ShareOf(false, 2), ShareOf(null, 1), ShareOf(true, 1) with { RevokedAt = Now }];

        Assert.Equal("", MailedLinks.Fault(shares, ShareLinkAccess.SignedIn, Now));
        Assert.NotEqual("", MailedLinks.Fault(shares, ShareLinkAccess.Anyone, Now));
        Assert.Equal("", MailedLinks.Fault(shares, ShareLinkAccess.Off, Now.AddDays(7)));
    }

    [Fact]
    public async Task Mails_leave_links_for_people()
    {
        var store = new ShareStore(new InMemoryControlPlane(WebUnderTest.Clock).Rows, WebUnderTest.Clock);
        var request = new ShareRequest(ViewAddress.Read("/runs/abcdefghij234567klmn", out _)!, 24);
        var made = 0;
        for (var number = 0; number < 300; number++)
        {
            made += await store.EnsureAsync(ShareToken.New(), request, $"owner {number / 40}", isForAnyone: true, TestContext.Current.CancellationToken) is null ? 0 : 1;
        }

        Assert.Equal(250, made);
        Assert.Equal(ShareAddition.Added, (await store.AddAsync(request, "ann", TestContext.Current.CancellationToken)).Outcome);
    }

    [Fact]
    public async Task The_list_of_links_says_it()
    {
        await using var web = await SharedWeb.StartAsync("signedIn");
        var store = new ShareStore(web.Keyed.Web.Control.Rows, web.Time);
        var address = ViewAddress.Read("/runs/" + web.Candidate, out _)!;
        await store.EnsureAsync(ShareToken.New(), new(address, 24), "ci", isForAnyone: true, TestContext.Current.CancellationToken);

        var page = await (await web.OpenAsync("/shares", web.Admin)).Content.ReadAsStringAsync(TestContext.Current.CancellationToken);

        Assert.Contains("<strong>Links in mails.</strong> The newest mail with a link says that it works for anyone who has it.", page, StringComparison.Ordinal);
    }

    private static Share ShareOf(bool? isForAnyone, int hoursAgo) => new()
    {
        Id = "abcdefghij234567klmn",
        Hash = ShareToken.HashOf("azs_a"),
        Address = ViewAddress.Read("/runs/abcdefghij234567klmn", out _)!,
        Owner = "ann",
        CreatedAt = Now.AddHours(-hoursAgo),
        ExpiresAt = Now.AddDays(1),
        IsMailedForAnyone = isForAnyone,
    };
}
