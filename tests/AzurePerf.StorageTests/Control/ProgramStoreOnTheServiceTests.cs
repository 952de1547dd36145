using Azure.Data.Tables;
using Azure.Storage.Blobs;
using AzurePerf.Storage.Blobs;
using AzurePerf.Storage.Rows;
using AzurePerf.Testing.Conformance;

namespace AzurePerf.StorageTests.Control;

public sealed class ProgramStoreOnTheServiceTests(AzuriteFixture azurite) : ProgramStoreConformance
{
    protected override IFileStore Files { get; } = new AzureBlobStore(new BlobContainerClient(azurite.ConnectionString, azurite.NewName()));

    protected override IRowStore Rows { get; } = new AzureRowStore(new TableServiceClient(azurite.ConnectionString), azurite.NewName());
}
