using AzurePerf.Core.Measurements.Generators;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Statistics;
using AzurePerf.UnitTests.TaskManager;
using Xunit;

namespace AzurePerf.UnitTests.Reports;

public sealed class TimelineTextTests
{
    [Fact]
    public void Classes_overlap_and_skew_of_all_points_are_one_line()
    {
        var flat = SampleSummary.Of(4).With(operations => operations with { SteadyState = SteadyStateClass.Flat });
        var late = SampleSummary.Of(4).With(operations => operations with { OverlapRatio = 0.5, StartSkewSeconds = 0.02, StartSkewBoundSeconds = 0.005 });

        Assert.Equal("steady state: 1 too short to tell, 2 steady throughout; clients overlapped for 50.0 % to 98.0 % of the time; start skew up to 25.0 ms", TimelineText.Of([flat, late, flat]));
        Assert.Equal("steady state: 1 steady throughout; clients overlapped for 98.0 % of the time; start skew up to 1.00 ms", TimelineText.Of([flat]));
        Assert.EndsWith("; rate inside a point known within 5.00 %", TimelineText.Of([flat, flat.With(operations => operations with { OperationsPerSecondLow = 95, OperationsPerSecondHigh = 105 })]), StringComparison.Ordinal);
        Assert.Null(TimelineText.Of([]));
    }

    [Fact]
    public void The_pace_of_the_processors_stands_beside_with_its_changes()
    {
        var even = SampleSummary.Of(4) with { Generator = Paced(40e9, 41e9) };
        var slower = even with { Generator = Paced(40e9, 30e9) };

        Assert.EndsWith("; CPU speed check 40.0 to 41.0 GFLOP/s", TimelineText.Of([even]), StringComparison.Ordinal);
        Assert.EndsWith("; CPU speed check 30.0 to 41.0 GFLOP/s, changed by more than 5.00 % during 1 point", TimelineText.Of([even, slower]), StringComparison.Ordinal);

        static GeneratorSummary Paced(double before, double after) => new() { ProcessorShare = 1, GcPauseShare = 0, Fma = new(before, after) };
    }
}
