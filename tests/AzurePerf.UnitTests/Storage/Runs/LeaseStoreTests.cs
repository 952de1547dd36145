using AzurePerf.Storage.Runs;
using AzurePerf.Testing.Storage;
using Xunit;

namespace AzurePerf.UnitTests.Storage.Runs;

public sealed class LeaseStoreTests
{
    private readonly LeaseStore _leases = new(new InMemoryRowStore());

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_key_is_held_by_the_first_who_takes_it_and_taking_it_again_is_harmless()
    {
        Assert.Equal(("one", true), await TakeAsync("hosts", "one"));
        Assert.Equal(("one", false), await TakeAsync("hosts", "two"));
        Assert.Equal(("one", false), await TakeAsync("hosts", "one"));
        Assert.Equal(("two", true), await TakeAsync("target-west", "two"));

        Assert.Equal([("hosts", "one"), ("target-west", "two")], await _leases.ListAsync(Cancelled).ToArrayAsync(Cancelled));
    }

    [Fact]
    public async Task Only_its_holder_gives_a_key_back()
    {
        await TakeAsync("hosts", "one");

        await _leases.ReleaseAsync("hosts", "two", Cancelled);
        Assert.Equal(("one", false), await TakeAsync("hosts", "two"));

        await _leases.ReleaseAsync("hosts", "one", Cancelled);
        await _leases.ReleaseAsync("hosts", "one", Cancelled);
        Assert.Equal(("two", true), await TakeAsync("hosts", "two"));
    }

    [Fact]
    public async Task What_was_inserted_can_be_undone_until_the_run_takes_it_again()
    {
        await _leases.GiveBackAsync(await _leases.TakeAsync("hosts", "one", Cancelled), Cancelled);
        Assert.Empty(await _leases.ListAsync(Cancelled).ToArrayAsync(Cancelled));

        var inserted = await _leases.TakeAsync("hosts", "one", Cancelled);
        await _leases.TakeAsync("hosts", "one", Cancelled);
        await _leases.GiveBackAsync(inserted, Cancelled);
        Assert.Equal([("hosts", "one")], await _leases.ListAsync(Cancelled).ToArrayAsync(Cancelled));
    }

    private async Task<(string RunId, bool IsNew)> TakeAsync(string key, string runId)
    {
        var lease = await _leases.TakeAsync(key, runId, Cancelled);
        return (lease.RunId, lease.IsNew);
    }
}
