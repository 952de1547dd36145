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
        Assert.Equal("one", await _leases.TakeAsync("hosts", "one", Cancelled));
        Assert.Equal("one", await _leases.TakeAsync("hosts", "two", Cancelled));
        Assert.Equal("one", await _leases.TakeAsync("hosts", "one", Cancelled));
        Assert.Equal("two", await _leases.TakeAsync("target-west", "two", Cancelled));

        Assert.Equal([("hosts", "one"), ("target-west", "two")], await _leases.ListAsync(Cancelled).ToArrayAsync(Cancelled));
    }

    [Fact]
    public async Task Only_its_holder_gives_a_key_back()
    {
        await _leases.TakeAsync("hosts", "one", Cancelled);

        await _leases.ReleaseAsync("hosts", "two", Cancelled);
        Assert.Equal("one", await _leases.TakeAsync("hosts", "two", Cancelled));

        await _leases.ReleaseAsync("hosts", "one", Cancelled);
        await _leases.ReleaseAsync("hosts", "one", Cancelled);
        Assert.Equal("two", await _leases.TakeAsync("hosts", "two", Cancelled));
    }
}
