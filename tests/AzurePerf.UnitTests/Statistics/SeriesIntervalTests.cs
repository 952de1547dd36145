using AzurePerf.Core.Statistics;
using Xunit;

namespace AzurePerf.UnitTests.Statistics;

public sealed class SeriesIntervalTests
{
    [Fact]
    public void Of_independent_values_it_is_hardly_wider_than_students()
    {
        var wider = Enumerable.Range(1, 50).Average(seed =>
        {
            var values = ReferenceSamples.Normal(new Random(seed), 120);
            return MeanInterval.OfSeries(values)!.Value.HalfWidth / MeanInterval.Of(values)!.Value.HalfWidth;
        });

        Assert.InRange(wider, 1, 1.1);
    }

    [Fact]
    public void Values_that_only_rise_are_worth_too_few_for_one() =>
        Assert.Null(MeanInterval.OfSeries([.. Enumerable.Range(0, 100).Select(value => (double)value)]));

    [Theory]
    [InlineData(7)]
    [InlineData(0.1)]
    [InlineData(1234.567)]
    public void Values_that_never_differ_are_known_exactly(double value) => Assert.Equal(new(value, value), MeanInterval.OfSeries([.. Enumerable.Repeat(value, 100)]));

    [Theory]
    [InlineData(12)]
    [InlineData(50)]
    public void A_rise_is_told_whatever_its_curve(int count)
    {
        double[][] rises = [[.. Timeline(index => index)], [.. Timeline(index => index * index)], [.. Timeline(index => Math.Exp(index / 4.0))], [.. Timeline(index => -1 / (index + 1.0))]];

        Assert.All(rises, rise => Assert.InRange(MannKendall.OfDependent(rise).TwoSided, 0, 1e-6));

        IEnumerable<double> Timeline(Func<int, double> of) => Enumerable.Range(0, count).Select(of);
    }
}
