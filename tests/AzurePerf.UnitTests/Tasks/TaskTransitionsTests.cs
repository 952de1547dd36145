using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using FsCheck.Fluent;
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
        { "Decide", StageKind.Measure, [Censored] },
        { "DecideLost", StageKind.Prepare, [] },
        { "DecideLost", StageKind.Measure, [Running] },
        { "Cancel", StageKind.Prepare, [Ready, Running, Measured, Censored] },
        { "Cancel", StageKind.Measure, [Ready, Measured, Censored] },
        { "CancelDead", StageKind.Prepare, [Ready, Running, Measured, Censored] },
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
        Assert.Equal(Now, claimed.ClaimedAt);
    }

    [Fact]
    public void Only_the_claim_that_holds_a_task_can_end_it()
    {
        var task = SampleTask.In(Running);

        Assert.Null(TaskTransitions.Complete(task, "nonce2", "{}", Now));
        Assert.Null(TaskTransitions.Complete(task, "", "{}", Now));
        Assert.Null(TaskTransitions.GiveUp(task, "nonce2", TaskFailureKind.Faulted, "", "", Now));
    }

    [Theory]
    [InlineData(StageKind.Prepare, Done)]
    [InlineData(StageKind.Measure, Measured)]
    [InlineData(StageKind.Clean, Done)]
    public void A_result_ends_a_task_but_a_point_waits_to_be_accepted(StageKind stage, BenchmarkTaskStatus expected)
    {
        var ended = TaskTransitions.Complete(SampleTask.In(Running, stage) with { FailureKind = TaskFailureKind.TimedOut, Error = "before" }, "nonce1", "{1}", Now)!;

        Assert.Equal((expected, "{1}", 3, null, ""), (ended.Status, ended.Result, ended.Attempt, ended.FailureKind, ended.Error));
        Assert.Equal(Now, ended.EndedAt);
        if (stage == StageKind.Measure)
        {
            Assert.Equal((Done, "{1}"), (TaskTransitions.Accept(ended)!.Status, TaskTransitions.Accept(ended)!.Result));
        }
    }

    [Fact]
    public void A_point_that_was_given_up_keeps_its_partial_data_until_it_is_decided()
    {
        var censored = TaskTransitions.GiveUp(SampleTask.In(Running), "nonce1", TaskFailureKind.TimedOut, "too slow", "{part}", Now)!;
        Assert.Equal((Censored, "{part}", 3, 1, "too slow"), (censored.Status, censored.Result, censored.Attempt, censored.Failures.TimedOut, censored.Error));

        var again = TaskTransitions.Decide(censored, Now.AddSeconds(1))!;
        Assert.Equal((Ready, "", 4, 4, 1), (again.Status, again.Result, again.Attempt, again.Gang, again.Failures.TimedOut));
        Assert.Equal((Now.AddSeconds(1), null), (again.ReadyAt, again.NotBefore));
    }

    [Fact]
    public void Any_other_task_that_was_given_up_is_ready_again_with_its_next_attempt()
    {
        var again = TaskTransitions.GiveUp(SampleTask.In(Running, StageKind.Prepare), "nonce1", TaskFailureKind.Preempted, "moved", "", Now)!;

        Assert.Equal((Ready, 4, 3, 1), (again.Status, again.Attempt, again.Gang, again.Failures.Preempted));
    }

    [Theory]
    [InlineData(TaskFailureKind.TransientStorage, 5)]
    [InlineData(TaskFailureKind.TimedOut, 3)]
    [InlineData(TaskFailureKind.WorkerLost, 5)]
    [InlineData(TaskFailureKind.Preempted, 20)]
    [InlineData(TaskFailureKind.Faulted, 2)]
    [InlineData(TaskFailureKind.BadInput, 0)]
    public void A_kind_of_failure_is_repeated_as_often_as_its_budget_says(TaskFailureKind kind, int budget)
    {
        Assert.Equal((budget, Dead), RepeatUntilTerminal(StageKind.Prepare, kind));
        Assert.Equal((budget, Failed), RepeatUntilTerminal(StageKind.Measure, kind));
    }

    [Fact]
    public void Kinds_of_failure_have_budgets_of_their_own()
    {
        var task = SampleTask.In(Running) with { Failures = new(TransientStorage: 5, TimedOut: 3, WorkerLost: 5, Preempted: 20, Faulted: 1) };

        Assert.Equal(Ready, TaskTransitions.Decide(TaskTransitions.GiveUp(task, "nonce1", TaskFailureKind.Faulted, "", "", Now)!, Now)!.Status);
        Assert.Equal(Failed, TaskTransitions.Decide(TaskTransitions.GiveUp(task, "nonce1", TaskFailureKind.TimedOut, "", "", Now)!, Now)!.Status);
    }

    [Theory]
    [InlineData(1, 2)]
    [InlineData(2, 4)]
    [InlineData(5, 32)]
    public void After_faults_of_storage_that_pass_the_pause_doubles(int failures, int seconds)
    {
        var task = SampleTask.In(Running, StageKind.Clean) with { Failures = new(TransientStorage: failures - 1) };

        Assert.Equal(Now.AddSeconds(seconds), TaskTransitions.GiveUp(task, "nonce1", TaskFailureKind.TransientStorage, "", "", Now)!.NotBefore);
    }

    [Fact]
    public void The_pause_is_never_longer_than_five_minutes() =>
        Assert.Equal(TimeSpan.FromSeconds(300), RetryPolicy.DelayOf(TaskFailureKind.TransientStorage, new(TransientStorage: 60)));

    [Fact]
    public void What_an_earlier_repetition_waited_for_does_not_delay_the_next()
    {
        var waited = SampleTask.In(Running, StageKind.Prepare) with { NotBefore = Now.AddHours(1) };

        Assert.Null(TaskTransitions.GiveUp(waited, "nonce1", TaskFailureKind.Faulted, "", "", Now)!.NotBefore);
    }

    [Fact]
    public void The_executions_of_a_dead_worker_are_counted_as_lost()
    {
        Assert.Equal((Ready, 1, "worker worker1 died"), Lost(TaskTransitions.Fence(SampleTask.In(Running, StageKind.Prepare), Now)!));
        Assert.Equal((Ready, 1, "worker worker1 died"), Lost(TaskTransitions.DecideLost(SampleTask.In(Running), Now)!));
        Assert.Equal((Cancelled, 1, "worker worker1 died"), Lost(TaskTransitions.Cancel(SampleTask.In(Running), ownerIsDead: true, Now)!));
        Assert.Equal((Cancelled, 0, ""), Lost(TaskTransitions.Cancel(SampleTask.In(Ready), ownerIsDead: true, Now)!));

        static (BenchmarkTaskStatus, int, string) Lost(BenchmarkTask task) => (task.Status, task.Failures.WorkerLost, task.Error);
    }

    [Fact]
    public void An_error_is_kept_short_and_without_secrets()
    {
        var error = "failed with AccountKey=c2VjcmV0c2VjcmV0 " + new string('x', 5_000);

        var kept = TaskTransitions.GiveUp(SampleTask.In(Running), "nonce1", TaskFailureKind.Faulted, error, "", Now)!.Error;

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
        SeededProperty.Holds(Gen.Choose(0, int.MaxValue), seed => Walk(new Random(seed)), cases: 500);

    private static bool Walk(Random random)
    {
        var stage = (StageKind)random.Next(3);
        var task = SampleTask.In(Ready, stage) with { Attempt = 1, Gang = 1 };
        var accepted = 0;
        for (var step = 0; step < 200; step++)
        {
            var arrow = ArrowNames[random.Next(ArrowNames.Length)];
            if (Follow(arrow, task, random.Next(4) == 0 ? "stale" : task.Nonce, (TaskFailureKind)random.Next(6)) is not { } next)
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

    private static bool CountsGrow(TaskFailures before, TaskFailures after) =>
        Enum.GetValues<TaskFailureKind>().All(kind => after.CountOf(kind) >= before.CountOf(kind));

    private static (int Repetitions, BenchmarkTaskStatus Status) RepeatUntilTerminal(StageKind stage, TaskFailureKind kind)
    {
        var task = SampleTask.In(Ready, stage);
        for (var repetitions = 0; ; repetitions++)
        {
            task = TaskTransitions.GiveUp(TaskTransitions.Claim(task, "worker1", "nonce1", Now)!, "nonce1", kind, "", "", Now)!;
            task = stage == StageKind.Measure ? TaskTransitions.Decide(task, Now)! : task;
            if (task.Status.IsTerminal())
            {
                return (repetitions, task.Status);
            }
        }
    }

    private static BenchmarkTask? Follow(string arrow, BenchmarkTask task, string nonce = "nonce1", TaskFailureKind kind = TaskFailureKind.Faulted) => arrow switch
    {
        "Claim" => TaskTransitions.Claim(task, "worker1", "nonce1", Now),
        "Complete" => TaskTransitions.Complete(task, nonce, "{}", Now),
        "GiveUp" => TaskTransitions.GiveUp(task, nonce, kind, "it broke", "{}", Now),
        "Accept" => TaskTransitions.Accept(task),
        "Fence" => TaskTransitions.Fence(task, Now),
        "Decide" => TaskTransitions.Decide(task, Now),
        "DecideLost" => TaskTransitions.DecideLost(task, Now),
        "Cancel" => TaskTransitions.Cancel(task, ownerIsDead: false, Now),
        "CancelDead" => TaskTransitions.Cancel(task, ownerIsDead: true, Now),
        "Remind" => TaskTransitions.Remind(task, Now),
        _ => throw new ArgumentException(arrow, nameof(arrow)),
    };
}
