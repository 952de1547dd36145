using Azure;
using Azure.Data.Tables;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Tables;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Probes;
using AzurePerf.Probes.Tables;
using Xunit;

namespace AzurePerf.StorageTests.Probes;

[Collection(nameof(ProbeAccountCollection))]
public sealed class TableProbeTests(ProbeAccount account)
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(1_024)]
    [InlineData(4_097)]
    [InlineData(1 << 20)]
    public async Task Inserted_entities_come_back_verified_and_with_keys_of_their_own(int entityBytes)
    {
        await using var session = new ProbeSession(account, "table.insert", new TableInsertOptions { EntityBytes = entityBytes, Partitions = 2 }, Token);
        await session.PrepareAsync();
        await session.RunAsync(2);
        var stored = await account.ReadTableAsync(ProbeSession.Point, Token);
        Assert.All(stored, new EntityContent(ProbeSession.Seed, entityBytes).Verify);
        Assert.Equal(
            ["p0000/000-0000000000", "p0000/000-0000000001", "p0000/002-0000000000", "p0000/002-0000000001", "p0001/001-0000000000", "p0001/001-0000000001"],
            stored.Select(entity => $"{entity.PartitionKey}/{entity.RowKey}"));
    }

    [Fact]
    public async Task A_dataset_of_more_than_one_transaction_is_complete()
    {
        await using var session = new ProbeSession(account, "table.query", new TableQueryOptions { DatasetEntities = 1_234, EntityBytes = 1_024, Partitions = 3 }, Token);
        await session.Probe.PrepareDatasetAsync(Token);
        var stored = await account.ReadTableAsync(ProbeSession.Dataset, Token);
        Assert.All(stored, new EntityContent(ProbeSession.Seed, 1_024).Verify);
        Assert.Equal(Enumerable.Range(0, 1_234), stored.Select(entity => entity.GetInt32("Number")!.Value).Order());
    }

    [Fact]
    public async Task Updating_replaces_the_one_shared_entity_and_leaves_it_valid()
    {
        await using var session = new ProbeSession(account, "table.update", new TableUpdateOptions { DatasetEntities = 30, EntityBytes = 1_024 }, Token);
        await session.PrepareAsync();
        var before = (await account.ReadTableAsync(ProbeSession.Dataset, Token)).ToDictionary(entity => entity.RowKey, entity => entity.ETag);
        await session.RunAsync(2);
        var after = await account.ReadTableAsync(ProbeSession.Dataset, Token);
        Assert.Equal("row-0000000014", Assert.Single(after, entity => entity.ETag != before[entity.RowKey]).RowKey);
        Assert.All(after, new EntityContent(ProbeSession.Seed, 1_024).Verify);
    }

    [Fact]
    public async Task Deleting_takes_exactly_the_entities_that_were_made()
    {
        await using var session = new ProbeSession(account, "table.delete", new TableDeleteOptions { OperationsPerClient = 120, EntityBytes = 1_024 }, Token);
        await session.PrepareAsync();
        Assert.Equal(120 * ProbeSession.Clients, (await account.ReadTableAsync(ProbeSession.Point, Token)).Count);
        await session.RunAsync(119);
        Assert.Equal(ProbeSession.Clients, (await account.ReadTableAsync(ProbeSession.Point, Token)).Count);
    }

    [Fact]
    public async Task Inserts_into_a_full_partition_are_among_its_entities_and_taken_out_afterwards()
    {
        var options = new TableInsertOptions { EntityBytes = 1_025, Partitions = 2, DatasetEntities = 250, OperationsPerClient = 150 };
        await using var first = new ProbeSession(account, "table.insert", options, Token);
        await first.PrepareAsync();
        await using var second = new ProbeSession(account, "table.insert", options, Token, point: "azptestp2a1", mark: "0021");
        await second.Probe.PreparePointAsync(Token);
        var full = await account.ReadTableAsync(ProbeSession.Dataset, Token);

        await first.RunAsync(150);
        await second.RunAsync(2);
        var during = await account.ReadTableAsync(ProbeSession.Dataset, Token);
        await first.Probe.RemovePointAsync(Token);
        var after = await account.ReadTableAsync(ProbeSession.Dataset, Token);

        Assert.Equal((250, 250 + (152 * ProbeSession.Clients), 250 + (2 * ProbeSession.Clients)), (full.Count, during.Count, after.Count));
        Assert.All(during, new EntityContent(ProbeSession.Seed, 1_025).Verify);
        Assert.Contains(after, entity => entity.RowKey == "0021-02-000001");
        Assert.DoesNotContain(after, entity => entity.RowKey.StartsWith("0011", StringComparison.Ordinal));
        Assert.DoesNotContain(ProbeSession.Point, await account.ListAsync(Token));
    }

    [Fact]
    public async Task Deletes_from_a_full_partition_take_what_was_put_into_it_and_leave_it_as_full_as_before()
    {
        var options = new TableDeleteOptions { EntityBytes = 1_024, DatasetEntities = 30, OperationsPerClient = 4 };
        await using var session = new ProbeSession(account, "table.delete", options, Token);
        await session.PrepareAsync();
        Assert.Equal(30 + (4 * ProbeSession.Clients), (await account.ReadTableAsync(ProbeSession.Dataset, Token)).Count);

        await session.RunAsync(2, warmUp: true);
        await session.RunAsync(3);
        Assert.Equal(30 + ProbeSession.Clients, (await account.ReadTableAsync(ProbeSession.Dataset, Token)).Count);
        await session.Probe.RemovePointAsync(Token);

        Assert.Equal(Enumerable.Range(0, 30), (await account.ReadTableAsync(ProbeSession.Dataset, Token)).Select(entity => entity.GetInt32("Number")!.Value).Order());
    }

    [Theory]
    [InlineData("0012")]
    [InlineData("0021")]
    public async Task A_point_takes_out_what_an_earlier_attempt_or_another_point_left_in_a_full_partition(string mark)
    {
        var options = new TableInsertOptions { EntityBytes = 1_024, DatasetEntities = 10 };
        await using var dead = new ProbeSession(account, "table.insert", options, Token);
        await dead.PrepareAsync();
        await dead.RunAsync(2);
        await using var next = new ProbeSession(account, "table.insert", options, Token, point: "azptestp1a2", mark: mark);

        await next.Probe.PreparePointAsync(Token);

        Assert.Equal(10, (await account.ReadTableAsync(ProbeSession.Dataset, Token)).Count);
    }

    [Fact]
    public async Task Deleting_what_is_gone_is_a_failed_operation()
    {
        await using var session = new ProbeSession(account, "table.delete", new TableDeleteOptions { OperationsPerClient = 1 }, Token);
        await session.PrepareAsync();
        await session.ExecuteAsync(0, 0);
        var failure = await Assert.ThrowsAsync<RequestFailedException>(() => session.ExecuteAsync(0, 0));
        Assert.Equal(OperationOutcome.NotFound, new StorageOutcomes().Classify(failure, mutates: true));
    }

    [Fact]
    public async Task Inserting_what_exists_is_a_conflict()
    {
        await using var session = new ProbeSession(account, "table.insert", new TableInsertOptions(), Token);
        await session.PrepareAsync();
        await session.ExecuteAsync(0, 0);
        var failure = await Assert.ThrowsAsync<RequestFailedException>(() => session.ExecuteAsync(0, 0));
        Assert.Equal(OperationOutcome.Conflict, new StorageOutcomes().Classify(failure, mutates: true));
    }

    [Theory]
    [InlineData("table.query")]
    [InlineData("table.filter")]
    public async Task A_changed_entity_is_corrupt(string probe)
    {
        MeasurementOptions options = probe == "table.query"
            ? new TableQueryOptions { DatasetEntities = 10, EntityBytes = 1_024 }
            : new TableFilterOptions { DatasetEntities = 10, EntityBytes = 1_024 };
        await using var session = new ProbeSession(account, probe, options, Token);
        await session.PrepareAsync();
        await ChangeAsync("row-0000000004");
        await Assert.ThrowsAsync<CorruptDataException>(() => session.ExecuteAsync(0, 0));
    }

    [Fact]
    public async Task A_filter_that_misses_a_row_is_corrupt()
    {
        await using var session = new ProbeSession(account, "table.filter", new TableFilterOptions { DatasetEntities = 10, EntityBytes = 1_024 }, Token);
        await session.PrepareAsync();
        await account.Tables.GetTableClient(ProbeSession.Dataset).DeleteEntityAsync("p0000", "row-0000000004", ETag.All, Token);
        var failure = await Assert.ThrowsAsync<CorruptDataException>(() => session.ExecuteAsync(0, 0));
        Assert.Equal("The query found 9 rows where 10 were stored.", failure.Message);
    }

    private async Task ChangeAsync(string rowKey)
    {
        var table = account.Tables.GetTableClient(ProbeSession.Dataset);
        TableEntity entity = await table.GetEntityAsync<TableEntity>("p0000", rowKey, cancellationToken: Token);
        entity["Text"] = "y" + entity.GetString("Text")[1..];
        await table.UpdateEntityAsync(entity, ETag.All, TableUpdateMode.Replace, Token);
    }
}
