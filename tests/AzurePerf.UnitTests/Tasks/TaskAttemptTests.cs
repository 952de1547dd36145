using AzurePerf.Core.Tasks;
using Xunit;

namespace AzurePerf.UnitTests.Tasks;

public sealed class TaskAttemptTests
{
    private static readonly DateTimeOffset Then = SampleTask.Then;

    [Fact]
    public void A_task_that_succeeded_at_last_tells_each_attempt_with_what_it_said()
    {
        var task = SampleTask.In(BenchmarkTaskStatus.Done, StageKind.Bag) with
        {
            Sku = "D4",
            ClaimedAt = Then.AddSeconds(50),
            EndedAt = Then.AddSeconds(53),
            Ends = Ends((1, FailureCause.WorkerLost), (2, FailureCause.TimedOut)),
        };

        var attempts = TaskAttempt.Of(task, [End(1, FailureCause.WorkerLost, "worker w died"), End(2, FailureCause.TimedOut, "killed after 41 s")]);

        Assert.Equal(["1 workerLost worker w died", "2 timedOut killed after 41 s", "3 success "], attempts.Select(Text));
        Assert.Equal(("worker1", "D4", Then.AddSeconds(50), Then.AddSeconds(53)), (attempts[2].Worker, attempts[2].Sku, attempts[2].StartedAt, attempts[2].EndedAt));
        Assert.Equal(3, TaskAttempt.CountOf(task));
        Assert.Equal(TimeSpan.FromSeconds(3), TaskAttempt.LastDurationOf(task, SampleTask.Now));
    }

    [Fact]
    public void An_attempt_whose_record_is_gone_keeps_its_cause_and_one_that_was_given_back_has_none()
    {
        var task = SampleTask.In(BenchmarkTaskStatus.Running, StageKind.Bag) with { ClaimedAt = Then, Ends = Ends((1, FailureCause.TimedOut)), FailureCause = FailureCause.TimedOut, Error = "killed" };

        Assert.Equal(["1 timedOut ", "2 - ", "3 - "], TaskAttempt.Of(task, []).Select(Text));
        Assert.Equal([false, false, true], TaskAttempt.Of(task, []).Select(attempt => attempt.IsRunning));
        Assert.Equal(SampleTask.Now - Then, TaskAttempt.LastDurationOf(task, SampleTask.Now));
    }

    [Fact]
    public void A_task_that_waits_for_its_next_attempt_has_not_begun_it()
    {
        var task = SampleTask.In(BenchmarkTaskStatus.Ready, StageKind.Bag) with
        {
            ClaimedAt = Then.AddSeconds(-9),
            EndedAt = Then,
            Ends = Ends((1, FailureCause.ServerBusy), (2, FailureCause.ServerBusy)),
            FailureCause = FailureCause.ServerBusy,
            Error = "503",
        };

        Assert.Equal(["1 serverBusy ", "2 serverBusy 503"], TaskAttempt.Of(task, [End(2, FailureCause.ServerBusy, "503")]).Select(Text));
        Assert.Equal(2, TaskAttempt.CountOf(task));
        Assert.Equal("serverBusy", TaskOutcome.LastOf(task)!.Value.Word);
        Assert.Equal(TimeSpan.FromSeconds(9), TaskAttempt.LastDurationOf(task, SampleTask.Now));
    }

    [Theory]
    [InlineData(-1, 2)]
    [InlineData(1, 3)]
    public void A_task_that_was_cancelled_counts_its_last_attempt_only_where_that_had_begun(int claimedAfterReady, int attempts)
    {
        var task = SampleTask.In(BenchmarkTaskStatus.Cancelled, StageKind.Bag) with { ClaimedAt = Then.AddSeconds(claimedAfterReady) };

        Assert.Equal(attempts, TaskAttempt.CountOf(task));
        Assert.Equal(attempts, TaskAttempt.Of(task, []).Count);
    }

    [Fact]
    public void A_point_that_failed_because_its_time_passed_before_it_was_repeated_has_only_the_attempts_that_began()
    {
        var failed = SampleTask.In(BenchmarkTaskStatus.Failed) with { Attempt = 3, ClaimedAt = Then.AddSeconds(-20), ReadyAt = Then };
        failed = failed with { Ends = failed.Ends.Clear().Add(1, FailureCause.WorkerLost).Add(2, FailureCause.WorkerLost) };

        Assert.Equal([1, 2], TaskAttempt.Of(failed, []).Select(attempt => attempt.Number));
        Assert.Equal(3, TaskAttempt.CountOf(failed with { Ends = failed.Ends.Add(3, FailureCause.WorkerLost) }));
    }

    [Fact]
    public void A_task_that_was_cancelled_while_it_was_executed_says_when_that_ended()
    {
        var task = TaskTransitions.Cancel(SampleTask.In(BenchmarkTaskStatus.Running, StageKind.Bag) with { ClaimedAt = Then }, Then.AddSeconds(8))!;

        Assert.Equal(Then.AddSeconds(8), TaskAttempt.Of(task, [])[^1].EndedAt);
        Assert.Equal(TimeSpan.FromSeconds(8), TaskAttempt.LastDurationOf(task, SampleTask.Now));
    }

    [Fact]
    public void What_nobody_took_has_no_attempts()
    {
        var fresh = SampleTask.In(BenchmarkTaskStatus.Ready, StageKind.Bag) with { Attempt = 1 };

        Assert.Empty(TaskAttempt.Of(fresh, []));
        Assert.Empty(TaskAttempt.Of(fresh with { Status = BenchmarkTaskStatus.Cancelled }, []));
        Assert.Empty(TaskAttempt.Of(fresh with { Status = BenchmarkTaskStatus.Missed }, []));
        Assert.Null(TaskAttempt.LastDurationOf(fresh, SampleTask.Now));
        Assert.Null(TaskOutcome.LastOf(fresh));
    }

    [Fact]
    public void A_success_and_what_the_engine_gave_back_are_charged_to_no_task()
    {
        Assert.False(TaskOutcome.Success.IsCharged);
        Assert.False(new TaskOutcome(FailureCause.Preempted).IsCharged);
        Assert.True(new TaskOutcome(FailureCause.TimedOut).IsCharged);
    }

    private static string Text(TaskAttempt attempt) => $"{attempt.Number} {attempt.Outcome?.Word ?? "-"} {attempt.Error}";

    private static System.Collections.Immutable.ImmutableSortedDictionary<int, FailureCause> Ends(params (int Attempt, FailureCause Cause)[] ends) =>
        System.Collections.Immutable.ImmutableSortedDictionary.CreateRange(ends.Select(end => KeyValuePair.Create(end.Attempt, end.Cause)));

    private static AbnormalEnd End(int attempt, FailureCause cause, string error) => new(StageKind.Bag, 0, attempt, "w", cause, error, Then) { BeganAt = Then.AddSeconds(-41) };
}
