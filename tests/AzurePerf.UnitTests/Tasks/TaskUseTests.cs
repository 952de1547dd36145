using AzurePerf.Core.Tasks;
using Xunit;

namespace AzurePerf.UnitTests.Tasks;

public sealed class TaskUseTests
{
    private static readonly DateTimeOffset Then = new(2026, 11, 20, 8, 0, 0, TimeSpan.Zero);

    private static readonly BenchmarkTask Task = new()
    {
        Key = new("run", StageId.Bag(0), 0),
        Order = new(),
        Attempt = 2,
        ReadyAt = Then.AddSeconds(100),
        ClaimedAt = Then.AddSeconds(110),
        EndedAt = Then.AddSeconds(117),
    };

    private static readonly AbnormalEnd First =
        new(StageId.Bag(0), 0, 1, "w", FailureCause.UserCodeError, "", Then.AddSeconds(95)) { BeganAt = Then.AddSeconds(90) };

    [Fact]
    public void A_task_holds_a_slot_in_each_of_its_executions() => Assert.Equal(5 + 7, Seconds(Task with { Status = BenchmarkTaskStatus.Done }, First));

    [Fact]
    public void The_execution_that_found_its_product_there_counts_once() => Assert.Equal(
        7,
        Seconds(
            Task with { Status = BenchmarkTaskStatus.Done, FailureCause = FailureCause.AlreadyExists },
            First with { Attempt = 2, Cause = FailureCause.AlreadyExists }));

    [Fact]
    public void A_dead_task_counts_what_is_on_record_and_its_last_execution_by_its_row_where_that_is_not()
    {
        var dead = Task with { Status = BenchmarkTaskStatus.Dead };
        var last = First with { Attempt = 2, BeganAt = Then.AddSeconds(112), EndedAt = Then.AddSeconds(117) };

        Assert.Equal(5 + 5, Seconds(dead, First, last));
        Assert.Equal(5 + 7, Seconds(dead, First, last with { BeganAt = null }));
        Assert.Equal(7, Seconds(dead));
    }

    [Fact]
    public void What_was_cancelled_while_it_was_executed_counts_until_then_and_what_waited_counts_nothing()
    {
        var cancelled = Task with { Status = BenchmarkTaskStatus.Cancelled };

        Assert.Equal(5 + 90, Seconds(cancelled with { EndedAt = Then.AddSeconds(95) }, First));
        Assert.Equal(5, Seconds(cancelled with { EndedAt = Then.AddSeconds(95), ReadyAt = Then.AddSeconds(120) }, First));
        Assert.Equal(0, Seconds(cancelled with { EndedAt = null, ClaimedAt = null }));
    }

    [Fact]
    public void What_was_cancelled_counts_until_its_row_says_it_was_however_late_that_is_read() =>
        Assert.Equal(20, Seconds(Task with { Status = BenchmarkTaskStatus.Cancelled, EndedAt = Then.AddSeconds(130) }));

    [Fact]
    public void A_first_execution_counts_also_where_the_clock_of_its_worker_is_behind()
    {
        var first = Task with { Status = BenchmarkTaskStatus.Cancelled, Attempt = 1, ClaimedAt = Then.AddSeconds(98), EndedAt = null };

        Assert.Equal(102, Seconds(first));
        Assert.Equal(32, Seconds(first with { EndedAt = Then.AddSeconds(130) }));
        Assert.Equal(0, Seconds(first with { Attempt = 2 }));
    }

    private static double Seconds(BenchmarkTask task, params AbnormalEnd[] ends) => TaskUse.SlotTime(task, ends, Then.AddSeconds(200)).TotalSeconds;
}
