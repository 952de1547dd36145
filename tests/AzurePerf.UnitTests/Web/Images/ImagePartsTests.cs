using System.Net;
using System.Net.Http.Headers;
using System.Security.Cryptography;
using Xunit;

namespace AzurePerf.UnitTests.Web.Images;

/// <summary>Parts of files, and what is told of their bytes.</summary>
public sealed class ImagePartsTests : IAsyncDisposable
{
    private const string Picture = "results/picture-aaaa-1/picture.png";
    private readonly WebUnderTest _web = new();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public ValueTask DisposeAsync() => _web.DisposeAsync();

    [Theory]
    [InlineData(Picture)]
    [InlineData("results/picture-aaaa-1/picture.tif")]
    [InlineData("results/zones-aaaa-1/zones.csv")]
    [InlineData("periods/h18v04-aaaa-1.tif?part=days")]
    [InlineData("manifest.json")]
    public async Task A_file_tells_the_hash_of_its_bytes_and_a_tag_under_which_the_rest_of_it_comes(string path)
    {
        var images = await PlantedImages.OfAsync(_web);

        var whole = await AskAsync(images, path);
        var head = await AskAsync(images, path, request => request.Method = HttpMethod.Head);
        var rest = await AskAsync(images, path, request =>
        {
            request.Headers.Range = new(2, null);
            request.Headers.IfRange = new(whole.Headers.ETag!);
        });

        var bytes = await whole.Content.ReadAsByteArrayAsync(Cancelled);
        var digest = $"sha-256=:{Convert.ToBase64String(SHA256.HashData(bytes))}:";
        Assert.All([whole, head, rest], answer => Assert.Equal(digest, answer.Headers.GetValues("Repr-Digest").Single()));
        Assert.All([whole, head, rest], answer => Assert.Equal(["bytes"], answer.Headers.AcceptRanges));
        Assert.Equal((HttpStatusCode.PartialContent, false), (rest.StatusCode, whole.Headers.ETag!.IsWeak));
        Assert.Equal(new ContentRangeHeaderValue(2, bytes.Length - 1, bytes.Length), rest.Content.Headers.ContentRange);
        Assert.Equal(bytes[2..], await rest.Content.ReadAsByteArrayAsync(Cancelled));
        Assert.Equal(whole.Content.Headers.LastModified, head.Content.Headers.LastModified);
        Assert.NotNull(head.Content.Headers.LastModified);
    }

    [Fact]
    public async Task The_rest_of_what_was_stored_anew_is_all_of_it()
    {
        var images = await PlantedImages.OfAsync(_web);
        var before = await AskAsync(images, Picture);
        var name = _web.Control.Products.Names.Single(name => name.EndsWith("/picture-aaaa-1", StringComparison.Ordinal));
        await images.StoreAnewAsync(name, [1, 2, 3, 4, 5]);

        var rest = await AskAsync(images, Picture, request =>
        {
            request.Headers.Range = new(2, null);
            request.Headers.IfRange = new(before.Headers.ETag!);
        });

        Assert.Equal(HttpStatusCode.OK, rest.StatusCode);
        Assert.Equal([1, 2, 3, 4, 5], await rest.Content.ReadAsByteArrayAsync(Cancelled));
        Assert.NotEqual(before.Headers.ETag, rest.Headers.ETag);
    }

    [Theory]
    [InlineData(3, 4, HttpStatusCode.PartialContent, "bytes 3-4/7", 2)]
    [InlineData(6, 99, HttpStatusCode.PartialContent, "bytes 6-6/7", 1)]
    [InlineData(7, null, HttpStatusCode.RequestedRangeNotSatisfiable, "bytes */7", 0)]
    public async Task Any_part_can_be_asked_for_and_none_beyond_the_end(int from, int? to, HttpStatusCode status, string range, int bytes)
    {
        var images = await PlantedImages.OfAsync(_web);

        var answer = await AskAsync(images, Picture, request => request.Headers.Range = new(from, to));

        Assert.Equal((status, range, bytes), (answer.StatusCode, answer.Content.Headers.ContentRange!.ToString(), (await answer.Content.ReadAsByteArrayAsync(Cancelled)).Length));
    }

    [Fact]
    public async Task A_refusal_is_not_kept_in_place_of_the_file()
    {
        var images = await PlantedImages.OfAsync(_web);

        var beyond = await AskAsync(images, Picture, request => request.Headers.Range = new(7, null));
        var other = await AskAsync(images, Picture, request => request.Headers.IfMatch.Add(new("\"another\"")));

        Assert.Equal([HttpStatusCode.RequestedRangeNotSatisfiable, HttpStatusCode.PreconditionFailed], [beyond.StatusCode, other.StatusCode]);
        Assert.All([beyond, other], answer => Assert.Equal(
            ("no-store", false, null), (answer.Headers.CacheControl!.ToString(), answer.Headers.Contains("Repr-Digest"), answer.Content.Headers.ContentDisposition)));
    }

    [Theory]
    [InlineData("If-Match", "\"another\"")]
    [InlineData("If-Match", "W/\"another\"")]
    [InlineData("If-Unmodified-Since", "Mon, 01 Jan 2001 00:00:00 GMT")]
    public async Task A_condition_that_is_not_met_is_answered_without_a_body(string header, string value)
    {
        var images = await PlantedImages.OfAsync(_web);

        var answer = await AskAsync(images, Picture, request => request.Headers.TryAddWithoutValidation(header, value));

        Assert.Equal((HttpStatusCode.PreconditionFailed, null), (answer.StatusCode, answer.Content.Headers.ContentType));
        Assert.Empty(await answer.Content.ReadAsByteArrayAsync(Cancelled));
    }

    [Fact]
    public async Task Of_text_that_may_go_out_compressed_no_hash_is_told_and_no_rest_comes()
    {
        var images = await PlantedImages.OfAsync(_web);

        var whole = await AskAsync(images, "results/zones-aaaa-1/zones.csv", request => request.Headers.AcceptEncoding.ParseAdd("gzip"));
        var rest = await AskAsync(images, "results/zones-aaaa-1/zones.csv", request =>
        {
            request.Headers.AcceptEncoding.ParseAdd("gzip");
            request.Headers.Range = new(2, null);
            request.Headers.TryAddWithoutValidation("If-Range", whole.Headers.ETag!.ToString());
        });

        Assert.True(whole.Headers.ETag!.IsWeak);
        Assert.False(whole.Headers.Contains("Repr-Digest"));
        Assert.Equal(HttpStatusCode.OK, rest.StatusCode);
    }

    [Fact]
    public async Task A_file_that_was_stored_by_an_earlier_build_comes_without_hash()
    {
        var images = await PlantedImages.OfAsync(_web);
        var name = _web.Control.Products.Names.Single(name => name.EndsWith("/picture-aaaa-1", StringComparison.Ordinal));
        await images.StoreAnewAsync(name, PlantedImages.Png, without: "sha256");

        var answer = await AskAsync(images, Picture);

        Assert.Equal((HttpStatusCode.OK, false), (answer.StatusCode, answer.Headers.Contains("Repr-Digest")));
        Assert.Equal(PlantedImages.Png, await answer.Content.ReadAsByteArrayAsync(Cancelled));
    }

    private async Task<HttpResponseMessage> AskAsync(PlantedImages images, string path, Action<HttpRequestMessage>? change = null)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, $"{images.Address}/{path}");
        change?.Invoke(request);
        return await _web.Client.SendAsync(request, Cancelled);
    }
}
