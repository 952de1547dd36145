using AzurePerf.Core.Access;
using Xunit;

namespace AzurePerf.UnitTests.Access;

public sealed class FrontBeliefTests
{
    private static readonly DateTimeOffset Now = new(2026, 3, 14, 9, 0, 0, TimeSpan.Zero);
    private static readonly FrontBelief Proven = FrontBelief.None.After(FrontSighting.Removed, Now);

    [Fact]
    public void Nothing_is_believed_before_the_first_look_and_that_is_due_at_once()
    {
        Assert.False(FrontBelief.None.IsProven(Now));
        Assert.True(FrontBelief.None.NeedsLook(Now));
    }

    [Fact]
    public void A_proof_is_renewed_after_a_minute()
    {
        Assert.True(Proven.IsProven(Now));
        Assert.False(Proven.NeedsLook(Now + FrontBelief.Renewal - TimeSpan.FromTicks(1)));
        Assert.True(Proven.NeedsLook(Now + FrontBelief.Renewal));
    }

    [Fact]
    public void Headers_that_came_through_end_the_belief_at_once()
    {
        var ended = Proven.After(FrontSighting.Arrived, Now);

        Assert.False(ended.IsProven(Now));
        Assert.False(ended.NeedsLook(Now + FrontBelief.Retry - TimeSpan.FromTicks(1)));
        Assert.True(ended.NeedsLook(Now + FrontBelief.Retry));
    }

    [Fact]
    public void While_looks_tell_nothing_a_proof_lasts_for_a_while_and_is_tried_again_soon()
    {
        var later = Now + FrontBelief.Renewal;
        var unsure = Proven.After(FrontSighting.Unknown, later);

        Assert.True(unsure.IsProven(Now + FrontBelief.Lasting));
        Assert.False(unsure.IsProven(Now + FrontBelief.Lasting + TimeSpan.FromTicks(1)));
        Assert.True(unsure.NeedsLook(later + FrontBelief.Retry));
    }

    [Fact]
    public void A_look_that_tells_nothing_proves_nothing() => Assert.False(FrontBelief.None.After(FrontSighting.Unknown, Now).IsProven(Now));
}
