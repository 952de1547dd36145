using AzurePerf.Core.Access;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Storage;
using AzurePerf.Storage.Access;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using Xunit;

namespace AzurePerf.UnitTests.Storage.Access;

public sealed class AuditStoreTests
{
    private readonly FakeTimeProvider _time = new();
    private readonly InMemoryRowStore _rows = new();
    private readonly AuditStore _audit;

    public AuditStoreTests() => _audit = new(_rows, new SeededIdSource(1), _time);

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Entries_come_from_new_to_old_over_the_turn_of_months_and_each_once()
    {
        for (var number = 0; number < 12; number++)
        {
            await AppendAsync(number);
            _time.Advance(TimeSpan.FromDays(20));
        }

        string? before = null;
        var subjects = new List<string>();
        do
        {
            var page = await _audit.ListAsync(before, Cancelled).Take(5).ToArrayAsync(Cancelled);
            subjects.AddRange(page.Select(entry => entry.Subject));
            before = page.Length == 5 ? page[^1].Id : null;
        }
        while (before is not null);

        Assert.Equal(Enumerable.Range(0, 12).Reverse().Select(number => $"run {number}"), subjects);
    }

    [Fact]
    public async Task Before_the_first_month_there_is_nothing_and_no_month()
    {
        await AppendAsync(1);

        Assert.Empty(await _audit.ListAsync($"3155370000000000000-{SampleId}", Cancelled).ToArrayAsync(Cancelled));
    }

    [Fact]
    public async Task Two_entries_of_one_instant_are_both_kept()
    {
        await AppendAsync(1);
        await AppendAsync(2);

        Assert.Equal(2, await _audit.ListAsync(null, Cancelled).CountAsync(Cancelled));
    }

    [Fact]
    public async Task An_entry_says_who_did_what_to_what_from_where_and_what_became_of_it()
    {
        await _audit.AppendAsync(new("ci", AccessScope.Submit, SampleId), "POST /api/v1/runs", "run 1", "10.1.2.3", AuditOutcome.Refused, Cancelled);

        var entry = await _audit.ListAsync(null, Cancelled).SingleAsync(Cancelled);

        Assert.Equal(
            (_time.GetUtcNow(), "ci", SampleId, "POST /api/v1/runs", "run 1", "10.1.2.3", AuditOutcome.Refused),
            (entry.At, entry.Who, entry.KeyId, entry.Action, entry.Subject, entry.From, entry.Outcome));
        Assert.Equal(entry.At, AuditStore.InstantOf(entry.Id));
    }

    [Fact]
    public async Task An_entry_that_cannot_be_read_says_so_at_its_place_and_hides_no_other()
    {
        await AppendAsync(1);
        _time.Advance(TimeSpan.FromMinutes(1));
        await AppendAsync(2);
        var newer = await _audit.ListAsync(null, Cancelled).FirstAsync(Cancelled);
        await _rows.PutAsync(ControlNames.AuditTable, new(RunIndexKey.MonthOf(newer.At), newer.Id) { ["v"] = 2 }, Cancelled);

        var entries = await _audit.ListAsync(null, Cancelled).ToArrayAsync(Cancelled);

        Assert.Equal([AuditOutcome.Unreadable, AuditOutcome.Done], entries.Select(entry => entry.Outcome));
        Assert.Equal((newer.Id, newer.At), (entries[0].Id, entries[0].At));
        Assert.Contains(newer.Id, entries[0].Text, StringComparison.Ordinal);
        Assert.Equal("run 1", (await _audit.ListAsync(entries[0].Id, Cancelled).SingleAsync(Cancelled)).Subject);
    }

    [Theory]
    [InlineData("")]
    [InlineData("x")]
    [InlineData("0000000000000000000-")]
    [InlineData("9999999999999999999-aaaaaaaaaaaaaaaaaaaa")]
    [InlineData("-000000000000000001-aaaaaaaaaaaaaaaaaaaa")]
    [InlineData("0000000000000000001-aaaaaaaaaaaaaaaaaaa'")]
    public void No_other_text_is_a_place_in_the_audit(string id) => Assert.Null(AuditStore.InstantOf(id));

    private const string SampleId = "abcdefghij234567klmn";

    private Task AppendAsync(int number) => _audit.AppendAsync(new("ci", AccessScope.Submit), "POST", $"run {number}", "here", AuditOutcome.Done, Cancelled);
}
