using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Storage;
using AzurePerf.Storage.Workers;
using AzurePerf.Testing.Storage;
using AzurePerf.Worker.Heartbeats;
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
    public async Task A_heartbeat_that_landed_without_its_answer_is_no_sign_of_life_for_the_next()
    {
        await _worker.Presence.AppearAsync(Cancelled);
        var lost = 1;
        _worker.Rows.Fate = (table, _) => table == ControlNames.WorkersTable && lost-- > 0 ? ReplacementFate.AnswerLost : ReplacementFate.Answered;
        await _worker.Heart.BeatAsync(Cancelled);
        Assert.Equal(1, (await RowAsync()).Beat);

        _worker.Time.Advance(TimeSpan.FromSeconds(1));
        await _worker.Heart.BeatAsync(Cancelled);

        Assert.Equal(2, (await RowAsync()).Beat);
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

    [Fact]
    public async Task What_ignores_that_its_worker_stops_itself_ends_with_the_process_before_the_worker_counts_as_dead()
    {
        await _worker.Presence.AppearAsync(Cancelled);
        using var execution = ExecutionOf(_worker);
        _worker.Slots.Enter(execution);
        _worker.Rows.Fate = (_, _) => ReplacementFate.Refused;

        for (var elapsed = TimeSpan.Zero; elapsed < TimeSpan.FromSeconds(3); elapsed += TimeSpan.FromSeconds(0.25))
        {
            _worker.Time.Advance(TimeSpan.FromSeconds(0.25));
            await _worker.Heart.BeatAsync(Cancelled);
        }

        Assert.NotEmpty(_worker.EndedItself);
    }

    [Fact]
    public async Task What_is_over_is_handed_back_however_long_storage_does_not_answer()
    {
        await _worker.Presence.AppearAsync(Cancelled);
        using var execution = ExecutionOf(_worker);
        execution.IsOver = true;
        _worker.Slots.Enter(execution);
        _worker.Time.Advance(TimeSpan.FromSeconds(3));
        await _worker.Heart.BeatAsync(Cancelled);

        _worker.Time.Advance(TimeSpan.FromSeconds(10));
        await _worker.Heart.BeatAsync(Cancelled);

        Assert.Empty(_worker.EndedItself);
    }

    [Fact]
    public async Task A_worker_that_ends_while_the_control_account_is_away_ends_well_though_its_row_stays()
    {
        await _worker.Presence.AppearAsync(Cancelled);
        _worker.Rows.KeepsAll = true;

        await _worker.Heart.StopAsync(Cancelled);

        Assert.Equal(_worker.Presence.WorkerId, (await RowAsync()).WorkerId);
    }

    private static CurrentExecution ExecutionOf(WorkerUnderTest worker) => new(
        new BenchmarkTask { Key = new("aaaaaaaaaaaaaaaaaaaa", StageKind.Measure, 0), Order = new(), Attempt = 1 },
        new("message", "receipt", ""),
        worker.Time,
        worker.StopExecutions);

    private async Task<WorkerState> RowAsync() =>
        (await new WorkerStore(_worker.Control.Rows).FindAsync(WorkerPool.Measure, _worker.Presence.WorkerId, Cancelled))!;
}
