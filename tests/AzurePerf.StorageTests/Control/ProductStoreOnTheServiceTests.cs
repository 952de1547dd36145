using Azure.Core.Pipeline;
using Azure.Data.Tables;
using Azure.Storage.Blobs;
using AzurePerf.Core.Ids;
using AzurePerf.Storage.Blobs;
using AzurePerf.Storage.Products;
using AzurePerf.Storage.Rows;
using AzurePerf.Testing.Conformance;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using Xunit;

namespace AzurePerf.StorageTests.Control;

public sealed class ProductStoreOnTheServiceTests : ProductStoreConformance
{
    private readonly AzuriteFixture _azurite;
    private readonly string _container;

    public ProductStoreOnTheServiceTests(AzuriteFixture azurite)
    {
        (_azurite, _container) = (azurite, azurite.NewName());
        Files = new AzureBlobStore(new BlobContainerClient(azurite.ConnectionString, _container));
        Rows = new AzureRowStore(new TableServiceClient(azurite.ConnectionString), azurite.NewName());
        Time.Advance(TimeProvider.System.GetUtcNow() - Time.GetUtcNow());
    }

    protected override IFileStore Files { get; }

    protected override IRowStore Rows { get; }

    protected override FakeTimeProvider Time { get; } = new();

    [Fact]
    public async Task Who_stores_a_product_and_gets_no_answer_does_not_take_it_for_another_s()
    {
        await CreateAsync();
        using var lost = new LostAnswers();
        var options = new BlobClientOptions { Transport = new HttpClientTransport(lost) };
        options.Retry.Delay = options.Retry.MaxDelay = TimeSpan.FromMilliseconds(1);
        var files = new AzureBlobStore(new BlobContainerClient(_azurite.ConnectionString, _container, options));
        using var content = new MemoryStream([1, 2, 3]);

        var (stored, wasThere) = await new ProductStore(files, Rows, new RandomIdSource(), Time)
            .StoreAsync(Name("a"), content, "image/tiff", Facts(), [], TestContext.Current.CancellationToken);

        Assert.Equal((false, 3L), (wasThere, stored.Bytes));
        Assert.InRange(lost.Count, 1, 2);
    }
}
