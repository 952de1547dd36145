using Azure.Data.Tables;
using AzurePerf.Storage.Rows;
using AzurePerf.Testing.Conformance;

namespace AzurePerf.StorageTests.Control;

public sealed class AzureRowStoreTests(AzuriteFixture azurite) : RowStoreConformance
{
    protected override IRowStore Rows { get; } = new AzureRowStore(new TableServiceClient(azurite.ConnectionString), azurite.NewName());
}
