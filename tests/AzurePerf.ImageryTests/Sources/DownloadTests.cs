using AzurePerf.Sources;
using AzurePerf.Sources.Https;
using Microsoft.AspNetCore.Http;
using Xunit;

namespace AzurePerf.ImageryTests.Sources;

public sealed class DownloadTests
{
    private const string Tag = "\"v1\"";

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_file_comes_from_its_path_with_the_token(bool isSecure)
    {
        await using var scene = await ArchiveScene.BeginAsync(isSecure: isSecure);
        scene.Server.Answers(Answer.Bytes(ArchiveScene.Content));
        await scene.FetchAsync();
        scene.CheckCame();
        var seen = Assert.Single(scene.Server.Seen);
        Assert.Equal("/archive/allData/61/MOD11A1/2010/032/" + ArchiveScene.Name, seen.Target);
        Assert.Equal("Bearer " + ArchiveScene.Secret, seen.Authorization);
        Assert.Null(seen.Range);
    }

    [Fact]
    public async Task Without_a_token_none_is_sent()
    {
        await using var scene = await ArchiveScene.BeginAsync(token: null);
        scene.Server.Answers(Answer.Bytes(ArchiveScene.Content));
        await scene.FetchAsync();
        Assert.Null(Assert.Single(scene.Server.Seen).Authorization);
    }

    [Theory]
    [InlineData(404)]
    [InlineData(410)]
    public async Task A_missing_file_is_asked_for_once(int status)
    {
        await using var scene = await ArchiveScene.BeginAsync();
        scene.Server.Answers(Answer.Status(status));
        var failure = await scene.FailureOfAsync(() => scene.FetchAsync(), SourceCause.Missing);
        Assert.Equal($"The archive has no such source: {ArchiveScene.Name} (HTTP {status}).", failure.Message);
        Assert.Single(scene.Server.Seen);
    }

    [Theory]
    [InlineData(401, ArchiveScene.Secret, "is Token valid")]
    [InlineData(403, ArchiveScene.Secret, "is Token valid")]
    [InlineData(401, null, "set Token")]
    public async Task A_refusal_names_the_setting_to_mend(int status, string? token, string advice)
    {
        await using var scene = await ArchiveScene.BeginAsync(token: token);
        scene.Server.Answers(Answer.Status(status));
        var failure = await scene.FailureOfAsync(() => scene.FetchAsync(), SourceCause.AccessRefused);
        Assert.Contains(advice, failure.Message);
        Assert.Single(scene.Server.Seen);
    }

    [Theory]
    [InlineData("7", 7)]
    [InlineData("Thu, 01 Jan 2026 12:01:30 GMT", 90)]
    [InlineData("Thu, 01 Jan 2015 12:00:00 GMT", 0)]
    [InlineData("86400", 300)]
    [InlineData("soon", 1)]
    [InlineData(null, 1)]
    public async Task A_busy_archive_is_asked_again_after_the_time_that_it_says(string? retryAfter, int seconds)
    {
        await using var scene = await ArchiveScene.BeginAsync();
        scene.Server.Answers(Answer.Status(503, retryAfter), Answer.Bytes(ArchiveScene.Content));
        await scene.FetchAsync();
        scene.CheckCame();
        Assert.Equal(TimeSpan.FromSeconds(seconds), scene.Time.Waits.Aggregate(TimeSpan.Zero, (x, y) => x + y));
        Assert.Contains(scene.Logged, x => x.Contains("the archive answered with HTTP 503", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(429)]
    [InlineData(500)]
    [InlineData(503)]
    public async Task An_archive_that_stays_busy_is_given_up_after_growing_waits(int status)
    {
        await using var scene = await ArchiveScene.BeginAsync();
        scene.Server.Answers(Answer.Status(status));
        var failure = await scene.FailureOfAsync(() => scene.FetchAsync(), SourceCause.Unavailable);
        Assert.Equal($"{ArchiveScene.Name} did not come in 5 attempts: the archive answered with HTTP {status}.", failure.Message);
        Assert.Equal([1, 2, 4, 8], scene.Time.Waits.Select(x => x.TotalSeconds));
        Assert.Equal(5, scene.Server.Seen.Count);
    }

    [Fact]
    public async Task An_archive_that_nobody_serves_is_unavailable()
    {
        await using var scene = await ArchiveScene.BeginAsync();
        await scene.Server.DisposeAsync();
        var failure = await scene.FailureOfAsync(() => scene.FetchAsync(), SourceCause.Unavailable);
        Assert.Contains("ConnectionError", failure.Message);
    }

    [Fact]
    public async Task A_certificate_that_is_not_trusted_is_refused()
    {
        await using var scene = await ArchiveScene.BeginAsync(isSecure: true);
        using var archive = new HttpsArchive(scene.Settings, new(ArchiveScene.Secret), scene.Time, scene);
        var failure = await scene.FailureOfAsync(
            () => archive.FetchAsync(ArchiveScene.File, new(scene.Target), TestContext.Current.CancellationToken), SourceCause.Unavailable);
        Assert.Contains("SecureConnectionError", failure.Message);
        Assert.Empty(scene.Server.Seen);
    }

    [Fact]
    public async Task A_page_in_place_of_data_is_refused()
    {
        await using var scene = await ArchiveScene.BeginAsync();
        scene.Server.Answers(Answer.Text("<html>Sign in</html>", "text/html; charset=utf-8"));
        var failure = await scene.FailureOfAsync(() => scene.FetchAsync(), SourceCause.UnexpectedAnswer);
        Assert.Equal($"The archive sent a page in place of {ArchiveScene.Name}: is Token valid?", failure.Message);
        Assert.Equal(0, scene.Target.Length);
    }

    /// <summary>The scene looks into every message, log and address at its end.</summary>
    [Theory]
    [InlineData(200, SourceCause.UnexpectedAnswer)]
    [InlineData(302, SourceCause.RedirectRefused)]
    [InlineData(403, SourceCause.AccessRefused)]
    [InlineData(404, SourceCause.Missing)]
    [InlineData(418, SourceCause.UnexpectedAnswer)]
    [InlineData(503, SourceCause.Unavailable)]
    public async Task An_archive_that_says_the_token_back_gets_it_into_no_text(int status, SourceCause cause)
    {
        await using var scene = await ArchiveScene.BeginAsync();
        scene.Server.Answers(async context =>
        {
            var said = context.Request.Headers.Authorization.ToString();
            context.Response.StatusCode = status;
            context.Response.ContentType = "text/html; charset=utf-8";
            context.Response.Headers.ETag = $"\"{ArchiveScene.Secret}\"";
            context.Response.Headers.RetryAfter = ArchiveScene.Secret;
            context.Response.Headers.WWWAuthenticate = said;
            context.Response.Headers.Location = $"https://example.org/{ArchiveScene.Secret}?token={ArchiveScene.Secret}";
            await context.Response.WriteAsync($"<html>{said}</html>");
        });
        var failure = await scene.FailureOfAsync(() => scene.FetchAsync(), cause);
        Assert.Equal("Bearer " + ArchiveScene.Secret, scene.Server.Seen[0].Authorization);
        Assert.DoesNotContain(ArchiveScene.Secret, failure.Message, StringComparison.OrdinalIgnoreCase);
    }

    [Fact]
    public async Task Another_status_is_unexpected()
    {
        await using var scene = await ArchiveScene.BeginAsync();
        scene.Server.Answers(Answer.Status(418));
        await scene.FailureOfAsync(() => scene.FetchAsync(), SourceCause.UnexpectedAnswer);
        Assert.Single(scene.Server.Seen);
    }

    [Fact]
    public async Task Wrong_content_is_fetched_once_more()
    {
        await using var scene = await ArchiveScene.BeginAsync();
        scene.Server.Answers(Answer.Bytes([.. ArchiveScene.Content.Reverse()], Tag), Answer.Bytes(ArchiveScene.Content, Tag));
        await scene.FetchAsync();
        scene.CheckCame();
        Assert.Null(scene.Server.Seen[1].Range);
    }

    [Fact]
    public async Task Content_that_stays_wrong_is_damaged_and_not_kept()
    {
        await using var scene = await ArchiveScene.BeginAsync();
        scene.Server.Answers(Answer.Bytes([.. ArchiveScene.Content.Reverse()], Tag));
        var target = new PartialFile(scene.Target);
        var failure = await scene.FailureOfAsync(() => scene.FetchAsync(target: target), SourceCause.Damaged);
        Assert.Contains($"and {ArchiveScene.Md5} by the listing", failure.Message);
        Assert.Equal(2, scene.Server.Seen.Count);
        Assert.Equal((0, null), (scene.Target.Length, target.Version));
    }

    [Fact]
    public async Task Another_size_than_the_listing_has_is_damaged_before_anything_is_read()
    {
        await using var scene = await ArchiveScene.BeginAsync();
        scene.Server.Answers(Answer.Bytes(ArchiveScene.Content[..1000]));
        var failure = await scene.FailureOfAsync(() => scene.FetchAsync(), SourceCause.Damaged);
        Assert.Contains("it has 1000 bytes, and 300000 by the listing", failure.Message);
        Assert.Equal(0, scene.Target.Length);
    }

    [Fact]
    public async Task An_endless_file_is_stopped_at_the_size_of_the_listing()
    {
        await using var scene = await ArchiveScene.BeginAsync();
        scene.Server.Answers(Answer.Endless());
        var failure = await scene.FailureOfAsync(() => scene.FetchAsync(), SourceCause.Damaged);
        Assert.Contains("more than the 300000 bytes of the listing", failure.Message);
        Assert.InRange(scene.Target.Capacity, 0, 1_000_000);
    }

    [Fact]
    public async Task An_endless_file_of_unknown_size_is_stopped_at_the_limit()
    {
        await using var scene = await ArchiveScene.BeginAsync(x => x with { MostFileBytes = 500_000 });
        scene.Server.Answers(Answer.Endless());
        await scene.FailureOfAsync(() => scene.FetchAsync(ArchiveScene.File with { Size = null, Md5 = null }), SourceCause.TooLarge);
        Assert.Single(scene.Server.Seen);
        Assert.InRange(scene.Target.Capacity, 0, 1_500_000);
    }

    [Fact]
    public async Task A_file_above_the_limit_is_not_asked_for()
    {
        await using var scene = await ArchiveScene.BeginAsync(x => x with { MostFileBytes = 299_999 });
        var failure = await scene.FailureOfAsync(() => scene.FetchAsync(), SourceCause.TooLarge);
        Assert.Contains("MostFileBytes", failure.Message);
        Assert.Empty(scene.Server.Seen);
    }

    [Fact]
    public async Task A_full_disk_is_no_failure_of_the_archive()
    {
        await using var scene = await ArchiveScene.BeginAsync();
        scene.Server.Answers(Answer.Bytes(ArchiveScene.Content));
        await using var full = new FullStream();
        await Assert.ThrowsAsync<IOException>(() => scene.FetchAsync(target: new(full)));
        Assert.Single(scene.Server.Seen);
    }

    private sealed class FullStream : MemoryStream
    {
        public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default) =>
            throw new IOException("No space left on device");
    }
}
