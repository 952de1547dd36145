using AzurePerf.Core.Api.Engine;
using AzurePerf.Core.Mail;
using AzurePerf.Core.Workers;
using AzurePerf.Storage;
using AzurePerf.Storage.Mail;
using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Workers;
using AzurePerf.Testing.Storage.Service;
using AzurePerf.Testing.Time;
using AzurePerf.UnitTests.Runs.Engine;
using Xunit;

namespace AzurePerf.UnitTests.Storage.Rows;

/// <summary>How long a row has stood is told by the clock of the service that keeps it, whatever the clocks of hosts say.</summary>
public sealed class RowAgeTests : IDisposable
{
    private readonly FakeTimeProvider _time = new();
    private readonly FakeTableService _service;
    private readonly AzureRowStore _rows;

    public RowAgeTests()
    {
        _service = new() { Time = _time, PageRows = 1 };
        _rows = new(_service.Client(), "test");
    }

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public void Dispose() => _service.Dispose();

    [Fact]
    public async Task Each_listed_row_says_how_long_it_has_stood_unchanged()
    {
        await _rows.CreateTablesAsync(["things"], Cancelled);
        var etag = await _rows.TryInsertAsync("things", new("p", "a") { ["v"] = 1 }, Cancelled);
        await _rows.TryInsertAsync("things", new("p", "b") { ["v"] = 1 }, Cancelled);
        _time.Advance(TimeSpan.FromSeconds(30));
        await _rows.TryReplaceAsync("things", new("p", "a") { ["v"] = 2 }, etag!, Cancelled);
        _time.Advance(TimeSpan.FromSeconds(4));

        TimeSpan?[] ages = [TimeSpan.FromSeconds(4), TimeSpan.FromSeconds(34)];
        Assert.Equal(ages, await _rows.ListAllAsync("things", Cancelled).Select(row => row.Age).ToArrayAsync(Cancelled));
        Assert.Equal(ages, await _rows.ListAsync("things", "p", cancellationToken: Cancelled).Select(row => row.Age).ToArrayAsync(Cancelled));
        Assert.All(await _rows.ListAllAsync("things", Cancelled).ToArrayAsync(Cancelled), row => Assert.Equal("v", Assert.Single(row.Values.Keys)));
    }

    [Theory]
    [InlineData(-300)]
    [InlineData(300)]
    public async Task A_worker_whose_clock_is_wrong_is_heard_while_it_beats_and_silent_when_it_does_not(int clockSeconds)
    {
        await _rows.CreateTablesAsync([ControlNames.WorkersTable], Cancelled);
        var workers = new WorkerStore(_rows);
        await workers.TryAddAsync(SampleFacts.Worker(WorkerPool.Bag, 8) with { BeatAt = _time.GetUtcNow().AddSeconds(clockSeconds) }, Cancelled);

        _time.Advance(TimeSpan.FromSeconds(42));
        Assert.Equal((1, 0), await CountAsync(workers));
        _time.Advance(TimeSpan.FromSeconds(1));
        Assert.Equal((0, 1), await CountAsync(workers));
    }

    [Fact]
    public async Task A_leader_whose_clock_is_ahead_begins_no_attempt_at_a_mail_beside_the_one_that_is_under_way()
    {
        await _rows.CreateTablesAsync([ControlNames.OutboxTable], Cancelled);
        var (outbox, now) = (new OutboxStore(_rows), _time.GetUtcNow());
        await outbox.AddAsync(OutboxMail.For("aaaaaaaaaaaaaaaaaaaa", "ann@example.com", "example.org", "", now).Claimed(now), Cancelled);

        _time.Advance(OutboxMail.HandingOver + OutboxMail.Confirming);
        Assert.False(await IsDueAsync(outbox));
        _time.Advance(TimeSpan.FromMinutes(2));
        Assert.True(await IsDueAsync(outbox));
    }

    private async Task<(int Heard, int Silent)> CountAsync(WorkerStore workers)
    {
        var pool = WorkerSummary.PoolOf(WorkerPool.Bag, (await workers.ListWithCommandsAsync(null, Cancelled)).Workers, QueueState.None, _time.GetUtcNow());
        return (pool.Workers, pool.Silent);
    }

    private async Task<bool> IsDueAsync(OutboxStore outbox) => Assert.Single(await outbox.ListAsync(Cancelled)).Value!.IsDueAt(_time.GetUtcNow().AddMinutes(5));
}
