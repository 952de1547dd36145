using Azure.Core;
using Azure.Core.Pipeline;
using Azure.Data.Tables;
using AzurePerf.Storage.Rows;
using AzurePerf.Testing.Conformance;
using AzurePerf.Testing.Storage;

namespace AzurePerf.StorageTests.Control;

public sealed class AzureRowStoreTests : RowStoreConformance
{
    public AzureRowStoreTests(AzuriteFixture azurite)
    {
        var prefix = azurite.NewName();
        Rows = new AzureRowStore(new TableServiceClient(azurite.ConnectionString), prefix);
        Unanswered = new AzureRowStore(new TableServiceClient(azurite.ConnectionString, new TableClientOptions
        {
            Transport = new HttpClientTransport(new LostAnswers()),
            Retry = { Delay = TimeSpan.FromMilliseconds(1), Mode = RetryMode.Fixed },
        }), prefix);
    }

    protected override IRowStore Rows { get; }

    protected override IRowStore Unanswered { get; }
}
