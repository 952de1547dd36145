using AzurePerf.Core.Statistics;
using Xunit;

namespace AzurePerf.UnitTests.Statistics;

public sealed class MserTruncationTests
{
    private static readonly double[] WarmUp =
    [
        5.02, 2.72, 4.21, 3.72, 3.77, 3.89, 2.99, 3.88, 3.57, 5.66, 4.11, 3.82, 3.86, 3.67, 3.47, 3.8, 4.24, 9.88, 10.48, 9.9,
        10.01, 10.77, 10.27, 9.75, 9.91, 10.27, 10.97, 9.87, 9.88, 10.5, 9.56, 9.85, 10.44, 10.29, 10.05, 10.34, 8.59, 10.51, 9.52, 9.17,
        10.14, 10.35, 9.78, 9.46, 10.01, 9.97, 10.7, 10.37, 10.1, 10.56, 9.9, 9.54, 10.29, 10.29, 9.89, 9.61, 10.11, 8.75, 10.35, 10.25,
    ];

    // Python: y = batch means of 5; min over d <= len(y) - 5 of sum((y[d:] - y[d:].mean())**2) / (len(y) - d)**2 is at d = 4
    [Fact]
    public void It_cuts_off_the_batches_of_a_warm_up_that_ends_at_value_17() => Assert.Equal(20, MserTruncation.Of(WarmUp));

    [Fact]
    public void A_series_of_less_than_ten_batches_is_not_judged()
    {
        Assert.Null(MserTruncation.Of(WarmUp[..49]));
        Assert.NotNull(MserTruncation.Of(WarmUp[..50]));
    }

    [Fact]
    public void Values_that_fill_no_batch_are_not_looked_at() => Assert.Equal(MserTruncation.Of(WarmUp), MserTruncation.Of([.. WarmUp, 1_000, -1_000]));

    [Fact]
    public void It_leaves_at_least_five_batches_and_knows_neither_level_nor_unit() => SeededProperty.Holds(
        SampleGenerators.Values(50, 120),
        series => MserTruncation.Of(series) is { } skipped && skipped <= series.Length - 25 && skipped % 5 == 0
            && MserTruncation.Of([.. series.Select(value => (8 * value) + 1_024)]) == skipped);
}
