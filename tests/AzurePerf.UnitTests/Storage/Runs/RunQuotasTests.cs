using AzurePerf.Core.Ids;
using AzurePerf.Core.Limits;
using AzurePerf.Core.Runs;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Runs;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using AzurePerf.UnitTests.TaskManager.Bags;
using Xunit;

namespace AzurePerf.UnitTests.Storage.Runs;

/// <summary>What a person's runs hold of the quotas, from the submission on.</summary>
public sealed class RunQuotasTests
{
    private static readonly LimitOptions Limits = new() { OpenTasksPerOwner = 100, CoreHoursPerOwnerAndMonth = 1 };
    private readonly FakeTimeProvider _time = new();
    private readonly InMemoryControlPlane _control;
    private readonly SeededIdSource _ids = new(1);
    private readonly RunStore _runs;

    public RunQuotasTests()
    {
        _control = new(_time);
        _runs = new(_control.Rows);
    }

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task The_request_over_a_quota_is_refused_and_nothing_of_it_is_stored()
    {
        Assert.Equal(SubmissionOutcome.Accepted, (await SubmitAsync("ann", tasks: 60)).Outcome);

        var second = await SubmitAsync("ann", tasks: 41);

        Assert.Equal((SubmissionOutcome.OverLimit, "Limits:OpenTasksPerOwner"), (second.Outcome, Assert.Single(second.Faults).Path));
        Assert.Equal((1, 1), (_control.Rows.Count(ControlNames.RunsTable), _control.Rows.Count(ControlNames.RunIndexTable)));
        Assert.Single(_control.RunRequests.Texts);
        Assert.Equal(SubmissionOutcome.Accepted, (await SubmitAsync("bob", tasks: 41)).Outcome);
        Assert.Equal(SubmissionOutcome.Accepted, (await SubmitAsync("ann", tasks: 40)).Outcome);
    }

    [Fact]
    public async Task When_a_run_has_ended_its_tasks_are_free_and_its_core_hours_are_those_that_it_used()
    {
        var run = (await SubmitAsync("ann", tasks: 100, milliseconds: 36_000)).Run;
        Assert.Equal(new RunUse(0, 100, 3_600), run.Use);
        Assert.Equal(2, (await SubmitAsync("ann", tasks: 1)).Faults.Count);

        await EndAsync(run, new(0, 0, 3_000));

        Assert.Equal(SubmissionOutcome.Accepted, (await SubmitAsync("ann", tasks: 60, milliseconds: 10_000)).Outcome);
        Assert.Equal("Limits:CoreHoursPerOwnerAndMonth", Assert.Single((await SubmitAsync("ann", tasks: 1)).Faults).Path);
        _time.Advance(TimeSpan.FromDays(31));
        Assert.Equal(SubmissionOutcome.Accepted, (await SubmitAsync("ann", tasks: 1)).Outcome);
    }

    [Fact]
    public async Task Bytes_count_over_months_until_their_products_are_no_longer_kept()
    {
        var limits = new LimitOptions { KeptBytesPerOwner = 2_000_000_000, ProductsCountFor = TimeSpan.FromDays(90) };
        var run = (await SubmitAsync("ann", limits, Images)).Run;
        await EndAsync(run, new(1_999_999_999, 0, 0));

        foreach (var days in new[] { 1, 30, 58 })
        {
            _time.Advance(TimeSpan.FromDays(days));
            Assert.Equal("Limits:KeptBytesPerOwner", Assert.Single((await SubmitAsync("ann", limits, Images)).Faults).Path);
        }

        _time.Advance(TimeSpan.FromDays(1));
        Assert.Equal(SubmissionOutcome.Accepted, (await SubmitAsync("ann", limits, Images)).Outcome);
    }

    [Fact]
    public async Task A_run_that_was_submitted_months_ago_holds_its_tasks_until_it_has_ended_and_its_bytes_while_they_are_kept()
    {
        var bytes = new LimitOptions { KeptBytesPerOwner = 2_000_000_000 };
        var run = (await SubmitAsync("ann", tasks: 60)).Run;
        _time.Advance(TimeSpan.FromDays(100));

        var open = await SubmitAsync("ann", tasks: 41);
        await EndAsync(run, new(1_999_999_999, 0, 0));
        _time.Advance(TimeSpan.FromDays(29));
        var kept = await SubmitAsync("ann", bytes, Images);
        _time.Advance(TimeSpan.FromDays(2));

        Assert.Equal("Limits:OpenTasksPerOwner", Assert.Single(open.Faults).Path);
        Assert.Equal("Limits:KeptBytesPerOwner", Assert.Single(kept.Faults).Path);
        Assert.Equal(SubmissionOutcome.Accepted, (await SubmitAsync("ann", bytes, Images)).Outcome);
    }

    [Fact]
    public async Task Where_only_core_hours_are_counted_no_older_month_is_read()
    {
        await PutEntryAsync(_time.GetUtcNow().AddDays(-100), new(0, 60, 0));
        var rows = new RequestCountingRows(_control.Rows);

        await SubmitAsync("ann", new() { CoreHoursPerOwnerAndMonth = 1 }, BagScene.Spec(60), rows);

        Assert.DoesNotContain($"ListAsync {ControlNames.MonthsTable}", rows.ByKind.Keys);
    }

    [Fact]
    public async Task Of_two_submissions_at_once_that_do_not_both_fit_only_one_is_accepted()
    {
        Submission? faster = null;
        var rows = new InterruptedRowStore(_control.Rows, ControlNames.RunIndexTable, async _ =>
        {
            faster = await SubmitAsync("ann", tasks: 60);
            return true;
        });

        var slower = await SubmitAsync("ann", Limits, BagScene.Spec(60), rows);

        Assert.Equal((SubmissionOutcome.Accepted, SubmissionOutcome.OverLimit), (faster?.Outcome, slower.Outcome));
        Assert.Equal(
            "together with your other requests of this moment you would have about 120 tasks under way, and you may have 100; send this one again, or ask for less",
            Assert.Single(slower.Faults).Message);
        Assert.Equal((1, 1), (_control.Rows.Count(ControlNames.RunsTable), _control.Rows.Count(ControlNames.RunIndexTable)));
    }

    [Fact]
    public async Task An_entry_that_a_slow_process_writes_long_after_its_submission_counts_in_the_look_that_confirms()
    {
        var rows = new InterruptedRowStore(_control.Rows, ControlNames.RunIndexTable, async _ =>
        {
            await PutEntryAsync(_time.GetUtcNow().AddHours(-23), new(0, 60, 0));
            return true;
        });

        var submitted = await SubmitAsync("ann", Limits, BagScene.Spec(60), rows);

        Assert.Equal(SubmissionOutcome.OverLimit, submitted.Outcome);
    }

    [Fact]
    public async Task A_submission_reads_the_months_that_count_once_and_then_only_what_may_be_new()
    {
        for (var day = 2; day < 12; day++)
        {
            await PutEntryAsync(_time.GetUtcNow().AddDays(-day), new(0, 1, 0));
        }

        var rows = new RequestCountingRows(_control.Rows, ControlNames.RunIndexTable);
        var submitted = await SubmitAsync("ann", Limits, BagScene.Spec(90), rows);

        Assert.Equal(SubmissionOutcome.Accepted, submitted.Outcome);
        Assert.Equal(10 + 1, rows.RowsRead);
        Assert.Equal(SubmissionOutcome.OverLimit, (await SubmitAsync("ann", tasks: 1)).Outcome);
    }

    [Fact]
    public async Task What_was_seen_of_older_runs_counts_when_the_submission_is_confirmed()
    {
        await PutEntryAsync(_time.GetUtcNow().AddDays(-3), new(0, 30, 0));
        var rows = new InterruptedRowStore(_control.Rows, ControlNames.RunIndexTable, async _ =>
        {
            await PutEntryAsync(_time.GetUtcNow(), new(0, 30, 0));
            return true;
        });

        Assert.Equal(SubmissionOutcome.OverLimit, (await SubmitAsync("ann", Limits, BagScene.Spec(60), rows)).Outcome);
    }

    [Fact]
    public async Task Of_the_index_only_entries_of_the_owner_that_count_are_sent_and_one_that_makes_no_sense_counts_nothing()
    {
        var run = (await SubmitAsync("ann", tasks: 30)).Run;
        await SubmitAsync("bob", tasks: 30);
        await SubmitAsync("ann", LimitOptions.None, BagScene.Spec(1));
        var (key, held) = Assert.Single(await ListAsync());
        Assert.Equal((run.IndexKey, new(run.RunId, run.Use!, run.SubmittedAt, null)), (key, held));

        await _control.Rows.PutAsync(
            ControlNames.RunIndexTable, new(key.Month, key.RowKey) { ["v"] = 1, ["owner"] = "ann", ["use"] = "nothing", ["status"] = "Running" }, Cancelled);

        Assert.Empty(await ListAsync());

        Task<(RunIndexKey Key, HeldUse Held)[]> ListAsync() => _runs.ListUsesAsync(run.IndexKey.Month, "ann", null, Cancelled).ToArrayAsync(Cancelled).AsTask();
    }

    [Fact]
    public async Task However_many_are_submitted_at_once_what_is_accepted_fits()
    {
        var submitted = await Task.WhenAll(Enumerable.Range(0, 24).Select(number => Task.Run(() =>
            SubmitAsync("ann", Limits, BagScene.Spec(30), ids: new SeededIdSource(number + 10)), Cancelled)));

        var accepted = submitted.Count(one => one.Outcome == SubmissionOutcome.Accepted);
        Assert.InRange(accepted, 0, 3);
        Assert.All(submitted, one => Assert.True(one.Outcome is SubmissionOutcome.Accepted or SubmissionOutcome.OverLimit));
        Assert.Equal((accepted, accepted), (_control.Rows.Count(ControlNames.RunsTable), _control.Rows.Count(ControlNames.RunIndexTable)));
    }

    [Fact]
    public async Task A_repeated_request_is_answered_with_its_run_though_the_quota_is_full()
    {
        var submission = SubmissionOver(_control.Rows, Limits, _ids);
        var first = await submission.SubmitAsync(BagScene.Spec(100), "ann", "key", "request", Cancelled);

        var again = await submission.SubmitAsync(BagScene.Spec(100), "ann", "key", "request", Cancelled);

        Assert.Equal((SubmissionOutcome.Repeated, first.Run.RunId), (again.Outcome, again.Run.RunId));
    }

    [Fact]
    public async Task Measured_runs_and_installations_without_quotas_count_nothing()
    {
        Assert.Null((await SubmitAsync("ann", Limits, UnitTests.Runs.SampleSpecs.Downloads())).Run.Use);
        Assert.Null((await SubmitAsync("ann", LimitOptions.None, BagScene.Spec(10))).Run.Use);
    }

    [Fact]
    public async Task An_entry_that_the_sweep_removes_while_quotas_are_looked_at_is_written_again()
    {
        var submitted = await SubmitAsync("ann", Limits, BagScene.Spec(60), SweptEntry.BeforeHeader(_control, _time));

        Assert.Equal(SubmissionOutcome.Accepted, submitted.Outcome);
        var entry = Assert.Single(await _runs.ListMonthAsync(submitted.Run.IndexKey.Month, Cancelled).ToArrayAsync(Cancelled));
        Assert.Equal((submitted.Run.IndexKey, submitted.Run.Use), (entry.Key, entry.Use));
    }

    [Fact]
    public async Task A_submission_that_breaks_off_while_quotas_are_looked_at_does_not_count_in_the_next_try()
    {
        var isWritten = false;
        var rows = new InterceptedRowStore(_control.Rows, (table, _, changes) =>
        {
            if (isWritten && !changes)
            {
                throw new OperationCanceledException("whoever asked is gone");
            }

            isWritten |= changes && table == ControlNames.RunIndexTable;
        });

        await Assert.ThrowsAsync<OperationCanceledException>(() => SubmitAsync("ann", Limits, BagScene.Spec(60), rows));

        Assert.Equal(0, _control.Rows.Count(ControlNames.RunIndexTable));
        Assert.Equal(SubmissionOutcome.Accepted, (await SubmitAsync("ann", tasks: 60)).Outcome);
    }

    [Fact]
    public async Task A_run_counts_in_the_month_of_its_submission_also_where_the_next_begins_while_it_is_judged()
    {
        _time.Advance(new DateTimeOffset(2010, 6, 30, 23, 59, 59, TimeSpan.Zero) - _time.GetUtcNow());
        var (limits, spec) = (new LimitOptions { CoreHoursPerOwnerAndMonth = 1 }, BagScene.Spec(60, milliseconds: 36_000));
        Submission? faster = null;
        var rows = new InterruptedRowStore(_control.Rows, ControlNames.RunIndexTable, async _ =>
        {
            faster = await SubmitAsync("ann", limits, spec);
            _time.Advance(TimeSpan.FromSeconds(2));
            return true;
        });

        var slower = await SubmitAsync("ann", limits, spec, rows);

        Assert.Equal((SubmissionOutcome.Accepted, SubmissionOutcome.OverLimit), (faster?.Outcome, slower.Outcome));
        Assert.Equal(SubmissionOutcome.Accepted, (await SubmitAsync("ann", limits, spec)).Outcome);
    }

    private static RunSpec Images => UnitTests.Runs.SampleSpecs.Of("""{ "experiment": "modis.pipeline", "parameters": { "area": "h18v04" } }""");

    private async Task PutEntryAsync(DateTimeOffset submittedAt, RunUse use)
    {
        var runId = _ids.NewId();
        await _runs.PutIndexAsync(
            new()
            {
                RunId = runId,
                Spec = BagScene.Spec(1),
                Owner = "ann",
                BodyHash = "",
                IndexKey = RunIndexKey.For(runId, submittedAt),
                Status = RunStatus.Running,
                SubmittedAt = submittedAt,
                Use = use,
            },
            Cancelled);
    }

    private async Task EndAsync(RunState run, RunUse used)
    {
        var stored = (await _runs.FindAsync(run.RunId, Cancelled))!;
        var ended = await _runs.TryReplaceAsync(stored with { Status = RunStatus.Completed, EndedAt = _time.GetUtcNow(), Use = used }, Cancelled);

        // The process that ends it may die and another write the entry again.
        await _runs.PutIndexAsync(ended!, Cancelled);
        await _runs.PutIndexAsync(ended!, Cancelled);
    }

    private Task<Submission> SubmitAsync(string owner, int tasks, int milliseconds = 10) =>
        SubmitAsync(owner, Limits, BagScene.Spec(tasks, milliseconds: milliseconds));

    private Task<Submission> SubmitAsync(string owner, LimitOptions limits, RunSpec spec, IRowStore? rows = null, SeededIdSource? ids = null) =>
        SubmissionOver(rows ?? _control.Rows, limits, ids ?? _ids).SubmitAsync(spec, owner, null, "request", Cancelled);

    private RunSubmission SubmissionOver(IRowStore rows, LimitOptions limits, SeededIdSource ids) => new(
        new(rows), Allowances.Unlimited(new(rows)), _control.RunRequests, ids, _time,
        quotas: Allowances.Quotas(rows, _control.Products, limits, _time));
}
