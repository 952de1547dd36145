using AzurePerf.Core.Messages;
using AzurePerf.Core.Tasks;
using CsCheck;
using Xunit;
using static AzurePerf.Core.Tasks.BenchmarkTaskStatus;

namespace AzurePerf.UnitTests.Tasks;

public sealed class TaskTransitionsTests
{
    private static readonly DateTimeOffset Now = SampleTask.Now;
    private static readonly string[] ArrowNames =
        ["Claim", "Complete", "GiveUp", "Accept", "Fence", "Decide", "DecideLost", "Cancel", "CancelDead", "Remind"];

    public static TheoryData<string, StageKind, BenchmarkTaskStatus[]> Arrows => new()
    {
        { "Claim", StageKind.Prepare, [Ready] },
        { "Claim", StageKind.Measure, [Ready] },
        { "Complete", StageKind.Prepare, [Running] },
        { "Complete", StageKind.Measure, [Running] },
        { "GiveUp", StageKind.Prepare, [Running] },
        { "GiveUp", StageKind.Measure, [Running] },
        { "Accept", StageKind.Measure, [Measured] },
        { "Fence", StageKind.Prepare, [Running] },
        { "Fence", StageKind.Measure, [] },
        { "Decide", StageKind.Measure, [Ready, Censored] },
        { "DecideLost", StageKind.Measure, [Ready, Running, Censored] },
        { "Cancel", StageKind.Prepare, [Ready, Running] },
        { "Cancel", StageKind.Measure, [Ready, Measured, Censored] },
        { "CancelDead", StageKind.Prepare, [Ready, Running] },
        { "CancelDead", StageKind.Measure, [Ready, Running, Measured, Censored] },
        { "Remind", StageKind.Prepare, [Ready] },
        { "Remind", StageKind.Measure, [Ready] },
    };

    [Theory]
    [MemberData(nameof(Arrows))]
    public void An_arrow_leaves_from_these_statuses_and_no_other(string arrow, StageKind stage, BenchmarkTaskStatus[] from) =>
        Assert.Equal(from, Enum.GetValues<BenchmarkTaskStatus>().Where(status => Follow(arrow, SampleTask.In(status, stage)) is not null));

    [Fact]
    public void A_claim_names_the_worker_and_its_nonce()
    {
        var claimed = TaskTransitions.Claim(SampleTask.In(Ready), "worker9", "nonce9", Now)!;

        Assert.Equal((Running, "worker9", "nonce9", 3), (claimed.Status, claimed.Owner, claimed.Nonce, claimed.Attempt));
        Assert.Equal("local", claimed.Sku);
        Assert.Equal("big", TaskTransitions.Claim(SampleTask.In(Ready) with { Sku = "small" }, "worker9", "nonce9", Now, "big")!.Sku);
        Assert.Equal(Now, claimed.ClaimedAt);
    }

    [Fact]
    public void Only_the_claim_that_holds_a_task_can_end_it()
    {
        var task = SampleTask.In(Running);

        Assert.Null(TaskTransitions.Complete(task, "nonce2", "{}", Now));
        Assert.Null(TaskTransitions.Complete(task, "", "{}", Now));
        Assert.Null(TaskTransitions.GiveUp(task, "nonce2", FailureCause.UserCodeError, "", "", Now));
    }

    [Theory]
    [InlineData(StageKind.Prepare, Done)]
    [InlineData(StageKind.Measure, Measured)]
    [InlineData(StageKind.Clean, Done)]
    public void A_result_ends_a_task_but_a_point_waits_to_be_accepted(StageKind stage, BenchmarkTaskStatus expected)
    {
        var ended = TaskTransitions.Complete(SampleTask.In(Running, stage) with { FailureCause = FailureCause.TimedOut, Error = "before" }, "nonce1", "{1}", Now)!;

        Assert.Equal((expected, "{1}", 3, null, ""), (ended.Status, ended.Result, ended.Attempt, ended.FailureCause, ended.Error));
        Assert.Equal(Now, ended.EndedAt);
        if (stage == StageKind.Measure)
        {
            Assert.Equal((Done, "{1}"), (Accept(ended)!.Status, Accept(ended)!.Result));
        }
    }

    [Fact]
    public void A_point_that_was_given_up_keeps_its_partial_data_until_it_is_decided()
    {
        var censored = TaskTransitions.GiveUp(SampleTask.In(Running), "nonce1", FailureCause.TimedOut, "too slow", "{part}", Now)!;
        Assert.Equal((Censored, "{part}", 3, 1, "too slow"), (censored.Status, censored.Result, censored.Attempt, censored.Failures.TimedOut, censored.Error));

        var again = Decide(censored, Now.AddSeconds(1))!;
        Assert.Equal((Ready, "", 4, 1), (again.Status, again.Result, again.Attempt, again.Failures.TimedOut));
        Assert.Equal((Now.AddSeconds(1), null), (again.ReadyAt, again.NotBefore));
    }

    [Fact]
    public void Any_other_task_that_was_given_up_is_ready_again_with_its_next_attempt()
    {
        var again = TaskTransitions.GiveUp(SampleTask.In(Running, StageKind.Prepare), "nonce1", FailureCause.Preempted, "moved", "", Now)!;

        Assert.Equal((Ready, 4, 1), (again.Status, again.Attempt, again.Failures.Preempted));
    }

    [Theory]
    [InlineData(FailureCause.ServerBusy, 5)]
    [InlineData(FailureCause.TimedOut, 3)]
    [InlineData(FailureCause.WorkerLost, 5)]
    [InlineData(FailureCause.Preempted, 20)]
    [InlineData(FailureCause.UserCodeError, 2)]
    [InlineData(FailureCause.BadInput, 0)]
    public void A_cause_of_failure_is_repeated_as_often_as_its_budget_says(FailureCause cause, int budget)
    {
        Assert.Equal((budget, Dead), RepeatUntilTerminal(StageKind.Prepare, cause));
        Assert.Equal((budget, Failed), RepeatUntilTerminal(StageKind.Measure, cause));
    }

    [Fact]
    public void A_task_whose_product_was_there_already_is_done_and_nothing_is_charged()
    {
        var task = SampleTask.In(Running, StageKind.Bag) with { Attempt = 3, Failures = new(UserCode: 2) };

        var reused = TaskTransitions.GiveUp(task, "nonce1", FailureCause.AlreadyExists, "the blob exists", "", Now)!;

        Assert.Equal((Done, 3, FailureCause.AlreadyExists, "the blob exists"), (reused.Status, reused.Attempt, reused.FailureCause, reused.Error));
        Assert.Equal((true, new TaskFailures(UserCode: 2), true), (reused.IsReused, reused.Failures, reused.Ends.IsEmpty));
        Assert.Equal(("", "[1]"), (reused.Result, TaskTransitions.GiveUp(task, "nonce1", FailureCause.AlreadyExists, "the blob exists", "[1]", Now)!.Result));
        Assert.Equal("", TaskTransitions.GiveUp(task, "nonce1", FailureCause.ServerBusy, "later", "[1]", Now)!.Result);
        Assert.False(TaskTransitions.Complete(task with { FailureCause = FailureCause.ServerBusy }, "nonce1", "{}", Now)!.IsReused);
        Assert.Equal(MessageStep.Delete, MessageDecisions.AfterEnd(reused));
    }

    [Fact]
    public void A_point_that_was_there_already_is_done_once_that_is_decided()
    {
        var censored = TaskTransitions.GiveUp(SampleTask.In(Running), "nonce1", FailureCause.AlreadyExists, "the blob exists", "", Now)!;

        Assert.Equal((Censored, false), (censored.Status, censored.IsReused));
        Assert.Equal((Done, true, FailureCause.AlreadyExists), (Decide(censored, Now)!.Status, Decide(censored, Now)!.IsReused, Decide(censored, Now)!.FailureCause));
    }

    [Fact]
    public void A_row_keeps_the_cause_of_every_execution_that_brought_nothing()
    {
        var task = SampleTask.In(Ready, StageKind.Bag) with { Attempt = 1 };
        task = TaskTransitions.GiveUp(TaskTransitions.Claim(task, "worker1", "nonce1", Now)!, "nonce1", FailureCause.ServerBusy, "", "", Now)!;
        task = TaskTransitions.Fence(TaskTransitions.Claim(task, "worker1", "nonce1", Now)!, FailureCause.WorkerLost, "", Now)!;
        task = TaskTransitions.Complete(TaskTransitions.Claim(task, "worker1", "nonce1", Now)!, "nonce1", "{}", Now)!;

        Assert.Equal([(1, FailureCause.ServerBusy), (2, FailureCause.WorkerLost)], task.Ends.Select(end => (end.Key, end.Value)));
    }

    [Fact]
    public void Classes_of_failure_have_budgets_of_their_own()
    {
        var task = SampleTask.In(Running) with { Failures = new(TransientStorage: 5, TimedOut: 3, WorkerLost: 5, Preempted: 20, UserCode: 1) };

        Assert.Equal(Ready, Decide(TaskTransitions.GiveUp(task, "nonce1", FailureCause.UserCodeError, "", "", Now)!, Now)!.Status);
        Assert.Equal(Failed, Decide(TaskTransitions.GiveUp(task, "nonce1", FailureCause.TimedOut, "", "", Now)!, Now)!.Status);
    }

    [Theory]
    [InlineData(1, 2)]
    [InlineData(2, 4)]
    [InlineData(5, 32)]
    public void After_faults_of_storage_that_pass_the_pause_doubles(int failures, int seconds)
    {
        var task = SampleTask.In(Running, StageKind.Clean) with { Failures = new(TransientStorage: failures - 1) };

        Assert.InRange(
            TaskTransitions.GiveUp(task, "nonce1", FailureCause.ServerBusy, "", "", Now)!.NotBefore!.Value, Now.AddSeconds(seconds), Now.AddSeconds(2 * seconds));
    }

    [Fact]
    public void The_pause_is_never_longer_than_five_minutes() =>
        Assert.Equal(TimeSpan.FromSeconds(300), RetryPolicy.DelayOf(FailureCause.ServerBusy, new(TransientStorage: 60), SampleTask.In(Ready).Key, 1));

    [Fact]
    public void What_an_earlier_repetition_waited_for_does_not_delay_the_next()
    {
        var waited = SampleTask.In(Running, StageKind.Prepare) with { NotBefore = Now.AddHours(1) };

        Assert.Null(TaskTransitions.GiveUp(waited, "nonce1", FailureCause.UserCodeError, "", "", Now)!.NotBefore);
    }

    [Fact]
    public void The_executions_of_a_dead_worker_are_counted_as_lost()
    {
        Assert.Equal((Ready, 1, "worker worker1 died"), Lost(TaskTransitions.Fence(SampleTask.In(Running, StageKind.Prepare), FailureCause.WorkerLost, "worker worker1 died", Now)!));
        Assert.Equal((Ready, 1, "worker worker1 died"), Lost(Decide(SampleTask.In(Running), Now, isDead: true)!));
        Assert.Equal((Cancelled, 1, "worker worker1 died"), Lost(Cancel(SampleTask.In(Running), isDead: true)!));
        Assert.Equal((Cancelled, 0, ""), Lost(Cancel(SampleTask.In(Ready), isDead: true)!));

        static (BenchmarkTaskStatus, int, string) Lost(BenchmarkTask task) => (task.Status, task.Failures.WorkerLost, task.Error);
    }

    [Fact]
    public void A_cancelled_execution_ends_then_and_of_a_task_that_waits_the_end_of_the_one_before_stays()
    {
        var (running, ready) = (SampleTask.In(Running, StageKind.Bag), SampleTask.In(Ready, StageKind.Bag) with { EndedAt = SampleTask.Then });

        Assert.Equal((Cancelled, Now), (TaskTransitions.Cancel(running, Now)!.Status, TaskTransitions.Cancel(running, Now)!.EndedAt));
        Assert.Equal((Cancelled, SampleTask.Then), (TaskTransitions.Cancel(ready, Now)!.Status, TaskTransitions.Cancel(ready, Now)!.EndedAt));
    }

    [Fact]
    public void An_error_is_kept_short_and_without_secrets()
    {
        var error = "failed with AccountKey=c2VjcmV0c2VjcmV0 " + new string('x', 5_000);

        var kept = TaskTransitions.GiveUp(SampleTask.In(Running), "nonce1", FailureCause.UserCodeError, error, "", Now)!.Error;

        Assert.InRange(kept.Length, 20, 300);
        Assert.DoesNotContain("c2VjcmV0", kept, StringComparison.Ordinal);
    }

    [Fact]
    public void A_reminder_changes_nothing_but_the_age()
    {
        var task = SampleTask.In(Ready);

        Assert.Equal(task with { ReadyAt = Now }, TaskTransitions.Remind(task, Now));
    }

    [Fact]
    public void On_any_walk_the_attempt_never_falls_a_terminal_task_never_changes_and_one_result_is_accepted_at_most() =>
        SeededProperty.Holds(Walks.All, walk => Walk(walk.Steps, new Random(walk.Seed)), cases: 500);

    private static bool Walk(int steps, Random random)
    {
        var stage = (StageKind)random.Next(4);
        var task = SampleTask.In(Ready, stage) with { Attempt = 1 };
        var accepted = 0;
        for (var step = 0; step < steps; step++)
        {
            var arrow = ArrowNames[random.Next(ArrowNames.Length)];
            if (NothingEnded(arrow, task) || Follow(arrow, task, random.Next(4) == 0 ? "stale" : task.Nonce, FailureTaxonomy.Rows[random.Next(FailureTaxonomy.Rows.Count)].Cause) is not { } next)
            {
                continue;
            }

            if (task.Status.IsTerminal() || next.Attempt < task.Attempt || next.Attempt > task.Attempt + 1 || !CountsGrow(task.Failures, next.Failures))
            {
                return false;
            }

            if (next.Attempt > task.Attempt != (task.Status is Running or Censored && next.Status == Ready))
            {
                return false;
            }

            accepted += next.Status == Done ? 1 : 0;
            task = next;
        }

        return accepted <= 1 && task.Attempt <= 36;
    }

    /// <summary>A point is decided only after one of its executions ended.</summary>
    private static bool NothingEnded(string arrow, BenchmarkTask task) => task.Status == Ready && (arrow is "Decide" or "DecideLost");

    private static bool CountsGrow(TaskFailures before, TaskFailures after) =>
        Enum.GetValues<FailureClass>().All(kind => after.CountOf(kind) >= before.CountOf(kind));

    private static (int Repetitions, BenchmarkTaskStatus Status) RepeatUntilTerminal(StageKind stage, FailureCause cause)
    {
        var task = SampleTask.In(Ready, stage);
        for (var repetitions = 0; ; repetitions++)
        {
            task = TaskTransitions.GiveUp(TaskTransitions.Claim(task, "worker1", "nonce1", Now)!, "nonce1", cause, "", "", Now)!;
            task = stage == StageKind.Measure ? Decide(task, Now)! : task;
            if (task.Status.IsTerminal())
            {
                return (repetitions, task.Status);
            }
        }
    }

    private static BenchmarkTask? Follow(string arrow, BenchmarkTask task, string nonce = "nonce1", FailureCause cause = FailureCause.UserCodeError) => arrow switch
    {
        "Claim" => TaskTransitions.Claim(task, "worker1", "nonce1", Now),
        "Complete" => TaskTransitions.Complete(task, nonce, "{}", Now),
        "GiveUp" => TaskTransitions.GiveUp(task, nonce, cause, "it broke", "{}", Now),
        "Accept" => Accept(task),
        "Fence" => TaskTransitions.Fence(task, FailureCause.WorkerLost, "worker worker1 died", Now),
        "Decide" => IsPoint(task) ? Decide(task, Now) : null,
        "DecideLost" => IsPoint(task) ? Decide(task, Now, isDead: true) : null,
        "Cancel" => Cancel(task, isDead: false),
        "CancelDead" => Cancel(task, isDead: true),
        "Remind" => TaskTransitions.Remind(task, Now),
        _ => throw new ArgumentException(arrow, nameof(arrow)),
    };

    /// <summary>The arrows of a point, for one that a single worker measures.</summary>
    private static BenchmarkTask? Accept(BenchmarkTask task) => PointTransitions.Accept([task])?[0];

    private static BenchmarkTask? Decide(BenchmarkTask task, DateTimeOffset now, bool isDead = false) => PointTransitions.Decide([task], _ => isDead, now)?[0];

    private static BenchmarkTask? Cancel(BenchmarkTask task, bool isDead) =>
        IsPoint(task) ? PointTransitions.Cancel([task], _ => isDead, Now)?[0] : TaskTransitions.Cancel(task, Now);

    private static bool IsPoint(BenchmarkTask task) => task.Key.Stage == StageKind.Measure;
}
