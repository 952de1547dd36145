using System.Text;
using AzurePerf.Core.Ids;
using AzurePerf.Storage.Blobs;
using AzurePerf.Storage.Products;
using AzurePerf.Testing.Storage;
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

    /// <summary>What is written after an abort reaches nobody.</summary>
    private sealed class Connection(MemoryStream body) : IHttpRequestLifetimeFeature
    {
        public string? Sent { get; private set; }

        public CancellationToken RequestAborted { get; set; }

        public void Abort() => Sent = Encoding.Latin1.GetString(body.ToArray());
    }
}
