using Azure;
using AzurePerf.Core.Messages;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Workers;
using AzurePerf.Testing.Storage;
using AzurePerf.UnitTests.Tasks;
using AzurePerf.Worker;
using Xunit;

namespace AzurePerf.UnitTests.Worker;

public sealed class TaskLoopTests : IAsyncDisposable
{
    private const string OtherRun = "bbbbbbbbbbbbbbbbbbbb";
    private readonly WorkerUnderTest _worker = new();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public ValueTask DisposeAsync() => _worker.DisposeAsync();

    [Fact]
    public async Task A_task_that_was_handed_out_is_done_and_its_message_deleted()
    {
        var key = await _worker.DispatchAsync();

        await _worker.WorkUntilDoneAsync(key);
    }

    [Fact]
    public async Task A_worker_leaves_a_task_that_it_was_too_slow_for_to_others_once_and_takes_it_when_there_are_none()
    {
        var key = await _worker.DispatchAsync(avoid: _worker.Presence.WorkerId);
        var began = _worker.Time.Elapsed;

        await _worker.WorkUntilDoneAsync(key);

        Assert.True(_worker.Time.Elapsed - began >= TimeSpan.FromSeconds(0.25));
    }

    [Fact]
    public async Task A_worker_looks_no_more_often_for_messages_that_it_may_not_take_so_that_those_who_may_get_them_first()
    {
        var key = await _worker.DispatchAsync();
        var run = (await _worker.Runs.FindAsync(key.RunId, Cancelled))!;
        await _worker.Runs.TryReplaceAsync(run with { Fault = "its points make no sense" }, Cancelled);

        await _worker.WorkUntilItWaitsForAsync(new WorkerOptions().LongestIdlePause);

        Assert.Single(_worker.Messages.Texts);
    }

    [Theory]
    [InlineData(ReplacementFate.Refused)]
    [InlineData(ReplacementFate.AnswerLost)]
    public async Task A_result_outlasts_an_account_that_does_not_answer_for_a_minute(ReplacementFate fate)
    {
        var key = await _worker.DispatchAsync();
        var refuse = 30;
        _worker.Rows.Fate = (table, row) => IsTask(table, row, BenchmarkTaskStatus.Done) && refuse-- > 0 ? fate : ReplacementFate.Answered;

        await _worker.WorkUntilDoneAsync(key);

        Assert.True(refuse <= 0, $"{refuse} requests that were to fail were never made");
    }

    [Theory]
    [InlineData(ReplacementFate.Refused)]
    [InlineData(ReplacementFate.AnswerLost)]
    public async Task A_claim_whose_answer_is_lost_is_executed_and_not_left_running_for_ever(ReplacementFate fate)
    {
        var key = await _worker.DispatchAsync();
        var refuse = 3;
        _worker.Rows.Fate = (table, row) => IsTask(table, row, BenchmarkTaskStatus.Running) && refuse-- > 0 ? fate : ReplacementFate.Answered;

        await _worker.WorkUntilDoneAsync(key);

        Assert.Equal(1, (await _worker.Tasks.FindAsync(key, Cancelled))!.Attempt);
        Assert.True(refuse <= 0, $"{refuse} requests that were to fail were never made");
    }

    [Theory]
    [InlineData(WorkerPool.Measure)]
    [InlineData(WorkerPool.Bag)]
    public async Task A_result_that_no_row_has_room_for_fails_its_task_and_the_worker_goes_on(string pool)
    {
        await using var worker = new WorkerUnderTest(pool: pool, execute: execution => Task.FromResult(new string('x', execution.Task.Key.RunId == OtherRun ? 32_768 : 32_769)));
        var key = await worker.DispatchAsync();
        var other = await worker.DispatchAsync(OtherRun);

        await worker.WorkUntilDoneAsync(other);

        var failed = (await worker.Tasks.FindAsync(key, Cancelled))!;
        Assert.Equal((BenchmarkTaskStatus.Dead, FailureCause.BadInput, "its result has 32769 characters; a row has room for 32768"), (failed.Status, failed.FailureCause, failed.Error));
        Assert.Equal(32_768, (await worker.Tasks.FindAsync(other, Cancelled))!.Result.Length);
    }

    [Theory]
    [InlineData(WorkerPool.Measure)]
    [InlineData(WorkerPool.Bag)]
    public async Task A_result_that_storage_refuses_for_good_fails_its_task_and_the_worker_goes_on(string pool)
    {
        await using var worker = new WorkerUnderTest(pool: pool, execute: _ => Task.FromResult("{}"));
        var key = await worker.DispatchAsync();
        worker.Rows.Refusal = (table, row) => IsTask(table, row, BenchmarkTaskStatus.Done) && row.PartitionKey.Contains(key.RunId, StringComparison.Ordinal)
            ? new RequestFailedException(413, "The request body is too large.", "RequestBodyTooLarge", null)
            : null;
        var other = await worker.DispatchAsync(OtherRun);

        await worker.WorkUntilDoneAsync(other);

        var failed = (await worker.Tasks.FindAsync(key, Cancelled))!;
        Assert.Equal((BenchmarkTaskStatus.Dead, 3), (failed.Status, failed.Attempt));
        Assert.StartsWith("its end could not be stored: RequestFailedException", failed.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(WorkerPool.Measure)]
    [InlineData(WorkerPool.Bag)]
    public async Task A_claim_that_storage_refuses_does_not_end_the_worker(string pool)
    {
        await using var worker = new WorkerUnderTest(pool: pool, execute: _ => Task.FromResult("{}"));
        var key = await worker.DispatchAsync();
        worker.Rows.Refusal = (table, row) => IsTask(table, row, BenchmarkTaskStatus.Running) && row.PartitionKey.Contains(key.RunId, StringComparison.Ordinal)
            ? new RequestFailedException(400, "The property value is not valid.", "InvalidInput", null)
            : null;
        var other = await worker.DispatchAsync(OtherRun);

        await worker.WorkUntilDoneAsync(other, messagesLeft: 1);
    }

    [Fact]
    public async Task A_task_row_that_makes_no_sense_does_not_end_the_worker()
    {
        await CorruptAsync(await _worker.DispatchAsync());
        var other = await _worker.DispatchAsync(OtherRun);

        await _worker.WorkUntilDoneAsync(other, messagesLeft: 1);
    }

    [Fact]
    public async Task The_message_of_a_row_that_makes_no_sense_is_deleted_once_its_run_has_ended()
    {
        var key = await _worker.DispatchAsync();
        await CorruptAsync(key);
        var run = (await _worker.Runs.FindAsync(key.RunId, Cancelled))!;
        await _worker.Runs.TryReplaceAsync(run with { Status = RunStatus.Failed }, Cancelled);
        var other = await _worker.DispatchAsync(OtherRun);

        await _worker.WorkUntilDoneAsync(other);
    }

    [Fact]
    public async Task A_worker_whose_place_in_the_queue_cannot_be_given_up_executes_one_task_at_a_time_all_the_same()
    {
        var (now, most) = (0, 0);
        WorkerUnderTest? executing = null;
        await using var worker = executing = new WorkerUnderTest(
            execute: async _ =>
            {
                most = Math.Max(most, Interlocked.Increment(ref now));
                for (var second = 0; second < 10; second++)
                {
                    await Task.Delay(TimeSpan.FromSeconds(1), executing!.Time, Cancelled);
                }

                Interlocked.Decrement(ref now);
                return "{}";
            },
            scaleInGuard: true);
        await MeasureElsewhereAsync(worker);
        await worker.StartAsync();
        await worker.WorkUntilAsync(() => worker.Messages.Texts.Any(MessageText.IsPlace));
        var refused = 0;
        worker.Queue.Refusal = message => MessageText.IsPlace(message.Text) && refused++ == 0 ? new RequestFailedException(503, "busy", "ServerBusy", null) : null;
        await worker.DispatchAsync();
        await worker.DispatchAsync(OtherRun);

        await worker.WorkUntilAsync(() => worker.Messages.Texts.All(MessageText.IsPlace));

        Assert.True(refused > 0);
        Assert.Equal(1, most);
    }

    [Fact]
    public async Task A_worker_that_leaves_takes_its_place_out_of_the_queue_and_shows_the_messages_of_tasks_that_are_not_decided_about()
    {
        await using var worker = new WorkerUnderTest(scaleInGuard: true);
        await MeasureElsewhereAsync(worker);
        await worker.StartAsync();
        await worker.WorkUntilAsync(() => worker.Messages.Texts.Any(MessageText.IsPlace));
        await worker.Messages.PutAsync("of a point that is measured", TimeSpan.Zero, Cancelled);
        worker.Pending.Add(SampleTask.In(BenchmarkTaskStatus.Measured), Assert.Single(await worker.Messages.GetAsync(1, TimeSpan.FromHours(1), Cancelled)));

        await worker.Loop.StopAsync(Cancelled);

        Assert.Equal("of a point that is measured", Assert.Single(worker.Messages.Texts));
        Assert.Single(await worker.Messages.GetAsync(1, TimeSpan.FromHours(1), Cancelled));
    }

    [Fact]
    public async Task The_message_of_a_point_that_is_repeated_shows_itself_soon_to_be_met_by_others()
    {
        var repeated = SampleTask.In(BenchmarkTaskStatus.Ready);
        await _worker.Tasks.TryAddAsync([repeated], Cancelled);
        await _worker.Messages.PutAsync("of its attempt before", TimeSpan.Zero, Cancelled);
        _worker.Pending.Add(repeated with { Attempt = repeated.Attempt - 1 }, Assert.Single(await _worker.Messages.GetAsync(1, TimeSpan.FromHours(1), Cancelled)));

        await _worker.Pending.SettleAsync(Cancelled);

        Assert.Empty(_worker.Pending.Messages);
        _worker.Time.Advance(TimeSpan.FromSeconds(1.5) + new WorkerOptions().LongestIdlePause);
        Assert.Single(await _worker.Messages.GetAsync(1, TimeSpan.FromHours(1), Cancelled));
    }

    /// <summary>Another worker of the pool says that it measures.</summary>
    private static async Task MeasureElsewhereAsync(WorkerUnderTest worker) => await new WorkerStore(worker.Control.Rows).TryAddAsync(
        new() { WorkerId = "other", Pool = WorkerPool.Measure, HostId = "host2", Build = "test", StartedAt = worker.Time.GetUtcNow(), Running = [new RunningTask(OtherRun, 1, 0, 2, 2, "m", "r", 9, 8, "measuring", 7, 20)] }, Cancelled);

    private static bool IsTask(string table, Row row, BenchmarkTaskStatus status) => table == ControlNames.TasksTable && row.Text("st") == status.ToString();

    private async Task CorruptAsync(TaskKey key)
    {
        var partition = $"00-{key.RunId}-{key.Stage.Number:D2}";
        await _worker.Control.Rows.PutAsync(ControlNames.TasksTable, new Row(partition, "00000000") { ["v"] = 1, ["st"] = "Sleeping" }, Cancelled);
    }
}
