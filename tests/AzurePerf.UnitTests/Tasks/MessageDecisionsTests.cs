using AzurePerf.Core.Messages;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.UnitTests.Runs;
using Xunit;

namespace AzurePerf.UnitTests.Tasks;

public sealed class MessageDecisionsTests
{
    public static TheoryData<BenchmarkTaskStatus> Statuses => [.. Enum.GetValues<BenchmarkTaskStatus>()];

    [Theory]
    [MemberData(nameof(Statuses))]
    public void A_message_is_deleted_only_if_its_row_is_terminal(BenchmarkTaskStatus status)
    {
        var task = SampleTask.In(status);

        Assert.Equal(status.IsTerminal(), MessageDecisions.ByRow(task, "") == MessageStep.Delete);
        Assert.Equal(status.IsTerminal(), MessageDecisions.AfterEnd(task) == MessageStep.Delete);
        Assert.Equal(status.IsTerminal(), MessageDecisions.AfterDecision(task, task.Attempt) == MessageStep.Delete);
        Assert.Equal(status.IsTerminal(), MessageDecisions.AfterDecision(task, task.Attempt - 1) == MessageStep.Delete);
    }

    [Fact]
    public void A_message_without_a_row_is_deleted()
    {
        Assert.Equal(MessageStep.Delete, MessageDecisions.ByRow(null, ""));
        Assert.Equal(MessageStep.Delete, MessageDecisions.AfterDecision(null, 1));
    }

    [Theory]
    [InlineData(RunStatus.Accepted, MessageStep.Take)]
    [InlineData(RunStatus.Running, MessageStep.Take)]
    [InlineData(RunStatus.Cancelling, MessageStep.Take)]
    [InlineData(RunStatus.Completed, MessageStep.Delete)]
    [InlineData(RunStatus.Failed, MessageStep.Delete)]
    [InlineData(RunStatus.Cancelled, MessageStep.Delete)]
    public void The_messages_of_a_run_that_has_ended_are_deleted_and_no_others(RunStatus status, MessageStep expected)
    {
        Assert.Equal(expected, MessageDecisions.ByRun(RunIn(status), StageKind.Bag, "build"));
        Assert.Equal(MessageStep.Delete, MessageDecisions.ByRun(null, StageKind.Bag, "build"));
    }

    [Theory]
    [InlineData(StageKind.Bag)]
    [InlineData(StageKind.Measure)]
    [InlineData(StageKind.Clean)]
    public void The_messages_of_a_run_whose_rows_make_no_sense_lead_to_nothing_and_are_kept(StageKind stage)
    {
        var run = RunIn(RunStatus.Running) with { Fault = "row x makes no sense" };

        Assert.Equal(MessageStep.PassOn, MessageDecisions.ByRun(run, stage, "build"));
        Assert.Equal(MessageStep.Delete, MessageDecisions.ByRun(run with { Status = RunStatus.Failed }, stage, "build"));
    }

    [Theory]
    [InlineData(RunStatus.Running, "", true)]
    [InlineData(RunStatus.Cancelling, "", true)]
    [InlineData(RunStatus.Running, "row x makes no sense", false)]
    [InlineData(RunStatus.Completed, "", false)]
    public void A_claimed_task_begins_only_while_its_run_goes_on(RunStatus status, string faulted, bool expected) =>
        Assert.Equal(expected, MessageDecisions.MayBegin(RunIn(status) with { Fault = faulted }));

    [Theory]
    [InlineData("", MessageStep.Take)]
    [InlineData("mine", MessageStep.Take)]
    [InlineData("another", MessageStep.PassOn)]
    public void Points_are_measured_by_one_build(string build, MessageStep expected)
    {
        var run = RunIn(RunStatus.Running) with { Build = build };

        Assert.Equal(expected, MessageDecisions.ByRun(run, StageKind.Measure, "mine"));
        Assert.Equal(MessageStep.Take, MessageDecisions.ByRun(run, StageKind.Clean, "mine"));
    }

    [Fact]
    public void A_Ready_task_is_taken() => Assert.Equal(MessageStep.Take, MessageDecisions.ByRow(SampleTask.In(BenchmarkTaskStatus.Ready), ""));

    [Theory]
    [InlineData(BenchmarkTaskStatus.Running)]
    [InlineData(BenchmarkTaskStatus.Measured)]
    [InlineData(BenchmarkTaskStatus.Censored)]
    public void A_further_message_of_a_task_that_is_executed_or_about_to_be_decided_comes_back_soon(BenchmarkTaskStatus status)
    {
        Assert.Equal(MessageStep.PassOn, MessageDecisions.ByRow(SampleTask.In(status), ""));
    }

    [Fact]
    public void Only_the_nonce_of_this_very_claim_says_that_it_was_stored()
    {
        var running = SampleTask.In(BenchmarkTaskStatus.Running);

        Assert.Equal(MessageStep.Execute, MessageDecisions.ByRow(running, running.Nonce));
        Assert.Equal(MessageStep.PassOn, MessageDecisions.ByRow(running, "another"));
        Assert.Equal(MessageStep.PassOn, MessageDecisions.ByRow(running with { Nonce = "" }, ""));
        Assert.Equal(MessageStep.Take, MessageDecisions.ByRow(running with { Status = BenchmarkTaskStatus.Ready }, running.Nonce));
    }

    [Fact]
    public void A_task_that_runs_again_shows_its_message_and_one_to_be_decided_about_keeps_it()
    {
        Assert.Equal(MessageStep.Show, MessageDecisions.AfterEnd(SampleTask.In(BenchmarkTaskStatus.Ready)));
        Assert.Equal(MessageStep.Leave, MessageDecisions.AfterEnd(SampleTask.In(BenchmarkTaskStatus.Measured)));
        Assert.Equal(MessageStep.Leave, MessageDecisions.AfterDecision(SampleTask.In(BenchmarkTaskStatus.Measured), 3));
        Assert.Equal(MessageStep.PassOn, MessageDecisions.AfterDecision(SampleTask.In(BenchmarkTaskStatus.Ready), 2));
    }

    [Fact]
    public void An_end_is_known_to_be_stored_by_its_claim_and_its_instant()
    {
        var ended = SampleTask.In(BenchmarkTaskStatus.Measured) with { EndedAt = SampleTask.Now };

        Assert.True(TaskTransitions.IsStored(ended, ended with { Status = BenchmarkTaskStatus.Done }));
        Assert.False(TaskTransitions.IsStored(ended, ended with { Nonce = "another" }));
        Assert.False(TaskTransitions.IsStored(ended, ended with { EndedAt = SampleTask.Then }));
    }

    private static RunState RunIn(RunStatus status) => ExampleRun.Accepted("aaaaaaaaaaaaaaaaaaaa", SampleTask.Then) with { Status = status };

    [Theory]
    [InlineData(FailureCause.TimedOut, true)]
    [InlineData(FailureCause.UserCodeError, false)]
    [InlineData(FailureCause.ServerBusy, false)]
    [InlineData(null, false)]
    public void A_task_that_runs_again_is_left_to_other_workers_where_its_cause_asks_for_that(FailureCause? cause, bool avoids)
    {
        var stored = SampleTask.In(BenchmarkTaskStatus.Ready) with { Attempt = 3, ETag = "etag3", Owner = "worker2", FailureCause = cause };

        var message = MessageDecisions.Again(new(TaskMessage.CurrentVersion, stored.Key.RunId, 10, "00", 0, 2, "etag2", "worker1"), stored);

        Assert.Equal((3, "etag3", avoids ? "worker2" : null), (message.Attempt, message.ETag, message.Avoid));
    }

    [Theory]
    [InlineData(null, MessageStep.PassOn, 1)]
    [InlineData(1, MessageStep.PassOn, 2)]
    [InlineData(MessageDecisions.MostRefused - 1, MessageStep.PassOn, MessageDecisions.MostRefused)]
    [InlineData(MessageDecisions.MostRefused, MessageStep.Take, MessageDecisions.MostRefused)]
    public void Where_nobody_runs_programs_their_tasks_are_left_to_others_a_few_times_and_then_taken(int? refused, MessageStep expected, int next)
    {
        var (step, message) = MessageDecisions.ByPrograms(MessageOf(refused), [Worker(runs: false, draining: false)]);

        Assert.Equal((expected, next), (step, message.Refused));
    }

    [Theory]
    [InlineData(null, false)]
    [InlineData(MessageDecisions.MostRefused, false)]
    [InlineData(MessageDecisions.MostRefused, true)]
    public void Where_a_worker_runs_programs_their_tasks_are_left_to_it_however_often_it_takes_and_it_may_be_about_to_restart(int? refused, bool drains)
    {
        var (step, message) = MessageDecisions.ByPrograms(MessageOf(refused), [Worker(runs: false, draining: false), Worker(runs: true, drains)]);

        Assert.Equal((MessageStep.PassOn, null), (step, message.Refused));
    }

    [Theory]
    [InlineData(FailureCause.RequestRefused, 2)]
    [InlineData(FailureCause.UserCodeError, null)]
    public void Only_a_task_that_was_refused_keeps_count_of_who_ran_no_programs(FailureCause cause, int? expected)
    {
        var stored = SampleTask.In(BenchmarkTaskStatus.Ready) with { Attempt = 3, FailureCause = cause };

        Assert.Equal(expected, MessageDecisions.Again(MessageOf(2), stored).Refused);
        Assert.Equal(2, MessageText.ReadTask(MessageText.Write(MessageOf(2)))!.Refused);
    }

    [Theory]
    [InlineData("build", null, 0, MessageStep.PassOn, 1)]
    [InlineData("build", MessageDecisions.MostHeld - 1, 0, MessageStep.PassOn, MessageDecisions.MostHeld)]
    [InlineData("build", MessageDecisions.MostHeld, 0, MessageStep.Take, MessageDecisions.MostHeld)]
    [InlineData("other", 7, 24, MessageStep.PassOn, null)]
    [InlineData("other", 7, 25, MessageStep.PassOn, 8)]
    [InlineData("other", MessageDecisions.MostHeld, 0, MessageStep.Take, MessageDecisions.MostHeld)]
    public void An_order_of_a_later_build_waits_while_another_build_has_workers_and_otherwise_a_while(
        string build, int? refused, int hours, MessageStep expected, int? next)
    {
        var (step, message) = MessageDecisions.ByBuild(MessageOf(refused), [Worker(runs: false, draining: false)], build, TimeSpan.FromHours(hours));

        Assert.Equal((expected, next), (step, message.Refused));
    }

    [Fact]
    public void A_task_that_was_taken_after_it_had_waited_for_a_later_build_does_not_wait_again_when_it_failed()
    {
        var stored = SampleTask.In(BenchmarkTaskStatus.Ready) with { Attempt = 3, FailureCause = FailureCause.UserCodeError };

        Assert.Equal(MessageDecisions.MostHeld, MessageDecisions.Again(MessageOf(MessageDecisions.MostHeld) with { With = [new(1, "etag")] }, stored).Refused);
    }

    private static TaskMessage MessageOf(int? refused) =>
        new(TaskMessage.CurrentVersion, "aaaaaaaaaaaaaaaaaaaa", 14, "00", 0, 2, "etag2", Refused: refused);

    private static WorkerState Worker(bool runs, bool draining) => new()
    {
        WorkerId = "worker1",
        Pool = WorkerPool.Bag,
        HostId = "host1",
        Build = "build",
        StartedAt = DateTimeOffset.UnixEpoch,
        RunsPrograms = runs,
        Draining = draining,
    };
}
