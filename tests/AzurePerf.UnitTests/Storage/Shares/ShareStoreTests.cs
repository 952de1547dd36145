using AzurePerf.Core.Shares;
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
        Assert.Equal(share!.Id, ShareToken.IdOf(token));
    }

    [Fact]
    public async Task A_form_makes_one_link_for_each_time_that_it_asks_for_and_one_more_after_its_end()
    {
        var shares = new ShareStore(_rows, _time);
        var secret = ShareToken.New();

        var first = await TokenAsync(24);
        var other = await TokenAsync(1);
        Assert.Equal((first, other), (await TokenAsync(24), await TokenAsync(1)));
        await shares.RevokeAsync(ShareToken.IdOf(first), "ann", Cancelled);
        var next = await TokenAsync(24);
        Assert.Equal(next, await TokenAsync(24));

        Assert.All([first, other, next], token => Assert.True(ShareToken.IsWhole(token)));
        Assert.Equal(4, new[] { secret, first, other, next }.Distinct().Count());
        Assert.Equal(3, await shares.ListAsync(Cancelled).CountAsync(Cancelled));

        async Task<string> TokenAsync(int hours) =>
            (await shares.AddOnceAsync(secret, new(ViewAddress.Read("/runs/abcdefghij234567klmn", out _)!, hours), "ann", Cancelled)).Token;
    }
}
