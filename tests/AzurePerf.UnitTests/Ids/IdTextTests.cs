using AzurePerf.Core.Ids;
using CsCheck;
using Xunit;

namespace AzurePerf.UnitTests.Ids;

public sealed class IdTextTests
{
    [Fact]
    public void The_hash_of_a_text_is_the_same_for_ever()
    {
        // Run ids are made of it: with another value a repeated Idempotency-Key would make a second run.
        Assert.Equal("74i46zeqj6rqdq7splyq", IdText.Hash("owner", "key"));
        Assert.Equal("347wdgaevex5wqcxdew4", IdText.Hash(""));
    }

    [Fact]
    public void Where_one_part_ends_and_the_next_begins_matters()
    {
        Assert.NotEqual(IdText.Hash("ab", "c"), IdText.Hash("a", "bc"));
        Assert.NotEqual(IdText.Hash("a"), IdText.Hash("a", ""));
    }

    [Theory]
    [InlineData("abcdefghij234567klmn", true)]
    [InlineData("abcdefghij234567klm", false)]
    [InlineData("abcdefghij234567klmno", false)]
    [InlineData("ABCDEFGHIJ234567KLMN", false)]
    [InlineData("abcdefghij234567klm1", false)]
    [InlineData("abcdefghij234567kl/.", false)]
    [InlineData("", false)]
    [InlineData(null, false)]
    public void An_identifier_is_twenty_letters_and_digits_of_its_alphabet(string? text, bool valid) => Assert.Equal(valid, IdText.IsValid(text));

    [Fact]
    public void Every_source_gives_valid_identifiers_that_differ()
    {
        foreach (var source in new IIdSource[] { new RandomIdSource(), new SeededIdSource(1) })
        {
            var ids = Enumerable.Range(0, 1_000).Select(_ => source.NewId()).ToArray();

            Assert.All(ids, id => Assert.True(IdText.IsValid(id)));
            Assert.Equal(1_000, ids.Distinct().Count());
            Assert.True(source.NewSeed() >= 0);
        }
    }

    [Fact]
    public void All_hundred_bits_of_an_identifier_depend_on_its_bytes() => SeededProperty.Holds(
        Gen.Int[0, 99],
        bit =>
        {
            var bytes = new byte[13];
            bytes[bit / 8] = (byte)(0x80 >> (bit % 8));
            var text = IdText.From(bytes);
            return text[bit / 5] == "abcdefghijklmnopqrstuvwxyz234567"[16 >> (bit % 5)] && text.Remove(bit / 5, 1).All(letter => letter == 'a');
        });

    [Fact]
    public void The_same_seed_gives_the_same_sequence()
    {
        var (one, other) = (new SeededIdSource(5), new SeededIdSource(5));

        Assert.Equal([one.NewId(), one.NewId()], [other.NewId(), other.NewId()]);
        Assert.Equal(one.NewSeed(), other.NewSeed());
    }
}
