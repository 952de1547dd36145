using AzurePerf.Core.Comparisons;
using AzurePerf.UnitTests.TaskManager;
using Xunit;

namespace AzurePerf.UnitTests.Comparisons;

public sealed class ComparedMetricTests
{
    [Fact]
    public void Rates_are_better_when_higher_and_latencies_when_lower() =>
        Assert.All(ComparedMetric.All, metric => Assert.Equal(metric.Unit.EndsWith("/s", StringComparison.Ordinal), metric.HigherIsBetter));

    [Fact]
    public void Each_reads_its_own_figure()
    {
        var summary = SampleSummary.Of(clients: 2);

        Assert.Equal([100.5, 2_048, 1_000.5, 1_000, 1_150, null], ComparedMetric.All.Select(metric => metric.ValueOf(summary)));
        Assert.Equal(ComparedMetric.All.Count, ComparedMetric.All.Select(metric => metric.Name).Distinct().Count());
    }
}
