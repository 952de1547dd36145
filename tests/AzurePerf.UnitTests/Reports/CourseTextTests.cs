using AzurePerf.Core.Reports;
using AzurePerf.Core.Statistics;
using AzurePerf.UnitTests.TaskManager;
using Xunit;

namespace AzurePerf.UnitTests.Reports;

public sealed class CourseTextTests
{
    [Fact]
    public void Classes_overlap_and_skew_of_all_points_are_one_line()
    {
        var flat = SampleSummary.Of(4) with { SteadyState = SteadyStateClass.Flat };
        var late = SampleSummary.Of(4) with { OverlapRatio = 0.5, StartSkewSeconds = 0.02, StartSkewBoundSeconds = 0.005 };

        Assert.Equal("steady state: 1 notAssessed, 2 flat; overlap 0.500 to 0.980 of the median client's time; start skew up to 25.0 ms", CourseText.Of([flat, late, flat]));
        Assert.Equal("steady state: 1 flat; overlap 0.980 of the median client's time; start skew up to 1.00 ms", CourseText.Of([flat]));
        Assert.EndsWith("; rate inside a point known within 5.00 %", CourseText.Of([flat, flat with { OperationsPerSecondLow = 95, OperationsPerSecondHigh = 105 }]), StringComparison.Ordinal);
        Assert.Null(CourseText.Of([]));
    }
}
