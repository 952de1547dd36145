using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Runs;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using AzurePerf.UnitTests.Runs;
using Xunit;

namespace AzurePerf.UnitTests.Storage.Runs;

/// <summary>The list shows the labels of the header, whoever wrote the index entry last.</summary>
public sealed class RunIndexRaceTests
{
    private readonly FakeTimeProvider _time = new();
    private readonly InMemoryControlPlane _control;
    private readonly RunStore _runs;

    public RunIndexRaceTests()
    {
        _control = new(_time);
        _runs = new(_control.Rows);
    }

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Labels_that_are_changed_between_the_reading_of_a_header_and_its_index_entry_stay()
    {
        var run = await AddAsync();
        var rows = new InterruptedRowStore(_control.Rows, ControlNames.RunIndexTable, async _ =>
        {
            await LabelAsync(_control.Rows, "newer");
            return true;
        });

        await new RunStore(rows).PutIndexAsync(run, Cancelled);

        Assert.Equal("newer", await ListedAsync(run));
    }

    [Fact]
    public async Task Of_two_changes_of_labels_the_later_one_is_listed_also_when_the_earlier_one_is_slow()
    {
        var run = await AddAsync();
        var slow = new InterruptedRowStore(_control.Rows, ControlNames.RunIndexTable, async _ =>
        {
            await LabelAsync(_control.Rows, "later");
            return true;
        });

        await LabelAsync(slow, "earlier");

        Assert.Equal("later", (await _runs.FindAsync(run.RunId, Cancelled))!.Tags["verdict"]);
        Assert.Equal("later", await ListedAsync(run));
    }

    [Fact]
    public async Task Of_a_run_that_is_removed_while_its_entry_is_written_no_entry_stays()
    {
        var run = await AddAsync();
        var slow = new InterruptedRowStore(_control.Rows, ControlNames.RunIndexTable, async _ =>
        {
            await _runs.DeleteIndexAsync(run.IndexKey, Cancelled);
            await _runs.DeleteAsync(run.RunId, Cancelled);
            return true;
        });

        await new RunStore(slow).PutIndexAsync(run, Cancelled);

        Assert.Equal(0, _control.Rows.Count(ControlNames.RunIndexTable));
    }

    [Fact]
    public async Task An_entry_whose_header_stands_still_is_written_once()
    {
        var run = await AddAsync();
        var writes = 0;
        var rows = new InterruptedRowStore(_control.Rows, ControlNames.RunIndexTable, _ =>
        {
            writes++;
            return Task.FromResult(false);
        });

        await new RunStore(rows).PutIndexAsync(run, Cancelled);

        Assert.Equal(1, writes);
    }

    private async Task<RunState> AddAsync()
    {
        var submitted = await new RunSubmission(_runs, Allowances.Unlimited(_runs), _control.RunRequests, new SeededIdSource(1), _time)
            .SubmitAsync(SampleSpecs.Downloads(), "tester", null, "body", Cancelled);
        return (await _runs.FindAsync(submitted.Run.RunId, Cancelled))!;
    }

    private async Task LabelAsync(IRowStore rows, string verdict)
    {
        var id = (await _runs.ListMonthAsync((await _runs.ListMonthsAsync(Cancelled))[0], "", 1, Cancelled))[0].RunId;
        await new RunNoteStore(new(rows), rows, _time).ChangeAsync(id, null, new(new Dictionary<string, string?> { ["verdict"] = verdict }, null), "ann", Cancelled);
    }

    private async Task<string?> ListedAsync(RunState run) =>
        (await _runs.ListMonthAsync(run.IndexKey.Month, "", 1, Cancelled))[0].Item!.Tags.GetValueOrDefault("verdict");
}
