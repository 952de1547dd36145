using AzurePerf.Core.Access;
using Xunit;

namespace AzurePerf.UnitTests.Access;

public sealed class ProxyTrustTests
{
    private static readonly DateTimeOffset Now = new(2026, 3, 14, 9, 0, 0, TimeSpan.Zero);
    private static readonly ProxyTrust Proven = ProxyTrust.None.After(ProxyCheckResult.Removed, Now);

    [Fact]
    public void Nothing_is_believed_before_the_first_look_and_that_is_due_at_once()
    {
        Assert.False(ProxyTrust.None.IsProven(Now));
        Assert.True(ProxyTrust.None.NeedsLook(Now));
    }

    [Fact]
    public void A_proof_is_renewed_after_a_minute()
    {
        Assert.True(Proven.IsProven(Now));
        Assert.False(Proven.NeedsLook(Now + ProxyTrust.Renewal - TimeSpan.FromTicks(1)));
        Assert.True(Proven.NeedsLook(Now + ProxyTrust.Renewal));
    }

    [Fact]
    public void Headers_that_came_through_end_the_belief_at_once()
    {
        var ended = Proven.After(ProxyCheckResult.Arrived, Now);

        Assert.False(ended.IsProven(Now));
        Assert.False(ended.NeedsLook(Now + ProxyTrust.Retry - TimeSpan.FromTicks(1)));
        Assert.True(ended.NeedsLook(Now + ProxyTrust.Retry));
    }

    [Fact]
    public void While_looks_tell_nothing_a_proof_lasts_for_a_while_and_is_tried_again_soon()
    {
        var later = Now + ProxyTrust.Renewal;
        var unsure = Proven.After(ProxyCheckResult.Unknown, later);

        Assert.True(unsure.IsProven(Now + ProxyTrust.Lasting));
        Assert.False(unsure.IsProven(Now + ProxyTrust.Lasting + TimeSpan.FromTicks(1)));
        Assert.True(unsure.NeedsLook(later + ProxyTrust.Retry));
    }

    [Fact]
    public void A_look_that_tells_nothing_proves_nothing() => Assert.False(ProxyTrust.None.After(ProxyCheckResult.Unknown, Now).IsProven(Now));
}
