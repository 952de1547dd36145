using AzurePerf.Sources;
using Microsoft.AspNetCore.Http;
using Xunit;

namespace AzurePerf.ImageryTests.Sources;

public sealed class ResumeTests
{
    private const string Tag = "\"v1\"";
    private const int Begun = 123_456;

    [Fact]
    public async Task After_a_cut_only_the_rest_is_sent()
    {
        await using var scene = await ArchiveScene.BeginAsync();
        scene.Server.Answers(
            Answer.Cut(ArchiveScene.Content, Begun, Tag, scene.Target), Answer.Rest(ArchiveScene.Content, Tag));
        await scene.FetchAsync();
        scene.CheckCame();
        Assert.Equal(2, scene.Server.Seen.Count);
        Assert.Equal(("bytes=123456-", Tag), (scene.Server.Seen[1].Range, scene.Server.Seen[1].IfRange));
        Assert.Contains(scene.Logged, x => x.Contains("the connection was cut", StringComparison.Ordinal));
    }

    [Fact]
    public async Task After_a_cut_a_changed_file_is_begun_anew()
    {
        await using var scene = await ArchiveScene.BeginAsync();
        scene.Server.Answers(
            Answer.Cut([.. ArchiveScene.Content.Reverse()], Begun, Tag, scene.Target), Answer.Rest(ArchiveScene.Content, "\"v2\""));
        await scene.FetchAsync();
        scene.CheckCame();
        Assert.Equal(Tag, scene.Server.Seen[1].IfRange);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_server_that_sends_less_than_the_rest_is_asked_on(bool isListedWhole)
    {
        await using var scene = await ArchiveScene.BeginAsync();
        scene.Server.Answers(
            Answer.Cut(ArchiveScene.Content, Begun, Tag, scene.Target), Part(Begun, 1_000, Tag), Answer.Rest(ArchiveScene.Content, Tag));
        await scene.FetchAsync(isListedWhole ? ArchiveScene.File : ArchiveScene.File with { Size = null, Md5 = null });
        scene.CheckCame();
        Assert.Equal("bytes=124456-", scene.Server.Seen[2].Range);
    }

    [Fact]
    public async Task A_rest_of_an_unknown_version_is_believed_only_where_the_listing_has_a_sum()
    {
        await using var scene = await ArchiveScene.BeginAsync();
        scene.Server.Answers(
            Answer.Cut(ArchiveScene.Content, Begun, Tag, scene.Target), Part(Begun, ArchiveScene.Content.Length - Begun, null),
            Answer.Bytes(ArchiveScene.Content));
        await scene.FetchAsync(ArchiveScene.File with { Md5 = null });
        scene.CheckCame();
        Assert.Null(scene.Server.Seen[2].Range);

        scene.Target.SetLength(0);
        scene.Server.Answers(
            Answer.Cut(ArchiveScene.Content, Begun, Tag, scene.Target), Part(Begun, ArchiveScene.Content.Length - Begun, null));
        await scene.FetchAsync();
        scene.CheckCame();
    }

    [Fact]
    public async Task A_version_that_no_request_can_name_begins_anew()
    {
        await using var scene = await ArchiveScene.BeginAsync();
        scene.Server.Answers(Answer.Bytes(ArchiveScene.Content));
        await scene.Target.WriteAsync(ArchiveScene.Content.AsMemory(0, 1_000), TestContext.Current.CancellationToken);
        await scene.FetchAsync(target: new(scene.Target, "\"v\u00e9\""));
        scene.CheckCame();
        Assert.Null(Assert.Single(scene.Server.Seen).Range);
    }

    [Theory]
    [InlineData("W/\"v1\"")]
    [InlineData("")]
    public async Task Without_a_strong_tag_nothing_is_resumed(string tag)
    {
        await using var scene = await ArchiveScene.BeginAsync();
        scene.Server.Answers(Answer.Cut(ArchiveScene.Content, Begun, tag, scene.Target), Answer.Bytes(ArchiveScene.Content));
        await scene.FetchAsync();
        scene.CheckCame();
        Assert.Null(scene.Server.Seen[1].Range);
    }

    [Fact]
    public async Task Without_tags_the_time_of_the_last_change_is_the_version()
    {
        const string Changed = "Mon, 14 Jun 2021 11:08:11 GMT";
        await using var scene = await ArchiveScene.BeginAsync();
        var cut = Answer.Cut(ArchiveScene.Content, Begun, "", scene.Target);
        scene.Server.Answers(
            context =>
            {
                context.Response.Headers.LastModified = Changed;
                return cut(context);
            },
            Answer.Rest(ArchiveScene.Content, Changed));
        await scene.FetchAsync();
        scene.CheckCame();
        Assert.Equal(("bytes=123456-", Changed), (scene.Server.Seen[1].Range, scene.Server.Seen[1].IfRange));
    }

    [Fact]
    public async Task A_connection_that_stands_still_is_cut_and_resumed()
    {
        await using var scene = await ArchiveScene.BeginAsync();
        scene.Server.Answers(
            Answer.Still(ArchiveScene.Content, Begun, Tag, scene.Target, scene.Time.PassSilence), Answer.Rest(ArchiveScene.Content, Tag));
        await scene.FetchAsync();
        scene.CheckCame();
        Assert.Contains(scene.Logged, x => x.Contains("nothing came for 47 s", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_file_that_is_cut_again_and_again_keeps_what_came_for_the_next_time()
    {
        await using var scene = await ArchiveScene.BeginAsync(x => x with { MostAttempts = 1 });
        scene.Server.Answers(
            Answer.Cut(ArchiveScene.Content, Begun, Tag, scene.Target), Answer.Rest(ArchiveScene.Content, Tag));
        var target = new PartialFile(scene.Target);
        await scene.FailureOfAsync(() => scene.FetchAsync(target: target), SourceCause.Cut);
        Assert.Equal((Begun, Tag), (scene.Target.Length, target.Version));
        await scene.FetchAsync(target: new(scene.Target, target.Version));
        scene.CheckCame();
        Assert.Equal("bytes=123456-", scene.Server.Seen[1].Range);
    }

    [Fact]
    public async Task The_MD5_is_taken_over_what_an_earlier_download_left()
    {
        await using var scene = await ArchiveScene.BeginAsync();
        scene.Target.Write(new byte[Begun]);
        scene.Server.Answers(Answer.Rest(ArchiveScene.Content, Tag));
        await scene.FetchAsync(target: new(scene.Target, Tag));
        scene.CheckCame();
        Assert.Equal(["bytes=123456-", null], scene.Server.Seen.Select(x => x.Range));
    }

    [Fact]
    public async Task Without_its_version_what_came_is_not_used()
    {
        await using var scene = await ArchiveScene.BeginAsync();
        scene.Target.Write(new byte[ArchiveScene.Content.Length]);
        scene.Server.Answers(Answer.Bytes(ArchiveScene.Content));
        await scene.FetchAsync(ArchiveScene.File with { Md5 = null });
        scene.CheckCame();
        Assert.Null(scene.Server.Seen[0].Range);
    }

    [Fact]
    public async Task A_whole_file_is_not_asked_for_again()
    {
        await using var scene = await ArchiveScene.BeginAsync();
        scene.Target.Write(ArchiveScene.Content);
        await scene.FetchAsync(target: new(scene.Target, Tag));
        scene.CheckCame();
        Assert.Empty(scene.Server.Seen);
    }

    [Fact]
    public async Task A_file_of_unknown_size_is_whole_when_the_archive_has_no_more()
    {
        await using var scene = await ArchiveScene.BeginAsync();
        scene.Target.Write(ArchiveScene.Content);
        scene.Server.Answers(Answer.Rest(ArchiveScene.Content, Tag));
        await scene.FetchAsync(ArchiveScene.File with { Size = null }, new(scene.Target, Tag));
        scene.CheckCame();
        Assert.Equal("bytes=300000-", Assert.Single(scene.Server.Seen).Range);
    }

    [Theory]
    [InlineData("bytes 5-176548/300000")]
    [InlineData("bytes */300000")]
    [InlineData(null)]
    public async Task Another_part_than_was_asked_for_is_not_used(string? range)
    {
        await using var scene = await ArchiveScene.BeginAsync();
        scene.Target.Write(ArchiveScene.Content.AsSpan(0, Begun));
        scene.Server.Answers(
            async context =>
            {
                context.Response.StatusCode = 206;
                context.Response.Headers.ContentRange = range;
                await context.Response.Body.WriteAsync(ArchiveScene.Content.AsMemory(5, ArchiveScene.Content.Length - Begun));
            },
            Answer.Rest(ArchiveScene.Content, Tag));
        await scene.FetchAsync(ArchiveScene.File with { Md5 = null }, new(scene.Target, Tag));
        scene.CheckCame();
        Assert.Equal(2, scene.Server.Seen.Count);
    }

    [Fact]
    public async Task What_the_caller_cancels_is_a_cancellation()
    {
        await using var scene = await ArchiveScene.BeginAsync();
        using var cancel = new CancellationTokenSource();
        scene.Server.Answers(Answer.Still(ArchiveScene.Content, Begun, Tag, scene.Target, cancel.Cancel));
        var target = new PartialFile(scene.Target);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => scene.Archive.FetchAsync(ArchiveScene.File, target, cancel.Token));
        Assert.Equal((Begun, Tag), (scene.Target.Length, target.Version));
        Assert.DoesNotContain(scene.Logged, x => x.Contains("did not come", StringComparison.Ordinal));
    }

    /// <summary>Some bytes from a place on, with or without the mark of a version.</summary>
    private static Func<HttpContext, Task> Part(int from, int count, string? tag) => async context =>
    {
        context.Response.StatusCode = 206;
        context.Response.Headers.ContentRange = FormattableString.Invariant($"bytes {from}-{from + count - 1}/{ArchiveScene.Content.Length}");
        context.Response.ContentLength = count;
        if (tag is not null) context.Response.Headers.ETag = tag;
        await context.Response.Body.WriteAsync(ArchiveScene.Content.AsMemory(from, count));
    };
}
