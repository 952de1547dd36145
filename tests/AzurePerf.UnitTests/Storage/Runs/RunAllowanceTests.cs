using AzurePerf.Core.Ids;
using AzurePerf.Core.Limits;
using AzurePerf.Core.Runs;
using AzurePerf.Storage;
using AzurePerf.Storage.Runs;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using AzurePerf.UnitTests.Runs;
using Xunit;

namespace AzurePerf.UnitTests.Storage.Runs;

/// <summary>What an owner submitted on a day counts against the limits of a day.</summary>
public sealed class RunAllowanceTests
{
    /// <summary>One run of downloads of the preset quick is 2 x 5 x (20 + 10) operations.</summary>
    private const long OneRun = 300;

    private readonly FakeTimeProvider _time = new();
    private readonly InMemoryControlPlane _control;
    private readonly RunStore _runs;
    private readonly RunSubmission _submission;

    public RunAllowanceTests()
    {
        _control = new(_time);
        _runs = new(_control.Rows);
        var allowance = new RunAllowance(_runs, Shipped.Experiments, new() { OperationsPerOwnerAndDay = 2 * OneRun }, PriceList.Shipped);
        _submission = new(_runs, allowance, _control.RunRequests, new SeededIdSource(1), _time);
    }

    [Fact]
    public async Task The_run_that_would_exceed_the_limit_of_a_day_is_refused_and_nothing_of_it_is_stored()
    {
        Assert.Equal(SubmissionOutcome.Accepted, (await SubmitAsync("ann")).Outcome);
        Assert.Equal(SubmissionOutcome.Accepted, (await SubmitAsync("ann")).Outcome);

        var third = await SubmitAsync("ann");

        Assert.Equal(SubmissionOutcome.OverLimit, third.Outcome);
        Assert.Equal("Limits:OperationsPerOwnerAndDay", Assert.Single(third.Faults).Path);
        Assert.Null(await _runs.FindAsync(third.Run.RunId, TestContext.Current.CancellationToken));
        Assert.Equal(2, _control.RunRequests.Texts.Count);
    }

    [Theory]
    [InlineData("eastus", "the price file has no price of blob requests in region 'eastus'")]
    [InlineData("moon", "the price file has no region 'moon'")]
    public async Task A_run_that_is_refused_as_nobody_can_tell_its_cost_is_told_what_is_missing(string region, string missing)
    {
        var allowance = new RunAllowance(_runs, Shipped.Experiments, new() { CostPerRun = 1 }, PriceList.Shipped);
        var submission = new RunSubmission(_runs, allowance, _control.RunRequests, new SeededIdSource(2), _time);
        var spec = SampleSpecs.Downloads() with { Tags = new() { ["region"] = region } };

        var refused = await submission.SubmitAsync(spec, "ann", null, "request", TestContext.Current.CancellationToken);

        Assert.Equal(SubmissionOutcome.OverLimit, refused.Outcome);
        Assert.EndsWith($"the operator limits it: {missing}", Assert.Single(refused.Faults).Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_stored_spec_of_another_build_whose_cost_is_limited_is_refused_with_what_is_wrong_with_it()
    {
        var run = (await SubmitAsync("ann")).Run;
        var allowance = new RunAllowance(_runs, Shipped.Experiments, new() { CostPerRun = 1 }, PriceList.Shipped);

        var faults = await allowance.FaultsAsync(run with { Spec = run.Spec with { Parameters = [] } }, TestContext.Current.CancellationToken);

        Assert.Contains("the spec lists no levels of ", Assert.Single(faults).Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_run_whose_price_came_after_it_was_submitted_is_held_to_the_limit_of_cost_and_not_refused_for_want_of_one()
    {
        var prices = PriceList.Read("""{ "date": "2026-03-01", "currency": "EUR", "regions": { "moon": { "blob": 1 } } }""");
        var run = (await SubmitAsync("ann", SampleSpecs.Downloads() with { Tags = new() { ["region"] = "moon" } })).Run;
        Assert.Null(run.Charge!.Cost);

        Assert.Empty(await FaultsAsync(1, run));
        Assert.StartsWith("the run would come to 0.0", Assert.Single(await FaultsAsync(0.0001, run)).Message, StringComparison.Ordinal);
        Assert.EndsWith(
            "and the operator limits it: this build has no experiment 'gone'",
            Assert.Single(await FaultsAsync(1, run with { Spec = run.Spec with { Experiment = "gone" } })).Message,
            StringComparison.Ordinal);

        Task<IReadOnlyList<SpecFault>> FaultsAsync(double limit, RunState stored) =>
            new RunAllowance(_runs, Shipped.Experiments, new() { CostPerRun = limit }, prices).FaultsAsync(stored, TestContext.Current.CancellationToken);
    }

    [Fact]
    public async Task Other_owners_and_other_days_do_not_count()
    {
        await SubmitAsync("ann");
        await SubmitAsync("ann");
        Assert.Equal(SubmissionOutcome.Accepted, (await SubmitAsync("bob")).Outcome);

        _time.Advance(TimeSpan.FromDays(1) - _time.GetUtcNow().TimeOfDay);

        Assert.Equal(SubmissionOutcome.Accepted, (await SubmitAsync("ann")).Outcome);
    }

    [Fact]
    public async Task A_run_that_was_accepted_stays_so_when_later_ones_fill_the_day()
    {
        var first = (await SubmitAsync("ann")).Run;
        await SubmitAsync("ann");
        var allowance = new RunAllowance(_runs, Shipped.Experiments, new() { OperationsPerOwnerAndDay = OneRun }, PriceList.Shipped);

        Assert.Empty(await allowance.FaultsAsync(first, TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task What_was_submitted_after_a_run_is_not_read_to_tell_what_it_may_use()
    {
        await SubmitAsync("ann");
        var second = (await SubmitAsync("ann")).Run;
        _time.Advance(TimeSpan.FromDays(1));
        await SubmitAsync("ann");
        var rows = new RequestCountingRows(_control.Rows);
        var allowance = new RunAllowance(new(rows), Shipped.Experiments, new() { OperationsPerOwnerAndDay = 2 * OneRun }, PriceList.Shipped);

        var left = await allowance.LeftAsync(second, TestContext.Current.CancellationToken);

        Assert.Equal(OneRun, left.OperationsPerRun);
        Assert.Equal(2, rows.RowsRead);
    }

    [Fact]
    public async Task A_repeated_request_is_answered_with_its_run_however_full_the_day_is()
    {
        var first = await _submission.SubmitAsync(SampleSpecs.Downloads(), "ann", "key", "request", TestContext.Current.CancellationToken);
        await SubmitAsync("ann");

        var again = await _submission.SubmitAsync(SampleSpecs.Downloads(), "ann", "key", "request", TestContext.Current.CancellationToken);

        Assert.Equal((SubmissionOutcome.Repeated, first.Run.RunId), (again.Outcome, again.Run.RunId));
    }

    [Theory]
    [InlineData(null, 2 * OneRun)]
    [InlineData(1, null)]
    public async Task What_a_try_left_that_broke_off_before_its_header_does_not_count_against_the_next_one_under_its_key(int? open, long? operations)
    {
        // The rest of the month and of the day is free but for one run.
        await SubmitAsync(open is null ? "ann" : "bob");
        var limits = new LimitOptions { OpenRunsPerOwner = open, OperationsPerOwnerAndDay = operations };
        var allowance = new RunAllowance(_runs, Shipped.Experiments, limits, PriceList.Shipped);
        var refusing = new RunStore(new InterruptedRowStore(
            _control.Rows, ControlNames.RunsTable, _ => throw new IOException("the service did not answer")));
        await Assert.ThrowsAsync<IOException>(() => UnderKeyAsync(new(refusing, allowance, _control.RunRequests, new SeededIdSource(2), _time)));
        Assert.Equal(2, _control.Rows.Count(ControlNames.RunIndexTable));
        _time.Advance(TimeSpan.FromSeconds(1));

        var again = await UnderKeyAsync(new(_runs, allowance, _control.RunRequests, new SeededIdSource(2), _time));

        Assert.Equal(SubmissionOutcome.Accepted, again.Outcome);
        Assert.Empty(await allowance.FaultsAsync(again.Run, TestContext.Current.CancellationToken));
        var left = await allowance.LeftAsync(again.Run, TestContext.Current.CancellationToken);
        Assert.Equal(operations / 2, left.OperationsPerRun);

        static Task<Submission> UnderKeyAsync(RunSubmission submission) =>
            submission.SubmitAsync(SampleSpecs.Downloads(), "ann", "key", "request", TestContext.Current.CancellationToken);
    }

    [Theory]
    [InlineData(2, null)]
    [InlineData(null, 2 * OneRun)]
    public async Task A_run_whose_first_try_broke_off_counts_once_against_others(int? open, long? operations)
    {
        var limits = new LimitOptions { OpenRunsPerOwner = open, OperationsPerOwnerAndDay = operations };
        var allowance = new RunAllowance(_runs, Shipped.Experiments, limits, PriceList.Shipped);
        var refusing = new RunStore(new InterruptedRowStore(
            _control.Rows, ControlNames.RunsTable, _ => throw new IOException("the service did not answer")));
        await Assert.ThrowsAsync<IOException>(() => UnderAsync("key", refusing));
        _time.Advance(TimeSpan.FromSeconds(1));
        await UnderAsync("key", _runs);
        Assert.Equal(2, _control.Rows.Count(ControlNames.RunIndexTable));
        _time.Advance(TimeSpan.FromSeconds(1));

        var other = await UnderAsync("other", _runs);

        Assert.Equal(SubmissionOutcome.Accepted, other.Outcome);
        var left = await allowance.LeftAsync(other.Run, TestContext.Current.CancellationToken);
        Assert.Equal(operations / 2, left.OperationsPerRun);

        Task<Submission> UnderAsync(string key, RunStore runs) => new RunSubmission(runs, allowance, _control.RunRequests, new SeededIdSource(2), _time)
            .SubmitAsync(SampleSpecs.Downloads(), "ann", key, "request", TestContext.Current.CancellationToken);
    }

    [Fact]
    public async Task A_run_has_room_again_when_one_has_ended_in_this_month_or_the_last()
    {
        var allowance = new RunAllowance(_runs, Shipped.Experiments, new() { OpenRuns = 3, OpenRunsPerOwner = 2 }, PriceList.Shipped);
        var submission = new RunSubmission(_runs, allowance, _control.RunRequests, new SeededIdSource(2), _time);
        var first = await SubmitToAsync(submission, "ann");
        _time.Advance(TimeSpan.FromDays(31));
        Assert.Equal(SubmissionOutcome.Accepted, (await SubmitToAsync(submission, "ann")).Outcome);

        var third = await SubmitToAsync(submission, "ann");
        Assert.Equal((SubmissionOutcome.TooManyOpen, "Limits:OpenRunsPerOwner"), (third.Outcome, Assert.Single(third.Faults).Path));
        Assert.Equal(SubmissionOutcome.Accepted, (await SubmitToAsync(submission, "bob")).Outcome);
        Assert.Equal("Limits:OpenRuns", Assert.Single((await SubmitToAsync(submission, "bob")).Faults).Path);

        await _runs.PutIndexAsync(first.Run with { Status = RunStatus.Cancelled }, TestContext.Current.CancellationToken);
        Assert.Equal(SubmissionOutcome.Accepted, (await SubmitToAsync(submission, "ann")).Outcome);
    }

    [Theory]
    [InlineData(-1, false, SubmissionOutcome.TooManyOpen)]
    [InlineData(-1, true, SubmissionOutcome.TooManyOpen)]
    [InlineData(1, true, SubmissionOutcome.TooManyOpen)]
    [InlineData(1, false, SubmissionOutcome.Accepted)]
    public async Task Of_two_that_are_submitted_at_once_where_there_is_room_for_one_the_first_in_the_index_has_it_unless_the_other_was_let_in(
        int secondsAfter, bool otherWasLetIn, SubmissionOutcome expected)
    {
        var other = ExampleRun.Accepted("aaaaaaaaaaaaaaaaaaaa", _time.GetUtcNow().AddSeconds(secondsAfter));
        var rows = new InterruptedRowStore(_control.Rows, ControlNames.RunIndexTable, async _ =>
        {
            await _runs.PutIndexAsync(other, TestContext.Current.CancellationToken);
            return !otherWasLetIn || await _runs.TryAddAsync(other, TestContext.Current.CancellationToken);
        });
        var runs = new RunStore(rows);
        var allowance = new RunAllowance(runs, Shipped.Experiments, new() { OpenRuns = 1 }, PriceList.Shipped);

        var submitted = await SubmitToAsync(new(runs, allowance, _control.RunRequests, new SeededIdSource(2), _time), "ann");

        Assert.Equal(expected, submitted.Outcome);
        Assert.Equal(submitted.IsRefused ? ["Limits:OpenRuns"] : [], submitted.Faults.Select(fault => fault.Path));
        Assert.Equal(submitted.IsRefused ? 1 : 2, _control.Rows.Count(ControlNames.RunIndexTable));
    }

    [Fact]
    public async Task An_earlier_one_that_gives_way_itself_takes_no_room()
    {
        var other = ExampleRun.Accepted("aaaaaaaaaaaaaaaaaaaa", _time.GetUtcNow().AddSeconds(-1));
        var rows = new InterruptedRowStore(_control.Rows, ControlNames.RunIndexTable, async _ =>
        {
            await _runs.PutIndexAsync(other, TestContext.Current.CancellationToken);
            return true;
        });
        var looks = 0;
        var runs = new RunStore(new InterceptedRowStore(rows, (table, key, changes) =>
        {
            if (!changes && table == ControlNames.RunsTable && key == other.RunId && ++looks == 2)
            {
                _runs.DeleteIndexAsync(other.IndexKey, TestContext.Current.CancellationToken).GetAwaiter().GetResult();
            }
        }));
        var allowance = new RunAllowance(runs, Shipped.Experiments, new() { OpenRuns = 1 }, PriceList.Shipped);

        var submitted = await SubmitToAsync(new(runs, allowance, _control.RunRequests, new SeededIdSource(2), _time), "ann");

        Assert.Equal(SubmissionOutcome.Accepted, submitted.Outcome);
    }

    private static Task<Submission> SubmitToAsync(RunSubmission submission, string owner) =>
        submission.SubmitAsync(SampleSpecs.Downloads(), owner, null, "request", TestContext.Current.CancellationToken);

    private Task<Submission> SubmitAsync(string owner, RunSpec? spec = null)
    {
        _time.Advance(TimeSpan.FromSeconds(1));
        return _submission.SubmitAsync(spec ?? SampleSpecs.Downloads(), owner, null, "request", TestContext.Current.CancellationToken);
    }
}
