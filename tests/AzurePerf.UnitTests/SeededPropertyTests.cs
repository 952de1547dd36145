using System.Text.RegularExpressions;
using CsCheck;
using Xunit;

namespace AzurePerf.UnitTests;

public sealed partial class SeededPropertyTests
{
    private static readonly Gen<int[]> Numbers = Gen.Int[0, 20].Array[0, 10];

    [Fact]
    public void Every_run_draws_the_same_values()
    {
        var values = Drawn(cases: 100);

        Assert.Equal(Night.Size(usually: 50, atNight: 100), values.Count);
        Assert.Equal(values, Drawn(cases: 100));
        Assert.Equal(["17", "8 10 2 0 1 13 17", "17 17 15 12 2"], values.Take(3));
        Assert.InRange(values.Distinct().Count(), 0.8 * values.Count, values.Count);
    }

    [Fact]
    public void A_false_property_is_shrunk_to_its_smallest_example_which_the_printed_seed_replays()
    {
        var failure = Assert.Throws<CsCheckException>(() => SeededProperty.Holds(Numbers, numbers => numbers.All(number => number < 5)));

        Assert.Contains("\n[5]", failure.Message, StringComparison.Ordinal);
        var seed = PrintedSeed().Match(failure.Message).Groups[1].Value;
        Assert.Equal([5], Numbers.Generate(PCG.Parse(seed), null, out _));
    }

    [Fact]
    public void A_property_that_throws_is_false_and_says_why()
    {
        var failure = Assert.Throws<CsCheckException>(() => SeededProperty.Holds(Numbers, numbers => numbers.Sum() < 3 ? true : throw new InvalidOperationException("too much")));

        Assert.Contains("\n[3]", failure.Message, StringComparison.Ordinal);
        Assert.Equal("too much", Assert.IsType<InvalidOperationException>(failure.InnerException).Message);
    }

    [Fact]
    public void A_property_that_fails_once_only_has_failed()
    {
        var asked = 0;

        Assert.Throws<CsCheckException>(() => SeededProperty.Holds(Numbers, _ => ++asked != 7));
    }

    [GeneratedRegex("CsCheck_Seed=([0-9a-zA-Z_-]+)")]
    private static partial Regex PrintedSeed();

    private static List<string> Drawn(int cases)
    {
        var values = new List<string>();
        SeededProperty.Holds(Numbers, numbers =>
        {
            values.Add(string.Join(' ', numbers));
            return true;
        }, cases);
        return values;
    }
}
