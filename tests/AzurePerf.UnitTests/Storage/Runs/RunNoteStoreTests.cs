using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
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
        var submission = new RunSubmission(_runs, Allowances.Unlimited(_runs), _control.RunRequests, new SeededIdSource(1), _time);
        var run = (await submission.SubmitAsync(SampleSpecs.Downloads(), "tester", null, "body", Cancelled)).Run;
        var rows = new RepeatingRowStore(_control.Rows);

        var made = await new RunNoteStore(new(rows), rows, _time)
            .ChangeAsync(run.RunId, version, new(new Dictionary<string, string?> { ["verdict"] = "unusable" }, text), "ann", Cancelled);

        var found = (await _runs.FindWithStagesAsync(run.RunId, Cancelled))!;
        Assert.Equal((NotingOutcome.Changed, 1, "unusable"), (made.Outcome, found.Notes.Version, found.Run.Tags["verdict"]));
        Assert.Equal(text is null ? [] : [new RunNote(_time.GetUtcNow(), "ann", text)], found.Notes.All);
        Assert.Equal("unusable", (await _runs.ListMonthAsync(run.IndexKey.Month, "", 1, Cancelled))[0].Item!.Tags["verdict"]);
    }
}
