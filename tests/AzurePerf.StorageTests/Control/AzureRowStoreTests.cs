using Azure.Core;
using Azure.Core.Pipeline;
using Azure.Data.Tables;
using AzurePerf.Storage.Rows;
using AzurePerf.Testing.Conformance;
using AzurePerf.Testing.Storage;
using Xunit;

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

    [Fact]
    public async Task The_service_says_how_old_each_listed_row_is()
    {
        var cancelled = TestContext.Current.CancellationToken;
        await Rows.CreateTablesAsync(["ages"], cancelled);
        await Rows.TryInsertAsync("ages", new("p", "r") { ["v"] = 1 }, cancelled);

        // Answers are stamped to the second.
        var ages = await Rows.ListAllAsync("ages", cancelled).Concat(Rows.ListAsync("ages", "p", cancellationToken: cancelled)).Select(row => row.Age).ToArrayAsync(cancelled);
        Assert.Equal(2, ages.Length);
        Assert.All(ages, age => Assert.InRange(age!.Value.TotalSeconds, -1, 60));
    }
}
