using Azure;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Storage;
using AzurePerf.Storage.Runs;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using AzurePerf.UnitTests.Runs;
using Xunit;

namespace AzurePerf.UnitTests.Storage.Runs;

public sealed class RunNoteStoreTests
{
    private readonly FakeTimeProvider _time = new();
    private readonly InMemoryControlPlane _control;
    private readonly RunStore _runs;

    public RunNoteStoreTests()
    {
        _control = new(_time);
        _runs = new(_control.Rows);
    }

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(null, "throttled")]
    [InlineData(0, "throttled")]
    [InlineData(0, null)]
    public async Task A_change_whose_answer_is_lost_is_made_once_and_listed(int? version, string? text)
    {
        var run = await SubmitAsync();
        var rows = new RepeatingRowStore(_control.Rows);

        var made = await new RunNoteStore(new(rows), rows, _time)
            .ChangeAsync(run.RunId, version, new(new Dictionary<string, string?> { ["verdict"] = "unusable" }, text), "ann", Cancelled);

        var found = (await _runs.FindWithStagesAsync(run.RunId, Cancelled))!;
        Assert.Equal((NotingOutcome.Changed, 1, "unusable"), (made.Outcome, found.Notes.Version, found.Run.Tags["verdict"]));
        Assert.Equal(text is null ? [] : [new RunNote(_time.GetUtcNow(), "ann", text)], found.Notes.All);
        Assert.Equal("unusable", await ListedVerdictAsync(run));
    }

    [Fact]
    public async Task A_tag_of_a_change_whose_caller_left_when_it_was_made_is_listed()
    {
        var run = await SubmitAsync();
        using var caller = CancellationTokenSource.CreateLinkedTokenSource(Cancelled);
        var rows = new InterceptedRowStore(_control.Rows, (table, _, changes) =>
        {
            if (changes && table == ControlNames.RunsTable)
            {
                caller.Cancel();
            }
        });

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => new RunNoteStore(new(rows), rows, _time).ChangeAsync(run.RunId, 0, Unusable, "ann", caller.Token));

        Assert.Equal("unusable", await ListedVerdictAsync(run));
    }

    [Fact]
    public async Task A_tag_that_could_not_be_listed_is_when_its_change_is_repeated()
    {
        var run = await SubmitAsync();
        var isAway = true;
        var rows = new InterceptedRowStore(_control.Rows, (table, _, changes) =>
        {
            if (isAway && changes && table == ControlNames.RunIndexTable)
            {
                throw new RequestFailedException(503, "The server is busy.");
            }
        });
        var notes = new RunNoteStore(new(rows), rows, _time);
        await Assert.ThrowsAsync<RequestFailedException>(() => notes.ChangeAsync(run.RunId, 0, Unusable, "ann", Cancelled));
        isAway = false;

        var repeated = await notes.ChangeAsync(run.RunId, 0, Unusable, "ann", Cancelled);

        Assert.Equal((NotingOutcome.Stale, 1), (repeated.Outcome, repeated.Run!.Notes.Version));
        Assert.Equal("unusable", await ListedVerdictAsync(run));
    }

    private static RunNoteChange Unusable => new(new Dictionary<string, string?> { ["verdict"] = "unusable" }, null);

    private async Task<RunState> SubmitAsync()
    {
        var submission = new RunSubmission(_runs, Allowances.Unlimited(_runs), _control.RunRequests, new SeededIdSource(1), _time);
        return (await submission.SubmitAsync(SampleSpecs.Downloads(), "tester", null, "body", Cancelled)).Run;
    }

    private async Task<string?> ListedVerdictAsync(RunState run) =>
        (await _runs.ListMonthAsync(run.IndexKey.Month, "", 1, Cancelled))[0].Item!.Tags.GetValueOrDefault("verdict");
}
