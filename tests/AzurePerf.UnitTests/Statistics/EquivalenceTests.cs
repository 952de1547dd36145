using AzurePerf.Core.Statistics;
using Xunit;

namespace AzurePerf.UnitTests.Statistics;

public sealed class EquivalenceTests
{
    [Theory]
    [InlineData(0.96, 1.04, true)]
    [InlineData(0.9524, 1.05, true)]
    [InlineData(0.9523, 1.04, false)]
    [InlineData(0.96, 1.051, false)]
    [InlineData(1.06, 1.07, false)]
    public void An_interval_wholly_inside_the_margin_shows_sameness(double low, double high, bool holds)
        => Assert.Equal(holds, Equivalence.Holds(new(low, high), 0.05));

    [Fact]
    public void Without_a_margin_nothing_is_the_same() =>
        Assert.Equal((false, true), (Equivalence.Holds(new(1, 1), 0), Equivalence.Holds(new(1, 1), 0.001)));

    [Fact]
    public void A_negative_margin_is_refused() => Assert.Throws<ArgumentOutOfRangeException>(() => Equivalence.Holds(new(1, 1), -0.01));

    [Fact]
    public void A_true_change_at_the_margin_is_called_the_same_in_at_most_5_of_100_cases()
    {
        var rounds = Night.Size(usually: 1_000, atNight: 4_000);
        var random = new Random(37);
        var called = Enumerable.Range(0, rounds).Count(_ =>
        {
            var (first, second) = (ReferenceSamples.LogNormal(random, 20, 100, 0.02), ReferenceSamples.LogNormal(random, 20, 105, 0.02));
            return Equivalence.Holds(HodgesLehmann.Ratio(first, second, Equivalence.Confidence).Interval!.Value, 0.05);
        });

        Assert.InRange(called / (double)rounds, 0.03, Trials.Most(0.05, rounds, atNight: 0.06));
    }
}
