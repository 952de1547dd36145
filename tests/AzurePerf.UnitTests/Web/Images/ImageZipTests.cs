using System.Text;
using AzurePerf.Core.Ids;
using AzurePerf.Storage;
using AzurePerf.Storage.Blobs;
using AzurePerf.Storage.Products;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using AzurePerf.Web.Images;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace AzurePerf.UnitTests.Web.Images;

public sealed class ImageZipTests : IAsyncDisposable
{
    private readonly WebUnderTest _web = new();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public ValueTask DisposeAsync() => _web.DisposeAsync();

    [Fact]
    public async Task An_archive_that_breaks_off_is_not_ended_as_if_it_were_whole()
    {
        var images = await PlantedImages.OfAsync(_web);
        var listed = (await _web.Services.GetRequiredService<RunImages>().FindAsync(images.Id, Cancelled)).Images!;
        var files = new InterceptedFiles(_web.Control.Products, (operation, name, _) =>
            operation == nameof(IFileStore.OpenAsync) && name.Contains("/zones-", StringComparison.Ordinal)
                ? throw new IOException("the connection broke")
                : Task.CompletedTask);
        var store = new ProductStore(files, _web.Control.Rows, new SeededIdSource(5), WebUnderTest.Clock);
        using var body = new MemoryStream();
        var connection = new Connection(body);
        var context = new DefaultHttpContext();
        context.Features.Set<IHttpRequestLifetimeFeature>(connection);
        context.Response.Body = body;

        await Assert.ThrowsAsync<IOException>(() => new ImageZip(store, listed, withPeriods: false).ExecuteAsync(context));

        Assert.Contains("picture.png", connection.Sent, StringComparison.Ordinal);
        Assert.DoesNotContain("PK\u0005\u0006", connection.Sent, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_archive_is_a_use_of_every_product_in_it()
    {
        var images = await PlantedImages.OfAsync(_web);
        var listed = (await _web.Services.GetRequiredService<RunImages>().FindAsync(images.Id, Cancelled)).Images!;
        var time = new FakeTimeProvider();
        time.Advance(WebUnderTest.Clock.GetUtcNow() + TimeSpan.FromDays(20) - time.GetUtcNow());
        var store = new ProductStore(_web.Control.Products, _web.Control.Rows, new SeededIdSource(5), time);
        using var body = new MemoryStream();
        var context = new DefaultHttpContext();
        context.Response.Body = body;

        await new ImageZip(store, listed, withPeriods: true).ExecuteAsync(context);

        var used = await _web.Control.Rows.ListAllAsync(ControlNames.ProductsTable, Cancelled).Where(row => row.Instant("usedAt") == time.GetUtcNow())
            .Select(row => row.RowKey).ToArrayAsync(Cancelled);
        Assert.Equal(
            [listed.Manifest.Name.Key, ImageNames.ProvenanceOf(images.Request, images.Id).Key, "h18v04-aaaa-1.tif", "picture-aaaa-1", "zones-aaaa-1"],
            used.Select(key => key.Replace('!', '/')).OrderBy(key => key.Contains("aaaa", StringComparison.Ordinal)).ThenBy(key => key, StringComparer.Ordinal));
    }

    /// <summary>What is written after an abort reaches nobody.</summary>
    private sealed class Connection(MemoryStream body) : IHttpRequestLifetimeFeature
    {
        public string? Sent { get; private set; }

        public CancellationToken RequestAborted { get; set; }

        public void Abort() => Sent = Encoding.Latin1.GetString(body.ToArray());
    }
}
