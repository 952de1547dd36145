using AzurePerf.Core.Tasks;
using Xunit;

namespace AzurePerf.UnitTests.Tasks;

public sealed class TaskFilterTests
{
    private static readonly BenchmarkTask Done = SampleTask.In(BenchmarkTaskStatus.Done, StageKind.Bag);
    private static readonly BenchmarkTask Dead = SampleTask.In(BenchmarkTaskStatus.Dead, StageKind.Bag);

    [Fact]
    public void Without_anything_asked_for_every_task_is_admitted() =>
        Assert.All(Enum.GetValues<BenchmarkTaskStatus>(), status => Assert.True(TaskFilter.None.Admits(SampleTask.In(status, StageKind.Bag))));

    [Theory]
    [InlineData(TaskState.Waiting, "Ready")]
    [InlineData(TaskState.Running, "Running Measured Censored")]
    [InlineData(TaskState.Done, "Done")]
    [InlineData(TaskState.Failed, "Failed Dead")]
    [InlineData(TaskState.Missed, "Missed")]
    [InlineData(TaskState.Cancelled, "Cancelled")]
    public void A_state_admits_its_statuses(TaskState state, string statuses)
    {
        var filter = new TaskFilter { States = [state] };

        Assert.Equal(statuses, string.Join(' ', Enum.GetValues<BenchmarkTaskStatus>().Where(status => filter.Admits(SampleTask.In(status, StageKind.Bag)))));
        Assert.Equal(statuses, string.Join(' ', TaskStates.StatusesOf([state])));
    }

    [Fact]
    public void A_success_is_a_result_of_the_tasks_own_and_a_product_that_was_there_already_another_outcome()
    {
        var reused = Done with { FailureCause = FailureCause.AlreadyExists };

        Assert.True(new TaskFilter { Outcomes = [TaskOutcome.Success] }.Admits(Done));
        Assert.False(new TaskFilter { Outcomes = [TaskOutcome.Success] }.Admits(reused));
        Assert.True(new TaskFilter { Outcomes = [new(FailureCause.AlreadyExists)] }.Admits(reused));
        Assert.True(new TaskFilter { Outcomes = [TaskOutcome.Success, new(FailureCause.AlreadyExists)] }.Admits(reused));
    }

    [Fact]
    public void A_cause_admits_a_task_that_succeeded_after_an_attempt_with_it()
    {
        var repeated = Done with { Ends = Done.Ends.Add(1, FailureCause.TimedOut) };

        Assert.True(new TaskFilter { Outcomes = [new(FailureCause.TimedOut)] }.Admits(repeated));
        Assert.True(new TaskFilter { Outcomes = [TaskOutcome.Success] }.Admits(repeated));
        Assert.False(new TaskFilter { Outcomes = [new(FailureCause.WorkerLost)] }.Admits(repeated));
        Assert.True(new TaskFilter { Outcomes = [new(FailureCause.UserCodeError)] }.Admits(Dead));
    }

    [Fact]
    public void What_is_asked_for_must_all_fit()
    {
        var filter = new TaskFilter { States = [TaskState.Failed], Outcomes = [new(FailureCause.UserCodeError)], Worker = "worker1" };

        Assert.True(filter.Admits(Dead));
        Assert.False(filter.Admits(Dead with { Owner = "worker2" }));
        Assert.False(filter.Admits(Done with { Ends = Done.Ends.Add(1, FailureCause.UserCodeError) }));
    }

    [Fact]
    public void A_task_without_a_row_has_a_state_and_neither_outcome_nor_worker()
    {
        Assert.True(TaskFilter.None.AdmitsUnwritten(TaskState.Waiting));
        Assert.True(new TaskFilter { States = [TaskState.Cancelled] }.AdmitsUnwritten(TaskState.Cancelled));
        Assert.False(new TaskFilter { States = [TaskState.Failed] }.AdmitsUnwritten(TaskState.Waiting));
        Assert.False(new TaskFilter { Worker = "worker1" }.AdmitsUnwritten(TaskState.Waiting));
        Assert.False(new TaskFilter { Outcomes = [TaskOutcome.Success] }.AdmitsUnwritten(TaskState.Waiting));
    }

    [Fact]
    public void Every_outcome_is_found_by_its_word_in_any_case()
    {
        Assert.Equal(FailureTaxonomy.Rows.Count + 1, TaskOutcome.All.Count);
        Assert.All(TaskOutcome.All, outcome => Assert.Equal(outcome, TaskOutcome.Parse(outcome.Word.ToUpperInvariant())));
        Assert.Equal("timedOut", new TaskOutcome(FailureCause.TimedOut).Word);
        Assert.Null(TaskOutcome.Parse("exploded"));
    }
}
