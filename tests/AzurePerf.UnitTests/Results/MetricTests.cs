using System.Text.Json.Nodes;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Results;
using AzurePerf.UnitTests.TaskManager;
using Xunit;

namespace AzurePerf.UnitTests.Results;

public sealed class MetricTests
{
    [Fact]
    public void Rates_are_better_when_higher_and_latencies_when_lower() =>
        Assert.All(Metric.All, metric => Assert.Equal(metric.Unit.EndsWith("/s", StringComparison.Ordinal), metric.HigherIsBetter));

    [Theory]
    [InlineData("queue.add", "closed", "opsPerSecond")]
    [InlineData("blob.upload", "closed", "bytesPerSecond")]
    [InlineData("queue.add", "poisson", "p50")]
    [InlineData("blob.upload", "constant", "p50")]
    public void The_headline_is_a_rate_where_it_was_measured_and_the_median_latency_where_it_was_given(string experiment, string arrivals, string metric) =>
        Assert.Equal(metric, Metric.HeadlineOf(Shipped.Experiments.Find(experiment)!, new JsonObject { ["arrivals"] = arrivals }).Name);

    [Fact]
    public void Each_reads_its_own_figure()
    {
        var result = SampleSummary.Of(clients: 2).With(operations => operations with { OperationsPerSecond = operations.OperationsPerSecond with { NetOfFollowUps = 120 } });

        Assert.Equal([100.5, 2_048, 100.5, 120, 1_000.5, 1_000, 1_150, null, result.Operations!.Latency.MaximumNanoseconds], Metric.All.Select(metric => metric.Read(result)));
        Assert.Equal(Metric.All.Count, Metric.All.Select(metric => metric.Name).Distinct().Count());
    }
}
