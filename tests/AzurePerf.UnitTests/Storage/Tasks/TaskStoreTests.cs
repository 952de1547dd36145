using AzurePerf.Core.Tasks;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Tasks;
using AzurePerf.Testing.Storage;
using AzurePerf.UnitTests.Tasks;
using Xunit;

namespace AzurePerf.UnitTests.Storage.Tasks;

public sealed class TaskStoreTests
{
    private readonly InMemoryRowStore _rows = new();
    private readonly TaskStore _tasks;

    public TaskStoreTests() => _tasks = new(_rows);

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_claim_and_a_result_that_are_written_unread_keep_the_machine_and_the_ends_before()
    {
        var ready = SampleTask.In(BenchmarkTaskStatus.Running, StageKind.Bag) with { Attempt = 1, Nonce = "nonce1", Sku = "small" };
        ready = TaskTransitions.GiveUp(ready, "nonce1", FailureCause.OutOfDisk, "full", "", SampleTask.Now)!;
        var stored = (await _tasks.TryAddAsync([ready], Cancelled))![0];
        var unread = new BenchmarkTask { Key = stored.Key, Order = new(), Attempt = 2, ETag = stored.ETag };

        var claimed = await _tasks.TryClaimUnreadAsync(TaskTransitions.Claim(unread, "worker2", "nonce2", SampleTask.Now, "big")!, Cancelled);
        await _tasks.TryCompleteAsync(TaskTransitions.Complete(claimed!, "nonce2", "{}", SampleTask.Now)!, Cancelled);

        var done = (await _tasks.FindAsync(stored.Key, Cancelled))!;
        Assert.Equal((BenchmarkTaskStatus.Done, false, "big", "worker2"), (done.Status, done.IsReused, done.Sku, done.Owner));
        Assert.Equal([(1, FailureCause.OutOfDisk)], done.Ends.Select(end => (end.Key, end.Value)));
    }

    [Fact]
    public async Task A_row_of_a_build_that_kept_neither_machine_nor_ends_is_read()
    {
        await _tasks.TryAddAsync([SampleTask.In(BenchmarkTaskStatus.Running)], Cancelled);

        var found = (await _tasks.FindAsync(SampleTask.In(BenchmarkTaskStatus.Running).Key, Cancelled))!;

        Assert.Equal(("", true, null), (found.Sku, found.Ends.IsEmpty, found.Order.ExpectedSeconds));
    }

    [Fact]
    public async Task Ends_that_make_no_sense_are_named_with_their_row()
    {
        var task = SampleTask.In(BenchmarkTaskStatus.Running);
        await _tasks.TryAddAsync([task], Cancelled);
        var row = (await _rows.FindAsync(ControlNames.TasksTable, $"00-{task.Key.RunId}-01", "00000000", Cancelled))!;
        row["ends"] = "{\"1\":\"boredom\"}";
        await _rows.PutAsync(ControlNames.TasksTable, row, Cancelled);

        var corrupt = await Assert.ThrowsAsync<CorruptRowException>(() => _tasks.FindAsync(task.Key, Cancelled));

        Assert.Contains("/00000000: ends ", corrupt.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Tasks_of_more_outcomes_than_the_service_compares_are_found()
    {
        var task = TaskTransitions.GiveUp(SampleTask.In(BenchmarkTaskStatus.Running) with { Nonce = "nonce1" }, "nonce1", FailureCause.OutOfDisk, "full", "", SampleTask.Now)!;
        await _tasks.TryAddAsync([task], Cancelled);
        var filter = new TaskFilter { States = [.. Enum.GetValues<TaskState>()], Worker = task.Owner, Outcomes = [.. Enum.GetValues<FailureCause>().Select(cause => new TaskOutcome(cause))] };

        var found = await _tasks.ReadAsync(task.Key.RunId, task.Key.Stage, new(task.Key.Shard, 0, 100), filter, 10, null, Cancelled);

        Assert.Equal(task.Key, Assert.Single(found.Tasks).Key);
    }

    [Fact]
    public async Task A_point_that_is_reused_before_any_worker_took_this_part_of_it_has_no_owner_and_is_read_all_the_same()
    {
        var found = SampleTask.In(BenchmarkTaskStatus.Censored) with { FailureCause = FailureCause.AlreadyExists, Failures = new() };
        var untaken = SampleTask.In(BenchmarkTaskStatus.Ready) with { Key = found.Key with { Number = 1 } };
        await _tasks.TryAddAsync(PointTransitions.Decide([found, untaken], _ => false, SampleTask.Now)!, Cancelled);

        var read = await _tasks.ListAsync(found.Key.RunId, found.Key.Stage, 0, Cancelled).ToArrayAsync(Cancelled);

        Assert.All(read, task => Assert.True(task.IsReused));
    }
}
