using System.Text.Json.Nodes;
using Azure.Data.Tables;
using AzurePerf.Core.Executions;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage;
using AzurePerf.Storage.Executions;
using AzurePerf.Storage.Rows;
using Xunit;

namespace AzurePerf.StorageTests.Control;

/// <summary>The keys of kinds hold characters that addresses must quote; the service has to take and find them.</summary>
public sealed class ExecutionStatisticsOnTheServiceTests(AzuriteFixture azurite)
{
    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("local")]
    [InlineData("Standard_D4s_v5")]
    [InlineData("it's a 100% /odd\\ #name?, (große) & =~!")]
    public async Task Tallies_are_added_and_found_whatever_the_machine_is_called(string sku)
    {
        var rows = new AzureRowStore(new TableServiceClient(azurite.ConnectionString), azurite.NewName());
        await rows.CreateTablesAsync([ControlNames.ExecutionsTable], Cancelled);
        var store = new ExecutionStatisticsStore(rows, TimeProvider.System);
        var kind = TaskClass.For("blob.download", "measure", new JsonObject { ["sink"] = "none", ["clients"] = 4 }, sku);
        var hour = HourlyStatistics.HourOf(TimeProvider.System.GetUtcNow());

        Assert.Empty(await store.AddAsync([new(kind, hour, ExecutionStatistics.OfSuccess(TimeSpan.FromSeconds(3)))], "batch1", Cancelled));
        Assert.Empty(await store.AddAsync([new(kind, hour, ExecutionStatistics.OfEnd(FailureCause.TimedOut))], "batch2", Cancelled));
        Assert.Empty(await store.AddAsync([new(kind, hour, ExecutionStatistics.OfEnd(FailureCause.TimedOut))], "batch2", Cancelled));

        var day = DateOnly.FromDateTime(hour.UtcDateTime);
        var found = Assert.Single((await store.ReadDaysAsync(day, day, Cancelled)).Hours);
        Assert.Equal((kind, hour, 2), (found.TaskClass, found.Hour, found.Statistics.Executions));
        Assert.Equal(2, (await store.ReadWindowAsync(kind, TimeLimit.Window, Cancelled)).Executions);
    }
}
