using System.Text.Json.Nodes;
using AzurePerf.Core.Api;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Compute;
using AzurePerf.UnitTests.TaskManager;
using Xunit;

namespace AzurePerf.UnitTests.Results;

public sealed class MetricTests
{
    private static readonly Metric[] All =
        [.. Shipped.Experiments.All.SelectMany(experiment => experiment.Metrics).DistinctBy(metric => metric.Name)];

    [Fact]
    public void Rates_are_better_when_higher_and_latencies_when_lower() => Assert.All(All.Where(metric => metric.Quantity != Quantity.Share), metric => Assert.Equal(
        (metric.Unit.EndsWith("/s", StringComparison.Ordinal), metric.HigherIsBetter ? Quantity.Rate : Quantity.Duration), (metric.HigherIsBetter, metric.Quantity)));

    [Fact]
    public void Every_experiment_that_measures_points_declares_metrics_of_different_names_and_one_series() => Assert.All(Shipped.Experiments.All.Where(experiment => !experiment.IsBag), experiment =>
    {
        Assert.NotEmpty(experiment.Metrics);
        Assert.Equal(experiment.Metrics.Count, experiment.Metrics.Select(metric => metric.Name).Distinct().Count());
        Assert.Single(experiment.Metrics, metric => metric.LeadsSeries);
        Assert.Single(experiment.Metrics, metric => metric.LeadsOpenLoops);
    });

    [Theory]
    [InlineData("queue.add", "closed", "opsPerSecond")]
    [InlineData("blob.upload", "closed", "bytesPerSecond")]
    [InlineData("compute.fft", "closed", "flopPerSecond")]
    [InlineData("queue.add", "poisson", "p50")]
    [InlineData("blob.upload", "constant", "p50")]
    public void The_headline_is_a_rate_where_it_was_measured_and_the_median_latency_where_it_was_given(string experiment, string arrivals, string metric) =>
        Assert.Equal(metric, Shipped.Experiments.Find(experiment)!.Headline(new JsonObject { ["arrivals"] = arrivals })!.Name);

    [Theory]
    [InlineData("queue.add", "closed", "mean")]
    [InlineData("tcp.series", "closed", "bytesPerSecond")]
    [InlineData("compute.intervals", "closed", "mean")]
    [InlineData("queue.add", "poisson", "p50")]
    public void A_series_is_of_the_payload_where_that_counts_and_else_of_the_latency(string experiment, string arrivals, string metric) =>
        Assert.Equal(metric, Shipped.Experiments.Find(experiment)!.SeriesMetric(new JsonObject { ["arrivals"] = arrivals })!.Name);

    [Fact]
    public void A_bag_of_tasks_has_no_headline() => Assert.Null(Shipped.Experiments.Find("selftest.bag")!.Headline([]));

    [Fact]
    public void Each_reads_its_own_figure()
    {
        var result = SampleSummary.Of(clients: 2).With(operations => operations with { OperationsPerSecond = operations.OperationsPerSecond with { NetOfFollowUps = 120 } });

        Assert.Equal(
            [
                ("opsPerSecond", 100.5), ("opsPerSecondPerClient", result.Operations!.OperationsPerSecond.PerClientMean), ("bytesPerSecond", 2_048), ("opsPerSecondNetOfFollowUps", 120),
                ("mean", 1_000.5), ("p50", 1_000), ("p90", result.Operations!.Latency.P90Nanoseconds), ("p95", 1_150), ("p99", null), ("max", result.Operations!.Latency.MaximumNanoseconds),
            ],
            OperationMetrics.Operations.Select(metric => (metric.Name, metric.Read(result))));
    }

    [Fact]
    public void Floating_point_operations_are_operations_times_what_the_method_counts()
    {
        var options = new FftOptions { K = 10 };
        var metric = Shipped.Experiments.Find("compute.fft")!.Metrics[0];

        Assert.Equal(("FLOP/s", 5.0 * 10 * 1_024), (metric.Unit, metric.Scale!(options)));
    }

    [Fact]
    public void What_the_API_tells_of_a_metric_is_enough_to_show_it() => Assert.All(All, metric =>
    {
        var told = MetricResponse.Of(metric, leads: true).ToMetric();

        Assert.Equal(
            (metric.Name, metric.Label, metric.Unit, metric.Quantity, metric.Column, metric.OperationsNeeded, metric.OfOneClient, metric.InTables),
            (told.Name, told.Label, told.Unit, told.Quantity, told.Column, told.OperationsNeeded, told.OfOneClient, told.InTables));
        Assert.Null(told.Read(SampleSummary.Of(clients: 2)));
    });
}
