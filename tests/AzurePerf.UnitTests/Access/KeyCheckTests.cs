using AzurePerf.Core.Access;
using Xunit;

namespace AzurePerf.UnitTests.Access;

public sealed class KeyCheckTests
{
    private static readonly DateTimeOffset Now = new(2026, 3, 14, 9, 0, 0, TimeSpan.Zero);
    private static readonly AccessKey Key = SampleKeys.Of("ci", AccessScope.Submit, Now.AddDays(-1));

    [Fact]
    public void The_right_text_opens_until_the_instant_at_which_the_key_expires()
    {
        Assert.Equal(new(Key, null), KeyCheck.OfText(SampleKeys.Text, Key, Now));
        Assert.Null(KeyCheck.OfText(SampleKeys.Text, Key, Key.ExpiresAt.AddTicks(-1)).Fault);
        Assert.Equal(KeyFault.Expired, KeyCheck.OfText(SampleKeys.Text, Key, Key.ExpiresAt).Fault);
    }

    [Fact]
    public void Another_secret_under_the_same_id_opens_nothing() =>
        Assert.Equal(KeyFault.Wrong, KeyCheck.OfText(AccessKeyText.New(SampleKeys.Id), Key, Now).Fault);

    [Fact]
    public void A_revoked_key_opens_nothing_whether_it_has_expired_or_not()
    {
        var revoked = Key with { RevokedAt = Now };

        Assert.Equal(KeyFault.Revoked, KeyCheck.OfText(SampleKeys.Text, revoked, Now).Fault);
        Assert.Equal(KeyFault.Revoked, KeyCheck.OfStored(revoked, Key.ExpiresAt.AddDays(1)).Fault);
    }

    [Fact]
    public void A_key_of_which_nothing_is_stored_opens_nothing()
    {
        Assert.Equal(KeyFault.Unknown, KeyCheck.OfText(SampleKeys.Text, null, Now).Fault);
        Assert.Equal(KeyFault.Unknown, KeyCheck.OfStored(null, Now).Fault);
    }

    [Fact]
    public void What_is_stored_of_a_key_does_not_hold_it() => Assert.DoesNotContain(SampleKeys.Text[25..], Key.ToString(), StringComparison.Ordinal);
}
