using AzurePerf.Core.Statistics;
using Xunit;

namespace AzurePerf.UnitTests.Statistics;

public sealed class BlockBootstrapTests
{
    [Theory]
    [InlineData(200, 0.5, 9)]
    [InlineData(1_000, 0.8, 31)]
    [InlineData(200, 0, 1)]
    [InlineData(200, -0.4, 1)]
    public void The_blocks_grow_with_the_autocorrelation(int count, double lag1, int length) => Assert.Equal(length, BlockBootstrap.BlockLength(count, lag1));

    [Fact]
    public void A_series_of_less_than_four_blocks_has_no_interval()
        => Assert.Null(BlockBootstrap.Of([.. Enumerable.Range(0, 30).Select(value => (double)value)], Mean, 1));

    [Fact]
    public void The_same_seed_gives_the_same_interval()
    {
        var series = FirstOrder(new Random(1), 100, 0.3);

        Assert.NotNull(BlockBootstrap.Of(series, Mean, 4, 499));
        Assert.Equal(BlockBootstrap.Of(series, Mean, 4, 499), BlockBootstrap.Of(series, Mean, 4, 499));
    }

    [Fact]
    public void It_covers_the_mean_of_an_autocorrelated_series_where_students_interval_does_not()
    {
        const int Rounds = 400;
        var random = new Random(23);
        var (blocks, student) = (0, 0);
        for (var round = 0; round < Rounds; round++)
        {
            var series = FirstOrder(random, 300, 0.6);
            blocks += BlockBootstrap.Of(series, Mean, round, 499) is { } interval && interval.Contains(0) ? 1 : 0;
            student += MeanInterval.Of(series)!.Value.Contains(0) ? 1 : 0;
        }

        Assert.InRange(blocks / (double)Rounds, 0.88, 0.97);
        Assert.InRange(student / (double)Rounds, 0, 0.80);
    }

    private static double[] FirstOrder(Random random, int count, double correlation)
    {
        var series = ReferenceSamples.Normal(random, count);
        series[0] /= Math.Sqrt(1 - (correlation * correlation));
        for (var index = 1; index < count; index++)
        {
            series[index] += correlation * series[index - 1];
        }

        return series;
    }

    private static double Mean(ReadOnlySpan<double> values) => SampleMoments.Of(values).Mean;
}
