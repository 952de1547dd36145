using AzurePerf.Storage.Blobs;
using AzurePerf.Testing.Storage;
using Xunit;

namespace AzurePerf.Testing.Conformance;

/// <summary>What every store of files does, in addition to what it does as a store of blobs.</summary>
public abstract class FileStoreConformance : BlobStoreConformance
{
    /// <summary>More than one request takes.</summary>
    private const int Large = (8 << 20) + 3;

    protected sealed override IBlobStore Blobs => Files;

    protected abstract IFileStore Files { get; }

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task What_is_not_there_has_no_head_and_is_not_opened_or_listed()
    {
        await Files.CreateAsync(Cancelled);

        Assert.Null(await Files.FindHeadAsync("no/such/blob", Cancelled));
        Assert.Null(await Files.OpenAsync("no/such/blob", Cancelled));
        Assert.Empty(await Files.ListAsync("no/", Cancelled).ToArrayAsync(Cancelled));
        Assert.True(await Files.TryDeleteAsync("no/such/blob", "0x8DC000000000000", Cancelled));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(300_000)]
    [InlineData(Large)]
    public async Task What_is_added_is_read_as_it_was_with_what_it_is(int length)
    {
        await Files.CreateAsync(Cancelled);
        var content = Content(length, seed: 1);

        // From its position on.
        using var stream = new MemoryStream([9, 9, .. content]) { Position = 2 };
        Assert.True(await Files.TryAddAsync("image/a", stream, Header("first"), Cancelled));

        Assert.Equal(content, await ReadAsync("image/a"));
        var head = (await Files.FindHeadAsync("image/a", Cancelled))!;
        Assert.Equal(("image/a", length, "first"), (head.Name, head.Bytes, head.Metadata["note"]));
        var listed = Assert.Single(await Files.ListAsync("image/", Cancelled).ToArrayAsync(Cancelled));
        Assert.Equal((head.Name, head.Bytes, head.ETag, head.ModifiedAt, "first"), (listed.Name, listed.Bytes, listed.ETag, listed.ModifiedAt, listed.Metadata["note"]));
    }

    [Theory]
    [InlineData(10)]
    [InlineData(Large)]
    public async Task Who_comes_second_changes_nothing(int length)
    {
        await Files.CreateAsync(Cancelled);
        using var first = new MemoryStream(Content(length, seed: 1));
        using var second = new MemoryStream(Content(length, seed: 2));
        await Files.TryAddAsync("a", first, Header("first"), Cancelled);
        var before = await Files.FindHeadAsync("a", Cancelled);

        Assert.False(await Files.TryAddAsync("a", second, Header("second"), Cancelled));

        Assert.Equal(first.ToArray(), await ReadAsync("a"));
        var after = (await Files.FindHeadAsync("a", Cancelled))!;
        Assert.Equal((before!.ETag, "first"), (after.ETag, after.Metadata["note"]));
    }

    [Theory]
    [InlineData(1_000)]
    [InlineData(Large)]
    public async Task Of_several_that_add_at_once_one_is_first_and_no_part_of_the_others_is_stored(int length)
    {
        await Files.CreateAsync(Cancelled);
        byte[][] contents = [.. Enumerable.Range(0, 3).Select(seed => Content(length, seed))];

        var added = await Task.WhenAll(contents.Select(async content =>
        {
            using var stream = new MemoryStream(content);
            return await Files.TryAddAsync("a", stream, Header("x"), Cancelled);
        }));

        Assert.Equal(contents[Array.IndexOf(added, true)], await ReadAsync("a"));
        Assert.Single(added, true);
    }

    [Theory]
    [InlineData(1_000)]
    [InlineData(Large)]
    public async Task Content_that_breaks_off_leaves_nothing(int length)
    {
        await Files.CreateAsync(Cancelled);
        using var broken = new BrokenStream(length, length - 1);

        await Assert.ThrowsAsync<IOException>(() => Files.TryAddAsync("a", broken, Header("x"), Cancelled));

        Assert.Null(await Files.FindHeadAsync("a", Cancelled));
        Assert.Empty(await Files.ListAsync("", Cancelled).ToArrayAsync(Cancelled));
        using var whole = new MemoryStream(Content(length, seed: 1));
        Assert.True(await Files.TryAddAsync("a", whole, Header("x"), Cancelled));
    }

    [Fact]
    public async Task A_list_has_what_begins_with_the_prefix_in_the_order_of_names()
    {
        await Files.CreateAsync(Cancelled);
        foreach (var name in new[] { "image/MOD04_L2/b", "image/MOD04/c", "image/MOD04/a", "image/MOD04/a.json", "images", "source/MOD04/a", "image/Z/a" })
        {
            await Files.PutAsync(name, BinaryData.FromString(name), Header("x"), Cancelled);
        }

        Assert.Equal(
            ["image/MOD04/a", "image/MOD04/a.json", "image/MOD04/c", "image/MOD04_L2/b", "image/Z/a"],
            await Files.ListAsync("image/", Cancelled).Select(blob => blob.Name).ToArrayAsync(Cancelled));
        Assert.Equal(3, await Files.ListAsync("image/MOD04/", Cancelled).CountAsync(Cancelled));
    }

    [Fact]
    public async Task What_was_stored_anew_is_not_deleted_by_who_saw_it_before()
    {
        await Files.CreateAsync(Cancelled);
        await Files.PutAsync("a", BinaryData.FromString("1"), Header("x"), Cancelled);
        var seen = await Files.FindHeadAsync("a", Cancelled);
        await Files.PutAsync("a", BinaryData.FromString("2"), Header("x"), Cancelled);

        Assert.False(await Files.TryDeleteAsync("a", seen!.ETag, Cancelled));
        Assert.Equal("2", (await Files.FindAsync("a", Cancelled))!.ToString());

        Assert.True(await Files.TryDeleteAsync("a", (await Files.FindHeadAsync("a", Cancelled))!.ETag, Cancelled));
        Assert.Null(await Files.FindAsync("a", Cancelled));
    }

    [Theory]
    [InlineData(0, 1)]
    [InlineData(7, 300_000)]
    [InlineData(Large - 1, 1)]
    public async Task A_part_is_read_as_it_stands_in_the_whole(int offset, int bytes)
    {
        await Files.CreateAsync(Cancelled);
        var content = Content(Large, seed: 1);
        await Files.PutAsync("a", BinaryData.FromBytes(content), Header("x"), Cancelled);
        var head = (await Files.FindHeadAsync("a", Cancelled))!;

        await using var part = (await Files.OpenPartAsync(head, offset, bytes, Cancelled))!;
        using var read = new MemoryStream();
        await part.CopyToAsync(read, Cancelled);

        Assert.Equal(content[offset..(offset + bytes)], read.ToArray());
        Assert.Equal((bytes, head), (part.Bytes, part.Blob));
        await using var whole = (await Files.OpenAsync("a", Cancelled))!;
        Assert.Equal((head.ETag, head.ModifiedAt, "x"), (whole.Blob.ETag, whole.Blob.ModifiedAt, whole.Blob.Metadata["note"]));
    }

    [Fact]
    public async Task Of_what_was_stored_anew_or_is_gone_no_part_comes()
    {
        await Files.CreateAsync(Cancelled);
        await Files.PutAsync("a", BinaryData.FromString("12"), Header("x"), Cancelled);
        var seen = (await Files.FindHeadAsync("a", Cancelled))!;
        await Files.PutAsync("a", BinaryData.FromString("34"), Header("x"), Cancelled);

        Assert.Null(await Files.OpenPartAsync(seen, 1, 1, Cancelled));
        Assert.Null(await Files.OpenPartAsync(seen with { Name = "b" }, 1, 1, Cancelled));
    }

    [Theory]
    [InlineData("a/", "note", "x")]
    [InlineData("a", "no-te", "x")]
    [InlineData("a", "1", "x")]
    [InlineData("a", "note", "größer")]
    [InlineData("a", "note", " x")]
    [InlineData("a", "note", "")]
    [InlineData("a", "note", "two\nlines")]
    public async Task What_the_service_would_refuse_is_refused_before(string name, string key, string value)
    {
        var header = new BlobHeader("text/plain", new Dictionary<string, string> { [key] = value });

        await Assert.ThrowsAsync<ArgumentException>(() => Files.PutAsync(name, BinaryData.FromString("x"), header, Cancelled));
        await Assert.ThrowsAsync<ArgumentException>(() => Files.TryAddAsync(name, new MemoryStream(), header, Cancelled));
    }

    [Fact]
    public async Task Eight_kilobytes_of_metadata_are_stored_and_more_refused()
    {
        await Files.CreateAsync(Cancelled);
        var note = new string('x', BlobLimits.MetadataCharacters - "note".Length);
        await Files.PutAsync("a", BinaryData.FromString("x"), Header(note), Cancelled);

        Assert.Equal(note, (await Files.FindHeadAsync("a", Cancelled))!.Metadata["note"]);
        await Assert.ThrowsAsync<ArgumentException>(() => Files.PutAsync("a", BinaryData.FromString("x"), Header(note + "x"), Cancelled));
    }

    private static BlobHeader Header(string note) => new("image/tiff", new Dictionary<string, string> { ["note"] = note });

    private static byte[] Content(int length, int seed)
    {
        var content = new byte[length];
        new Random(seed).NextBytes(content);
        return content;
    }

    private async Task<byte[]> ReadAsync(string name)
    {
        await using var content = (await Files.OpenAsync(name, Cancelled))!;
        using var read = new MemoryStream();
        await content.CopyToAsync(read, Cancelled);
        Assert.Equal(read.Length, content.Bytes);
        return read.ToArray();
    }
}
