using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Blobs;
using AzurePerf.Core.Experiments.Queues;
using AzurePerf.Core.Experiments.Tables;
using AzurePerf.Core.Probes;
using AzurePerf.Probes;
using AzurePerf.Probes.Targets.Storage;
using Xunit;

namespace AzurePerf.StorageTests.Probes;

[Collection(nameof(ProbeAccountCollection))]
public sealed class EveryProbeTests(ProbeAccount account)
{
    private const int OperationsPerClient = 4;

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public static TheoryData<string, MeasurementOptions, long> Cases => Night.IsOn ? [.. Usual, .. More] : Usual;

    private static TheoryData<string, MeasurementOptions, long> Usual => new()
    {
        { "blob.download", new BlobDownloadOptions { BlobBytes = 300_001 }, 300_001 },
        { "blob.download", new BlobDownloadOptions { BlobBytes = 1_500_000, Containers = 2, Sink = BlobSink.File }, 1_500_000 },
        { "blob.upload", new BlobUploadOptions { BlobBytes = 200_000, BlockBytes = 65_536, Containers = 2 }, 200_000 },
        { "queue.add", new QueueAddOptions { QueueLength = 5 }, 512 },
        { "queue.add", new QueueAddOptions { QueueLength = 5, SharesQueue = true, MessageBytes = 1 }, 1 },
        { "queue.peek", new QueuePeekOptions { QueueLength = 3, Queues = 2, MessageBytes = 65_536 }, 65_536 },
        { "queue.receive", new QueueReceiveOptions { OperationsPerClient = OperationsPerClient, Queues = 2, MessageBytes = 8_192 }, 8_192 },
        { "queue.receive", new QueueReceiveOptions { OperationsPerClient = OperationsPerClient, Delete = ReceiveDelete.Timed }, 512 },
        { "table.delete", new TableDeleteOptions { OperationsPerClient = OperationsPerClient }, 0 },
        { "table.delete", new TableDeleteOptions { OperationsPerClient = OperationsPerClient, EntityBytes = 1_025, DatasetEntities = 30 }, 0 },
        { "table.filter", new TableFilterOptions { DatasetEntities = 505, EntityBytes = 1_024, Partitions = 2 }, 10 * 1_024 },
        { "table.insert", new TableInsertOptions { EntityBytes = 1 << 20, Partitions = 2 }, 1 << 20 },
        { "table.insert", new TableInsertOptions { EntityBytes = 1_024, DatasetEntities = 30, Partitions = 2 }, 1_024 },
        { "table.query", new TableQueryOptions { DatasetEntities = 120, EntityBytes = 65_537 }, 65_537 },
        { "table.update", new TableUpdateOptions { DatasetEntities = 120 }, 4_096 },
    };

    /// <summary>For the night: other sizes, and a shared queue, which <see cref="QueueProbeTests"/> have by day.</summary>
    private static TheoryData<string, MeasurementOptions, long> More => new()
    {
        { "blob.download", new BlobDownloadOptions { BlobBytes = 17 << 20 }, 17 << 20 },
        { "blob.upload", new BlobUploadOptions { BlobBytes = 1_024 }, 1_024 },
        { "queue.receive", new QueueReceiveOptions { OperationsPerClient = OperationsPerClient, SharesQueue = true, QueueLength = 8 * OperationsPerClient * ProbeSession.Clients }, 512 },
        { "table.delete", new TableDeleteOptions { OperationsPerClient = OperationsPerClient, EntityBytes = 1 << 20, Partitions = 2 }, 0 },
        { "table.insert", new TableInsertOptions { EntityBytes = 65_536 }, 65_536 },
        { "table.query", new TableQueryOptions { DatasetEntities = 5, EntityBytes = 1 << 20, Partitions = 3 }, 1 << 20 },
    };

    private static readonly string[] Services = ["blob", "queue", "table"];

    [Fact]
    public void Every_probe_of_an_account_has_a_case() =>
        Assert.Equal(BuiltInProbes.All.Select(probe => probe.Name).Where(name => Services.Contains(name.Split('.')[0])), Cases.Select(row => row.Data.Item1).Distinct().Order(StringComparer.Ordinal));

    [Theory]
    [MemberData(nameof(Cases), DisableDiscoveryEnumeration = true)]
    public async Task Warms_up_measures_and_leaves_nothing_behind(string probe, MeasurementOptions options, long bytes)
    {
        var before = await account.ListAsync(Token);
        await using (var session = new ProbeSession(account, probe, options, Token))
        {
            await session.PrepareAsync();
            await session.RunAsync(OperationsPerClient, warmUp: true);
            var connections = session.Target.ConnectionsOpened;
            var results = await session.RunAsync(OperationsPerClient);

            Assert.All(results, result => Assert.Equal(bytes, result.Bytes));
            Assert.All(results, result => Assert.Equal(session.Probe.PlannedWireRequests, result.WireRequests - result.ContinuationRequests));
            Assert.Equal(ProbeSession.Clients, connections);
            Assert.Equal(connections, session.Target.ConnectionsOpened);
            var created = (await account.ListAsync(Token)).Except(before);
            Assert.Equal(session.Register.Entries.Select(entry => $"{entry.Resource} {entry.Name}").Order(StringComparer.Ordinal), created);
        }

        Assert.Equal(before, await account.ListAsync(Token));
    }

    [Theory]
    [MemberData(nameof(Cases), DisableDiscoveryEnumeration = true)]
    public async Task Warming_up_uses_warm_up_objects_only(string probe, MeasurementOptions options, long bytes)
    {
        _ = bytes;
        await using var session = new ProbeSession(account, probe, options, Token);
        await session.PrepareAsync();
        var before = await StateAsync(session);
        await session.RunAsync(OperationsPerClient, warmUp: true);
        Assert.Equal(before, await StateAsync(session));
    }

    [Fact]
    public async Task Removing_twice_and_removing_what_never_existed_succeeds()
    {
        await using var session = new ProbeSession(account, "queue.add", new QueueAddOptions(), Token);
        await session.PrepareAsync();
        foreach (var kind in (string[])[StorageResource.Container, StorageResource.Queue, StorageResource.Table])
        {
            await session.Register.RegisterAsync(kind, "azpneverexisted", Token);
        }

        await session.RemoveAsync();
        await session.RemoveAsync();
    }

    // What the measured objects hold; the warm-up twins end in w.
    private async Task<List<string>> StateAsync(ProbeSession session)
    {
        var state = new List<string>();
        foreach (var (kind, name) in session.Register.Entries.Where(entry => !entry.Name.EndsWith('w')))
        {
            switch (kind)
            {
                case StorageResource.Queue:
                    state.Add($"{name}: {await account.CountMessagesAsync(name, Token)}");
                    break;
                case StorageResource.Table:
                    state.AddRange((await account.ReadTableAsync(name, Token)).Select(entity => $"{name}: {entity.RowKey} {entity.ETag}"));
                    break;
                default:
                    await foreach (var blob in account.Blobs.GetBlobContainerClient(name).GetBlobsAsync(cancellationToken: Token))
                    {
                        state.Add($"{name}: {blob.Name} {blob.Properties.ETag}");
                    }

                    break;
            }
        }

        return state;
    }
}
