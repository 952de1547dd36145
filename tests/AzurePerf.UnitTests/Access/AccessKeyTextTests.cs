using AzurePerf.Core.Access;
using AzurePerf.Core.Ids;
using CsCheck;
using Xunit;

namespace AzurePerf.UnitTests.Access;

public sealed class AccessKeyTextTests
{
    private const string Id = "abcdefghij234567klmn";
    private static readonly byte[] Secret = [.. Enumerable.Range(1, AccessKeyText.SecretBytes).Select(number => (byte)number)];

    [Fact]
    public void A_key_is_recognised_by_its_form_which_never_changes()
    {
        var text = AccessKeyText.Write(Id, Secret);

        Assert.Equal("azp_abcdefghij234567klmn_aebagbafaydqqcikbmga2dqpcaireeyuculbogazdinryhi6d4qa5uiem5", text);
        Assert.Equal(Id, AccessKeyText.IdOf(text));
    }

    [Fact]
    public void Two_new_keys_with_one_id_share_nothing_but_the_id()
    {
        var (one, other) = (AccessKeyText.New(Id), AccessKeyText.New(Id));

        Assert.NotEqual(one, other);
        Assert.NotEqual(AccessKeyText.HashOf(one), AccessKeyText.HashOf(other));
        Assert.Equal((Id, Id), (AccessKeyText.IdOf(one), AccessKeyText.IdOf(other)));
    }

    [Fact]
    public void Every_bit_of_the_secret_is_in_the_text()
    {
        var whole = AccessKeyText.Write(Id, Secret);
        for (var bit = 0; bit < Secret.Length * 8; bit++)
        {
            var flipped = Secret.ToArray();
            flipped[bit / 8] ^= (byte)(1 << (bit % 8));

            Assert.NotEqual(whole[..^6], AccessKeyText.Write(Id, flipped)[..^6]);
        }
    }

    [Fact]
    public void One_wrong_character_anywhere_is_noticed_before_anything_is_read()
    {
        var text = AccessKeyText.Write(Id, Secret);
        var places = Gen.Int[0, text.Length - 1];
        var characters = Gen.OneOf("abcdefghijklmnopqrstuvwxyz234567A0_ -".ToCharArray());

        SeededProperty.Holds(Gen.Select(places, characters, (place, character) => (place, character)), change =>
        {
            var changed = text[..change.place] + change.character + text[(change.place + 1)..];
            return changed == text || AccessKeyText.IdOf(changed) is null;
        }, 1_000);
    }

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    [InlineData("azp_")]
    [InlineData("secret")]
    [InlineData("azp_abcdefghij234567klmn_")]
    public void What_is_no_key_has_no_id(string? text) => Assert.Null(AccessKeyText.IdOf(text));

    [Fact]
    public void A_key_is_taken_out_of_a_text_also_when_it_was_cut_off_or_is_followed_by_more()
    {
        var text = AccessKeyText.Write(Id, Secret);

        Assert.Equal("/runs/azp_***/x?key=azp_***.", AccessKeyText.Redact($"/runs/{text}/x?key={text}."));
        Assert.DoesNotContain(text[30..40], AccessKeyText.Redact(text[..60] + text), StringComparison.Ordinal);
        Assert.True(AccessKeyText.IsIn("see " + text));
        Assert.False(AccessKeyText.IsIn("azp_ and azptable " + IdText.Hash("x")));
    }
}
