using Azure;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage.Queues;
using AzurePerf.Worker.Execution;
using AzurePerf.Worker.Heartbeats;
using AzurePerf.Worker.Tasks;
using Xunit;

namespace AzurePerf.UnitTests.Worker.Tasks;

public sealed class TaskExecutionTests
{
    private static readonly ReceivedMessage Message = new("id", "receipt", "");

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_failure_of_its_own_at_the_time_of_a_stop_is_the_cause_and_the_stop_is_mentioned()
    {
        var end = await ExecuteAsync(new InvalidDataException("the answer is no answer"), stopped: true);

        Assert.Equal(FailureCause.UserCodeError, end.Failure?.Cause);
        Assert.Equal("InvalidDataException: the answer is no answer; another member failed", end.Failure?.Error);
    }

    public static TheoryData<Exception> WaysOut =>
    [
        new OperationCanceledException(), new TaskCanceledException(), new IOException("the stream was closed", new OperationCanceledException()),
        new AggregateException("4 tries failed", new IOException("reset"), new TaskCanceledException()), new MissedStartException("told to leave the barrier"),
    ];

    [Theory]
    [MemberData(nameof(WaysOut))]
    public async Task What_a_stopped_execution_throws_because_it_was_stopped_is_no_failure_of_its_own(Exception exception)
    {
        var end = await ExecuteAsync(exception, stopped: true);

        Assert.Equal((FailureCause.GangStopped, "another member failed"), (end.Failure?.Cause, end.Failure?.Error));
    }

    [Fact]
    public async Task Without_a_stop_a_failure_is_told_as_it_is()
    {
        var end = await ExecuteAsync(new InvalidDataException("the answer is no answer"), stopped: false);

        Assert.Equal((FailureCause.UserCodeError, "InvalidDataException: the answer is no answer"), (end.Failure?.Cause, end.Failure?.Error));
    }

    [Fact]
    public async Task A_cause_that_one_of_several_parts_named_is_the_cause_of_all()
    {
        var named = new ExecutionEndedException(FailureCause.BlobReadFailed, "part 3 could not be read");

        var end = await ExecuteAsync(new AggregateException(new IOException("reset"), new AggregateException(named)), stopped: false);

        Assert.Equal((FailureCause.BlobReadFailed, "part 3 could not be read"), (end.Failure?.Cause, end.Failure?.Error));
    }

    [Fact]
    public async Task Cleaning_up_that_is_told_that_something_exists_has_failed_and_is_not_done()
    {
        var end = await ExecuteAsync(new RequestFailedException(409, "The blob exists.", "BlobAlreadyExists", null), stopped: false);

        Assert.Equal(FailureCause.RequestRefused, end.Failure?.Cause);
    }

    [Theory]
    [InlineData(StageKind.Bag, FailureCause.RequestRefused)]
    [InlineData(StageKind.Measure, FailureCause.AlreadyExists)]
    public void A_task_whose_product_is_what_it_gives_back_is_not_done_because_something_exists(StageKind stage, FailureCause cause) =>
        Assert.Equal(cause, TaskExecution.CauseOf(new RequestFailedException(409, "The blob exists.", "BlobAlreadyExists", null), stage));

    public static TheoryData<FailureCause> Named => [.. Enum.GetValues<FailureCause>().Where(ExecutionEndedException.MayName)];

    [Theory]
    [MemberData(nameof(Named))]
    public async Task A_cause_that_work_names_is_the_cause_of_the_end_with_what_it_said(FailureCause cause)
    {
        var end = await ExecuteAsync(new ExecutionEndedException(cause, "as it found") { Product = "[1]" }, stopped: false);

        Assert.Equal((cause, "as it found", "[1]"), (end.Failure?.Cause, end.Failure?.Error, end.Failure?.Partial));
    }

    [Fact]
    public async Task A_users_program_over_its_own_limit_is_user_code_error_also_while_the_worker_is_told_to_stop()
    {
        var over = new ExecutionEndedException(FailureCause.UserCodeError, "the program ran over its limit of 30 s", new OperationCanceledException());

        var end = await ExecuteAsync(over, stopped: true);

        Assert.Equal((FailureCause.UserCodeError, "the program ran over its limit of 30 s; another member failed"), (end.Failure?.Cause, end.Failure?.Error));
    }

    [Fact]
    public void A_named_reuse_without_the_product_has_failed() =>
        Assert.Equal(FailureCause.RequestRefused, TaskExecution.CauseOf(new ExecutionEndedException(FailureCause.AlreadyExists, "it is there"), StageKind.Bag));

    [Fact]
    public async Task A_product_found_there_that_no_row_has_room_for_has_failed_as_one_that_was_made()
    {
        await using var worker = new WorkerUnderTest();
        var task = await TaskOfAsync(worker);
        var product = new string('x', TaskResult.MostCharacters(task.Order.Members) + 1);

        var fitting = TaskCommit.Fitting(task, new(null, new(FailureCause.AlreadyExists, "it is there", product)));

        Assert.Equal(TaskCommit.Fitting(task, new(product, null)), fitting);
        Assert.Equal(FailureCause.BadInput, fitting.Failure?.Cause);
    }

    [Fact]
    public async Task A_task_that_was_claimed_just_before_its_run_stood_aside_is_given_back()
    {
        var begun = false;
        await using var worker = new WorkerUnderTest(execute: _ =>
        {
            begun = true;
            return Task.FromResult("{}");
        });
        var task = await TaskOfAsync(worker);
        await worker.Runs.TryReplaceAsync((await worker.Runs.FindAsync(task.Key.RunId, Cancelled))! with { Aside = true }, Cancelled);
        using var execution = new CurrentExecution(task, Message, worker.Time, Cancelled);

        var end = await worker.Execution.RunAsync(execution);

        Assert.Equal((false, FailureCause.Preempted), (begun, end.Failure?.Cause));
    }

    [Theory]
    [InlineData(RunStatus.Running, "row x makes no sense")]
    [InlineData(RunStatus.Failed, "")]
    public async Task A_task_that_was_claimed_just_before_nothing_more_is_to_be_executed_for_its_run_does_not_begin(RunStatus status, string faulted)
    {
        var begun = false;
        await using var worker = new WorkerUnderTest(execute: _ =>
        {
            begun = true;
            return Task.FromResult("{}");
        });
        var task = await TaskOfAsync(worker);
        var run = (await worker.Runs.FindAsync(task.Key.RunId, Cancelled))!;
        await worker.Runs.TryReplaceAsync(run with { Status = status, Fault = faulted }, Cancelled);
        using var execution = new CurrentExecution(task, Message, worker.Time, Cancelled);

        var end = await worker.Execution.RunAsync(execution);

        Assert.Equal((false, FailureCause.Cancelled), (begun, end.Failure?.Cause));
    }

    [Fact]
    public async Task An_execution_that_is_stopped_before_it_begins_does_not_begin()
    {
        var begun = false;
        await using var worker = new WorkerUnderTest(execute: _ =>
        {
            begun = true;
            return Task.FromResult("{}");
        });
        using var execution = new CurrentExecution(await TaskOfAsync(worker), Message, worker.Time, Cancelled);
        execution.Stop(StopCommand.Of(execution.Task, FailureCause.GangStopped, "another member failed"));

        var end = await worker.Execution.RunAsync(execution);

        Assert.Equal((false, FailureCause.GangStopped), (begun, end.Failure?.Cause));
    }

    private static async Task<ExecutionEnd> ExecuteAsync(Exception exception, bool stopped)
    {
        await using var worker = new WorkerUnderTest(execute: execution =>
        {
            if (stopped)
            {
                execution.Stop(StopCommand.Of(execution.Task, FailureCause.GangStopped, "another member failed"));
            }

            return Task.FromException<string>(exception);
        });
        using var execution = new CurrentExecution(await TaskOfAsync(worker), Message, worker.Time, Cancelled);
        return await worker.Execution.RunAsync(execution);
    }

    private static async Task<BenchmarkTask> TaskOfAsync(WorkerUnderTest worker) => (await worker.Tasks.FindAsync(await worker.DispatchAsync(), Cancelled))!;
}
