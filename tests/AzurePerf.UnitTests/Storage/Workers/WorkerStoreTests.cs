using AzurePerf.Core.Workers;
using AzurePerf.Storage;
using AzurePerf.Storage.Workers;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using Xunit;

namespace AzurePerf.UnitTests.Storage.Workers;

public sealed class WorkerStoreTests
{
    private readonly InMemoryControlPlane _control = new(new FakeTimeProvider());

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_worker_whose_removal_broke_off_is_listed_without_commands_so_that_it_is_removed_again()
    {
        var deletions = 0;
        var workers = new WorkerStore(new InterruptedRowStore(_control.Rows, ControlNames.WorkersTable, row => deletions++ == 1 ? throw new IOException("busy") : Task.FromResult(false)));
        var all = new WorkerStore(_control.Rows);
        var now = DateTimeOffset.UnixEpoch;
        await all.TryAddAsync(new() { WorkerId = "w", Pool = WorkerPool.Measure, HostId = "host", Build = "1", StartedAt = now, BeatAt = now }, Cancelled);
        await all.TryPutCommandsAsync(WorkerPool.Measure, "w", new() { Hold = true }, Cancelled);

        await Assert.ThrowsAsync<IOException>(() => workers.RemoveAsync(WorkerPool.Measure, "w", Cancelled));

        var list = await all.ListWithCommandsAsync(null, Cancelled);
        Assert.Equal("w", Assert.Single(list.Workers).WorkerId);
        Assert.Empty(list.Commands);
    }
}
