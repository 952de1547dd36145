using AzurePerf.Storage;
using AzurePerf.Storage.Runs;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using Xunit;

namespace AzurePerf.UnitTests.Storage.Runs;

public sealed class EventStoreTests
{
    private const string RunId = "aaaaaaaaaaaaaaaaaaaa";
    private readonly FakeTimeProvider _time = new();
    private readonly InMemoryRowStore _rows = new();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_new_process_continues_the_sequence()
    {
        var first = new EventStore(_rows, _time);
        await first.AppendAsync(RunId, "one", Cancelled);
        await first.AppendAsync(RunId, "two", Cancelled);

        await new EventStore(_rows, _time).AppendAsync(RunId, "three", Cancelled);

        Assert.Equal([(1, "one"), (2, "two"), (3, "three")], await ListAsync(after: 0));
        Assert.Equal([(3, "three")], await ListAsync(after: 2));
        Assert.Empty(await ListAsync(after: 3));
    }

    [Fact]
    public async Task Two_processes_overwrite_nothing_of_each_other()
    {
        var (one, other) = (new EventStore(_rows, _time), new EventStore(_rows, _time));
        await one.AppendAsync(RunId, "one", Cancelled);
        await other.AppendAsync(RunId, "two", Cancelled);
        await one.AppendAsync(RunId, "three", Cancelled);
        one.Forget(RunId);
        await one.AppendAsync(RunId, "four", Cancelled);

        Assert.Equal([(1, "one"), (2, "two"), (3, "three"), (4, "four")], await ListAsync(after: 0));
    }

    [Fact]
    public async Task An_event_whose_answer_was_lost_is_there_once()
    {
        // The client sends it again.
        var rows = new InterruptedRowStore(
            _rows, ControlNames.EventsTable, async row => await _rows.TryInsertAsync(ControlNames.EventsTable, row, Cancelled) is not null);
        var events = new EventStore(rows, _time);

        await events.AppendAsync(RunId, "one", Cancelled);
        await events.AppendAsync(RunId, "two", Cancelled);

        Assert.Equal([(1, "one"), (2, "two")], await ListAsync(after: 0));
    }

    [Fact]
    public async Task Runs_have_sequences_of_their_own()
    {
        var events = new EventStore(_rows, _time);
        await events.AppendAsync(RunId, "one", Cancelled);
        await events.AppendAsync(new('b', 20), "one", Cancelled);

        Assert.Single(await ListAsync(after: 0));
    }

    [Fact]
    public async Task A_sentence_without_end_is_cut()
    {
        await new EventStore(_rows, _time).AppendAsync(RunId, new('x', 100_000), Cancelled);

        Assert.Equal(2_000, Assert.Single(await ListAsync(after: 0)).Message.Length);
    }

    private async Task<(int Sequence, string Message)[]> ListAsync(int after) =>
        await new EventStore(_rows, _time).ListAsync(RunId, after, Cancelled).Select(entry => (entry.Sequence, entry.Message)).ToArrayAsync(Cancelled);
}
