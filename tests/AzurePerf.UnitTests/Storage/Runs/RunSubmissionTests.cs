using AzurePerf.Core.Ids;
using AzurePerf.Core.Messages;
using AzurePerf.Core.Runs;
using AzurePerf.Storage;
using AzurePerf.Storage.Runs;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using AzurePerf.UnitTests.Runs;
using Xunit;

namespace AzurePerf.UnitTests.Storage.Runs;

public sealed class RunSubmissionTests
{
    private readonly FakeTimeProvider _time = new();
    private readonly CrashPlan _crash = new();
    private readonly InMemoryControlPlane _control;
    private readonly RunStore _runs;

    public RunSubmissionTests()
    {
        _control = new(_time);
        _runs = new(_control.Rows);
    }

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_submission_stores_index_entry_header_and_message()
    {
        var (outcome, run) = await SubmitAsync(null);

        Assert.Equal(SubmissionOutcome.Accepted, outcome);
        Assert.True(IdText.IsValid(run.RunId));
        Assert.Equal((RunStatus.Accepted, "tester", _time.GetUtcNow()), (run.Status, run.Owner, run.SubmittedAt));
        Assert.Equal(run.IndexKey, (await _runs.FindAsync(run.RunId, Cancelled))!.IndexKey);
        Assert.Equal(run.RunId, MessageText.ReadRunRequest(Assert.Single(_control.RunRequests.Texts))!.RunId);
        Assert.Equal([run.RunId], await ListedAsync());
    }

    [Fact]
    public async Task Without_a_key_every_submission_is_a_run_of_its_own()
    {
        Assert.NotEqual((await SubmitAsync(null)).Run.RunId, (await SubmitAsync(null)).Run.RunId);
        Assert.Equal(2, (await ListedAsync()).Length);
    }

    [Fact]
    public async Task The_same_key_and_request_give_the_same_run_however_late()
    {
        var first = await SubmitAsync("key");
        _time.Advance(TimeSpan.FromDays(3));

        var second = await SubmitAsync("key");

        Assert.Equal((SubmissionOutcome.Repeated, first.Run.RunId, first.Run.SubmittedAt), (second.Outcome, second.Run.RunId, second.Run.SubmittedAt));
        Assert.Equal(1, _control.Rows.Count(ControlNames.RunIndexTable));
        Assert.Equal(2, _control.RunRequests.Texts.Count);
    }

    [Fact]
    public async Task The_same_key_with_another_request_stores_nothing()
    {
        await SubmitAsync("key");

        var second = await SubmitAsync("key", "another request");

        Assert.Equal(SubmissionOutcome.KeyReused, second.Outcome);
        Assert.Equal((1, 1, 1), (_control.Rows.Count(ControlNames.RunIndexTable), _control.Rows.Count(ControlNames.RunsTable), _control.RunRequests.Texts.Count));
    }

    [Fact]
    public async Task Keys_of_two_owners_do_not_meet() =>
        Assert.NotEqual((await SubmitAsync("key")).Run.RunId, (await SubmitAsync("key", owner: "somebody else")).Run.RunId);

    [Theory]
    [InlineData(1, false, 0, 0)]
    [InlineData(1, true, 0, 0)]
    [InlineData(2, false, 0, 0)]
    [InlineData(2, true, 1, 0)]
    [InlineData(3, false, 1, 0)]
    [InlineData(3, true, 1, 1)]
    [InlineData(4, false, 1, 1)]
    [InlineData(4, true, 1, 1)]
    public async Task Wherever_a_submission_breaks_off_its_repetition_makes_one_run_that_is_listed_once(int change, bool applied, int entries, int headers)
    {
        _crash.Arm(change, applied);
        await Assert.ThrowsAsync<SimulatedCrashException>(() => SubmitAsync("key"));
        Assert.Equal((entries, headers), (_control.Rows.Count(ControlNames.RunIndexTable), _control.Rows.Count(ControlNames.RunsTable)));
        Assert.Equal(headers, (await ListedAsync()).Length);

        _time.Advance(TimeSpan.FromSeconds(1));
        var (outcome, run) = await SubmitAsync("key");

        Assert.Equal(headers == 1 ? SubmissionOutcome.Repeated : SubmissionOutcome.Accepted, outcome);
        Assert.Equal([run.RunId], await ListedAsync());
        Assert.Contains(_control.RunRequests.Texts, text => MessageText.ReadRunRequest(text)!.RunId == run.RunId);
    }

    [Fact]
    public async Task A_header_that_was_stored_although_its_answer_was_lost_keeps_its_index_entry()
    {
        // The client of the service tries again by itself, and its second try finds the header of the first.
        RunState? first = null;
        var rows = new InterruptedRowStore(_control.Rows, ControlNames.RunsTable, _ => _runs.TryAddAsync(first!, Cancelled));
        var submission = new RunSubmission(new(rows), Allowances.Unlimited(new(rows)), _control.RunRequests, new SeededIdSource(1), _time);
        first = new()
        {
            RunId = new SeededIdSource(1).NewId(),
            Spec = SampleSpecs.Downloads(),
            Owner = "tester",
            BodyHash = IdText.Hash("request"),
            IndexKey = RunIndexKey.For(new SeededIdSource(1).NewId(), _time.GetUtcNow()),
            Status = RunStatus.Accepted,
            SubmittedAt = _time.GetUtcNow(),
        };

        var (outcome, run) = await submission.SubmitAsync(SampleSpecs.Downloads(), "tester", null, "request", Cancelled);

        Assert.NotEqual(SubmissionOutcome.KeyReused, outcome);
        Assert.Equal([run.RunId], await ListedAsync());
    }

    [Fact]
    public async Task A_run_whose_entry_was_removed_as_nobodys_before_its_header_was_stored_is_listed()
    {
        var rows = SweptEntry.BeforeHeader(_control, _time);
        var submission = new RunSubmission(new(rows), Allowances.Unlimited(new(rows)), _control.RunRequests, new SeededIdSource(1), _time);

        var (_, run) = await submission.SubmitAsync(SampleSpecs.Downloads(), "tester", null, "request", Cancelled);

        Assert.Equal([run.RunId], await ListedAsync());
    }

    [Fact]
    public async Task Of_two_submissions_at_once_one_makes_the_run_and_the_other_finds_it()
    {
        var slow = new RunSubmission(new(new InterruptedRowStore(_control.Rows, ControlNames.RunsTable, async _ =>
        {
            _time.Advance(TimeSpan.FromMilliseconds(5));
            await SubmitAsync("key");
            return true;
        })), Allowances.Unlimited(_runs), _control.RunRequests, new SeededIdSource(1), _time);

        var (outcome, run) = await slow.SubmitAsync(SampleSpecs.Downloads(), "tester", "key", "request", Cancelled);

        Assert.Equal(SubmissionOutcome.Repeated, outcome);
        Assert.Equal([run.RunId], await ListedAsync());
        Assert.Equal(1, _control.Rows.Count(ControlNames.RunIndexTable));
    }

    private Task<Submission> SubmitAsync(string? key, string request = "request", string owner = "tester")
    {
        var submission = new RunSubmission(
            new(new CrashingRowStore(_control.Rows, _crash)), Allowances.Unlimited(_runs), new CrashingMessageQueue(_control.RunRequests, _crash), new SeededIdSource(_control.Rows.Count(ControlNames.RunsTable)), _time);
        return submission.SubmitAsync(SampleSpecs.Downloads(), owner, key, request, Cancelled);
    }

    private async Task<string[]> ListedAsync() =>
        [.. (await new RunReader(
            _runs, new(_control.Rows), new(_control.Rows, _time),
            new(new(_control.Rows), new(_control.Rows), _control.AsControlPlane(), Shipped.Experiments, _time),
            new(_control.Results, new(_control.Results), Shipped.Experiments), Shipped.Experiments, _time).ListAsync(10, Cancelled)).Select(item => item.Id)];
}
