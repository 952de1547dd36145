using Azure.Storage.Blobs;
using AzurePerf.Storage.Blobs;
using AzurePerf.Testing.Conformance;

namespace AzurePerf.StorageTests.Control;

public sealed class AzureBlobStoreTests(AzuriteFixture azurite) : FileStoreConformance
{
    protected override IFileStore Files { get; } = new AzureBlobStore(new BlobContainerClient(azurite.ConnectionString, azurite.NewName()));
}
