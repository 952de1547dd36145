using AzurePerf.Core.Views;
using AzurePerf.Storage.Shares;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using Xunit;

namespace AzurePerf.UnitTests.Storage.Shares;

public sealed class ShareStoreTests
{
    private readonly FakeTimeProvider _time = new();
    private readonly InMemoryRowStore _rows = new();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_link_whose_answer_is_lost_is_given_to_who_asked_for_it()
    {
        var (outcome, share, token) = await new ShareStore(new RepeatingRowStore(_rows), _time)
            .AddAsync(new(ViewAddress.Read("/runs/abcdefghij234567klmn", out _)!, 24), "ann", Cancelled);

        var stored = await new ShareStore(_rows, _time).ListAsync(Cancelled).SingleAsync(Cancelled);
        Assert.Equal((ShareAddition.Added, stored.Value), (outcome, share));
        Assert.Equal(share!.Id, Core.Shares.ShareToken.IdOf(token));
    }
}
