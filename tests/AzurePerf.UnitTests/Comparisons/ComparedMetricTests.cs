using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Measurements;
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
        var summary = new PointSummary
        {
            Clients = 1,
            ClientsFinished = 1,
            Operations = 100,
            Outcomes = [],
            Bytes = 0,
            WireRequests = 0,
            PlannedWireRequests = 0,
            OperationsPerSecond = new(10, 11, 12, 13),
            BytesPerSecond = new(20, 21, 22, 23),
            Latency = new(100, 1.5, 0.5, 1, 9, 2, 3, 4, null, null),
            ElapsedSeconds = 1,
            StartSkewSeconds = 0,
            OverlapSeconds = 1,
            OverlapRatio = 1,
            HarnessSeconds = 0,
            SetUpSeconds = 0,
            WarmUpSeconds = 0,
            WarmUpOperations = 0,
            WarmUpFailures = 0,
            SamplesKept = 0,
            Flags = [],
        };

        Assert.Equal([10, 20, 1.5, 2, 4, null], ComparedMetric.All.Select(metric => metric.ValueOf(summary)));
        Assert.Equal(ComparedMetric.All.Count, ComparedMetric.All.Select(metric => metric.Name).Distinct().Count());
    }
}
