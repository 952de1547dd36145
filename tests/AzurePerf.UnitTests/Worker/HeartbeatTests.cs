using AzurePerf.Core.Workers;
using AzurePerf.Storage.Workers;
using Xunit;

namespace AzurePerf.UnitTests.Worker;

public sealed class HeartbeatTests : IAsyncDisposable
{
    private readonly WorkerUnderTest _worker = new();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public ValueTask DisposeAsync() => _worker.DisposeAsync();

    [Fact]
    public async Task A_worker_beats()
    {
        await _worker.Presence.AppearAsync(Cancelled);

        await _worker.Heart.BeatAsync(Cancelled);

        Assert.Equal(1, (await RowAsync()).Beat);
        Assert.False(_worker.ToldToStop);
    }

    [Fact]
    public async Task A_worker_that_stood_still_too_long_says_that_it_takes_nothing_more_and_ends()
    {
        await _worker.Presence.AppearAsync(Cancelled);
        _worker.Time.Advance(TimeSpan.FromSeconds(3));

        await _worker.Heart.BeatAsync(Cancelled);

        Assert.True(_worker.ToldToStop);
        Assert.True((await RowAsync()).Draining);
    }

    [Fact]
    public async Task A_worker_whose_row_is_gone_ends()
    {
        await _worker.Presence.AppearAsync(Cancelled);
        await new WorkerStore(_worker.Control.Rows).RemoveAsync(WorkerPool.Measure, _worker.Presence.WorkerId, Cancelled);

        await _worker.Heart.BeatAsync(Cancelled);

        Assert.True(_worker.ToldToStop);
    }

    private async Task<WorkerState> RowAsync() =>
        (await new WorkerStore(_worker.Control.Rows).FindAsync(WorkerPool.Measure, _worker.Presence.WorkerId, Cancelled))!;
}
