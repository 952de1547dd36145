using AzurePerf.Sources;
using AzurePerf.Sources.Https;
using Xunit;

namespace AzurePerf.ImageryTests.Sources;

public sealed class RedirectTests
{
    [Fact]
    public async Task The_archive_itself_gets_the_token_again()
    {
        await using var scene = await ArchiveScene.BeginAsync();
        scene.Server.Answers(Answer.Redirect("/elsewhere"), Answer.Bytes(ArchiveScene.Content));
        await scene.FetchAsync();
        scene.CheckCame();
        Assert.All(scene.Server.Seen, x => Assert.Equal("Bearer " + ArchiveScene.Secret, x.Authorization));
        Assert.Equal("/elsewhere", scene.Server.Seen[1].Target);
    }

    [Fact]
    public async Task A_named_host_is_asked_without_the_token()
    {
        await using var other = await ArchiveServer.StartAsync();
        await using var scene = await ArchiveScene.BeginAsync(x => x with { RedirectHosts = [other.Host] });
        scene.Server.Answers(Answer.Redirect($"{other.Address}signed?signature=abc"));
        other.Answers(Answer.Bytes(ArchiveScene.Content));
        await scene.FetchAsync();
        scene.CheckCame();
        Assert.Equal(new SeenRequest("/signed?signature=abc", null, null, null), Assert.Single(other.Seen));
    }

    [Fact]
    public async Task What_a_named_host_cuts_is_resumed_there_and_it_never_sees_the_token()
    {
        const string Tag = "\"v1\"";
        await using var other = await ArchiveServer.StartAsync();
        await using var scene = await ArchiveScene.BeginAsync(x => x with { RedirectHosts = [other.Host] });
        scene.Server.Answers(Answer.Redirect(other.Address + "data"));
        other.Answers(Answer.Cut(ArchiveScene.Content, 123_456, Tag, scene.Target), Answer.Rest(ArchiveScene.Content, Tag));
        await scene.FetchAsync();
        scene.CheckCame();
        Assert.Equal([null, "bytes=123456-"], other.Seen.Select(x => x.Range));
        Assert.All(other.Seen, x => Assert.Null(x.Authorization));
    }

    [Fact]
    public async Task A_named_host_that_refuses_does_not_put_the_token_in_doubt()
    {
        await using var other = await ArchiveServer.StartAsync();
        await using var scene = await ArchiveScene.BeginAsync(x => x with { RedirectHosts = [other.Host] });
        scene.Server.Answers(Answer.Redirect(other.Address.AbsoluteUri));
        other.Answers(Answer.Status(403));
        var failure = await scene.FailureOfAsync(() => scene.FetchAsync(), SourceCause.AccessRefused);
        Assert.Contains("the host that it redirected to wants more than its address", failure.Message);
    }

    [Fact]
    public async Task A_named_host_that_sends_back_leads_to_the_token_at_the_archive_only()
    {
        await using var other = await ArchiveServer.StartAsync();
        await using var scene = await ArchiveScene.BeginAsync(x => x with { RedirectHosts = [other.Host] });
        scene.Server.Answers(Answer.Redirect(other.Address.AbsoluteUri), Answer.Bytes(ArchiveScene.Content));
        other.Answers(Answer.Redirect(scene.Server.Address + "back"));
        await scene.FetchAsync();
        Assert.Null(Assert.Single(other.Seen).Authorization);
        Assert.Equal("Bearer " + ArchiveScene.Secret, scene.Server.Seen[1].Authorization);
    }

    [Fact]
    public async Task An_unnamed_host_is_not_asked_at_all()
    {
        await using var other = await ArchiveServer.StartAsync();
        await using var scene = await ArchiveScene.BeginAsync(x => x with { RedirectHosts = ["data.example.org"] });
        scene.Server.Answers(Answer.Redirect($"{other.Address}signed?signature=abc"));
        var failure = await scene.FailureOfAsync(() => scene.FetchAsync(), SourceCause.RedirectRefused);
        Assert.Contains(other.Host + ", which RedirectHosts does not name", failure.Message);
        Assert.DoesNotContain("signature", failure.ToString());
        Assert.Empty(other.Seen);
        Assert.Single(scene.Server.Seen);
    }

    [Fact]
    public async Task Listings_follow_the_same_rule()
    {
        await using var other = await ArchiveServer.StartAsync();
        await using var scene = await ArchiveScene.BeginAsync();
        scene.Server.Answers(Answer.Redirect(other.Address.AbsoluteUri));
        await scene.FailureOfAsync(scene.ListAsync, SourceCause.RedirectRefused);
        Assert.Empty(other.Seen);
    }

    [Fact]
    public async Task A_loop_ends_after_five_redirects()
    {
        await using var scene = await ArchiveScene.BeginAsync();
        scene.Server.Answers(Answer.Redirect("/round"));
        var failure = await scene.FailureOfAsync(() => scene.FetchAsync(), SourceCause.RedirectRefused);
        Assert.Contains("more than 5 times", failure.Message);
        Assert.Equal(6, scene.Server.Seen.Count);
    }

    [Theory]
    [InlineData("")]
    [InlineData("http://")]
    [InlineData("ftp://127.0.0.1/file")]
    [InlineData("file:///etc/hostname")]
    [InlineData($"https://{ArchiveScene.Secret}.example.org/")]
    public async Task An_address_that_leads_nowhere_good_is_refused(string location)
    {
        await using var scene = await ArchiveScene.BeginAsync(x => x with { RedirectHosts = ["127.0.0.1"] });
        scene.Server.Answers(Answer.Redirect(location));
        await scene.FailureOfAsync(() => scene.FetchAsync(), SourceCause.RedirectRefused);
        Assert.Single(scene.Server.Seen);
    }

    [Theory]
    [InlineData("https://archive.example.org/x", true, true)]
    [InlineData("https://ARCHIVE.example.org:443/x", true, true)]
    [InlineData("http://archive.example.org/x", false, false)]
    [InlineData("http://archive.example.org:443/x", false, false)]
    [InlineData("https://archive.example.org:8443/x", false, false)]
    [InlineData("https://archive.example.org.evil.org/x", false, false)]
    [InlineData("https://user:word@archive.example.org/x", false, true)]
    [InlineData("https://archive.example.org@evil.org/x", false, false)]
    [InlineData("https://data.example.org/x", true, false)]
    [InlineData("https://data.example.org:444/x", false, false)]
    [InlineData("http://data.example.org/x", false, false)]
    [InlineData("https://sub.data.example.org/x", false, false)]
    [InlineData("http://localhost:443/x", false, false)]
    public void Who_may_be_asked_and_who_may_see_the_token(string address, bool mayBeAsked, bool maySeeToken)
    {
        var archive = new ArchiveAddress(new()
        {
            BaseAddress = new("https://archive.example.org"),
            RedirectHosts = ["data.example.org", "localhost"],
        });
        Assert.Equal((mayBeAsked, maySeeToken), (archive.MayBeAsked(new(address)), archive.MaySeeToken(new(address))));
    }
}
