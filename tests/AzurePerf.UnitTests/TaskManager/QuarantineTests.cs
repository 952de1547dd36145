using Azure;
using Azure.Identity;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Storage;
using AzurePerf.TaskManager.Recovery;
using AzurePerf.Testing.Storage;
using AzurePerf.UnitTests.Runs;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager;

/// <summary>What one run or one duty meets ends neither the process nor anything else that it does.</summary>
public sealed class QuarantineTests
{
    private readonly TaskManagerUnderTest _engine = new() { FaultsAreExpected = true };

    /// <summary>Thrown instead of each request to a table and partition; null for none.</summary>
    private Func<string, string, Exception?> _fault = (_, _) => null;

    public QuarantineTests()
    {
        _engine.RowStore = rows => new InterceptedRowStore(rows, (table, partition, _) =>
        {
            if (_fault(table, partition) is { } fault)
            {
                throw fault;
            }
        });
        _engine.Restart();
    }

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public static TheoryData<string> Faults => ["a bug", "too long", "413", "400", "404"];

    [Theory]
    [MemberData(nameof(Faults))]
    public async Task A_run_whose_step_meets_a_fault_ends_with_the_reason_gives_its_keys_back_and_is_cleaned_up_while_the_others_go_on(string fault)
    {
        await _engine.HireAsync();
        var broken = await _engine.SubmitAsync(SampleSpecs.Downloads());
        var next = await _engine.SubmitAsync(SampleSpecs.Downloads(repetitions: 1));
        _fault = (table, partition) => table == ControlNames.PointsTable && partition == broken ? ExceptionOf(fault) : null;

        await _engine.WorkUntilEndedAsync(broken, next);

        var run = await _engine.HeaderAsync(broken);
        Assert.Equal((RunStatus.Failed, RunStatus.Completed), (run.Status, (await _engine.HeaderAsync(next)).Status));
        Assert.StartsWith("internal error in the TaskManager: ", run.Reason, StringComparison.Ordinal);
        Assert.Contains(ExceptionOf(fault).Message.Split('\n')[0], run.Reason, StringComparison.Ordinal);
        Assert.Equal(run.Reason, run.Fault);
        Assert.Contains(await _engine.EventsAsync(broken), sentence => sentence.Contains(run.Reason[..60], StringComparison.Ordinal));
        Assert.DoesNotContain(await _engine.KeysAsync(), key => key.RunId == broken || key.RunId == next);
        _engine.Time.Advance(TimeSpan.FromHours(1));
        await _engine.WorkUntilAsync(async () => !await _engine.Resources.ListAllAsync(Cancelled).AnyAsync(Cancelled));
    }

    [Fact]
    public async Task A_refusal_that_passes_within_a_minute_costs_no_run()
    {
        _engine.Time.Advance(Patience.WithNewRoles);
        await _engine.HireAsync();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads());
        var until = _engine.Time.GetUtcNow().AddSeconds(45);
        _fault = (table, partition) => table == ControlNames.PointsTable && _engine.Time.GetUtcNow() < until ? new AuthenticationFailedException("no token") : null;

        await _engine.WorkUntilEndedAsync(runId);

        Assert.Equal(RunStatus.Completed, (await _engine.HeaderAsync(runId)).Status);
        Assert.True(_engine.Time.GetUtcNow() >= until);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_refusal_of_one_table_that_lasts_ends_the_run_that_needs_it(bool noIdentity)
    {
        _engine.Time.Advance(Patience.WithNewRoles);
        await _engine.HireAsync();
        var broken = await _engine.SubmitAsync(SampleSpecs.Downloads());
        var next = await _engine.SubmitAsync(SampleSpecs.Downloads(repetitions: 1));
        _fault = (table, partition) => table != ControlNames.PointsTable || partition != broken ? null
            : noIdentity ? new AuthenticationFailedException("no token") : new RequestFailedException(403, "This request is not authorized.", "AuthorizationFailure", null);

        await _engine.WorkUntilEndedAsync(broken, next);

        Assert.Equal((RunStatus.Failed, RunStatus.Completed), ((await _engine.HeaderAsync(broken)).Status, (await _engine.HeaderAsync(next)).Status));
    }

    [Fact]
    public async Task A_role_that_an_upgrade_gives_and_that_works_after_minutes_costs_no_run_which_says_meanwhile_what_it_lacks()
    {
        await _engine.HireAsync();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads(repetitions: 1));
        var until = _engine.Time.GetUtcNow().AddMinutes(9);
        _fault = (table, _) => table == ControlNames.PointsTable && _engine.Time.GetUtcNow() < until ? new RequestFailedException(403, "This request is not authorized.", "AuthorizationFailure", null) : null;

        await _engine.WorkUntilEndedAsync(runId);

        Assert.Equal(RunStatus.Completed, (await _engine.HeaderAsync(runId)).Status);
        Assert.True(_engine.Time.GetUtcNow() >= until);
        Assert.Single(await _engine.EventsAsync(runId), sentence => sentence.StartsWith("the control account refuses the sign-in (AuthorizationFailure); tried again for up to 14 min", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_run_for_which_storage_does_not_answer_keeps_no_younger_run_dead_worker_or_other_duty_waiting_and_goes_on_when_it_does()
    {
        await _engine.HireAsync();
        var doomed = await _engine.HireAsync("doomed");
        var stuck = await _engine.SubmitAsync(SampleSpecs.Of("""{ "experiment": "selftest.bag", "preset": "quick", "seed": 1, "parameters": { "tasks": 2, "bags": 1 } }"""));
        await _engine.RoundAsync();
        var answers = false;
        _fault = (_, partition) => !answers && partition.Contains(stuck, StringComparison.Ordinal) ? new RequestFailedException(503, "busy", "ServerBusy", null) : null;
        doomed.Lives = false;
        var younger = await _engine.SubmitAsync(SampleSpecs.Downloads(repetitions: 1));

        await _engine.WorkUntilEndedAsync(younger);
        await _engine.RoundsAsync(8 * TaskManagerUnderTest.Heartbeat);

        Assert.Equal(RunStatus.Completed, (await _engine.HeaderAsync(younger)).Status);
        Assert.Null(await _engine.Workers.FindAsync(WorkerPool.Measure, doomed.WorkerId, Cancelled));
        Assert.Equal(RunStatus.Running, (await _engine.HeaderAsync(stuck)).Status);
        answers = true;
        await _engine.HireAsync("heir", WorkerPool.Bag);
        await _engine.WorkUntilEndedAsync(stuck);
        Assert.Equal(RunStatus.Completed, (await _engine.HeaderAsync(stuck)).Status);
    }

    [Fact]
    public async Task A_run_that_cannot_even_be_ended_keeps_no_other_from_its_turn_and_is_ended_later()
    {
        await _engine.HireAsync();
        var broken = await _engine.SubmitAsync(SampleSpecs.Of("""{ "experiment": "selftest.bag", "preset": "quick", "seed": 1, "parameters": { "tasks": 2, "bags": 1 } }"""));
        await _engine.RoundAsync();
        var mended = false;
        _fault = (_, partition) => !mended && partition.Contains(broken, StringComparison.Ordinal) ? new InvalidOperationException("a bug") : null;
        var next = await _engine.SubmitAsync(SampleSpecs.Downloads(repetitions: 1));

        await _engine.WorkUntilEndedAsync(next);
        mended = true;
        await _engine.SpoilAsync(ControlNames.RunsTable, broken, "s10", "total", "many");
        await _engine.WorkUntilEndedAsync(broken);

        Assert.Equal(RunStatus.Failed, (await _engine.HeaderAsync(broken)).Status);
    }

    [Fact]
    public async Task A_duty_that_meets_a_fault_keeps_no_run_from_its_end()
    {
        string[] tables = [ControlNames.SchedulesTable, ControlNames.PoolsTable, ControlNames.ResourcesTable];
        await _engine.HireAsync();
        var runId = await _engine.SubmitAsync(SampleSpecs.Of("""{ "experiment": "selftest.bag", "preset": "quick", "seed": 1, "parameters": { "tasks": 2, "bags": 1 } }"""));
        await _engine.HireAsync("bag1", WorkerPool.Bag);
        _fault = (table, _) => tables.Contains(table) ? new InvalidOperationException("a bug") : null;

        await _engine.WorkUntilEndedAsync(runId);

        Assert.Equal(RunStatus.Completed, (await _engine.HeaderAsync(runId)).Status);
    }

    [Fact]
    public async Task A_stored_run_with_other_bags_than_its_build_plans_ends_as_failed()
    {
        var worker = await _engine.HireAsync("bag1", WorkerPool.Bag);
        var runId = await _engine.SubmitAsync(SampleSpecs.Of("""{ "experiment": "selftest.bag", "preset": "quick", "seed": 1, "parameters": { "tasks": 2, "bags": 2 } }"""));
        worker.Script = task => task.Key.Stage.BagIndex == 1 ? new WorkerDeed.GoOn() : new WorkerDeed.Succeed();
        await _engine.WorkUntilAsync(() => Task.FromResult(worker.Current is { Key.Stage.BagIndex: 1 }));
        var spec = (await _engine.HeaderAsync(runId)).Spec;
        spec.Parameters["bags"] = 1;
        await _engine.SpoilAsync(ControlNames.RunsTable, runId, "h", "spec", System.Text.Json.JsonSerializer.Serialize(spec, AzurePerf.Storage.Rows.RowJson.Options));
        _engine.Restart();

        await _engine.WorkUntilEndedAsync(runId);

        var run = await _engine.HeaderAsync(runId);
        Assert.Equal((RunStatus.Failed, $"run {runId} has the stage bag 2, which its plan in this build has not"), (run.Status, run.Reason));
    }

    private static Exception ExceptionOf(string fault) => fault switch
    {
        "a bug" => new InvalidOperationException("nothing does Something"),
        "too long" => new ArgumentException("row x has 300 properties; a row has at most 252"),
        "413" => new RequestFailedException(413, "The request body is too large.", "RequestBodyTooLarge", null),
        "400" => new RequestFailedException(400, "The property value is not valid.", "InvalidInput", null),
        _ => new RequestFailedException(404, "The table specified does not exist.", "TableNotFound", null),
    };
}
