using AzurePerf.Core.Measurements;
using Xunit;
using static AzurePerf.UnitTests.Measurements.ClientMeasurements;

namespace AzurePerf.UnitTests.Measurements;

public sealed class HiddenRetriesTests
{
    [Theory]
    [InlineData(20, 0, 20, false)]
    [InlineData(21, 0, 20, true)]
    [InlineData(29, 9, 29, false)]
    [InlineData(30, 9, 29, true)]
    public void Requests_beyond_the_planned_ones_and_the_continuations_are_hidden_retries(long wire, long continuations, long planned, bool flagged)
    {
        var result = PointSummariser.Summarise(Observe(wire, continuations));
        var summary = result.Operations!;
        Assert.Equal((wire, planned), (summary.WireRequests, summary.PlannedWireRequests));
        Assert.Equal(flagged, result.Flags.Contains(PointFlag.HiddenRetries));
    }

    [Theory]
    [InlineData(21, "hidden retries 5.00 % (0.888 to 23.6 %): 1 request beyond the planned 20")]
    [InlineData(40, "hidden retries 100 % (83.9 to 100 %): 20 requests beyond the planned 20")]
    [InlineData(1_041, "1,021 requests beyond the planned 20")]
    public void Their_share_of_the_planned_requests_is_told_with_its_interval(long wire, string reason)
    {
        var result = PointSummariser.Summarise(Observe(wire, 0));
        var summary = result.Operations!;

        Assert.Equal([new(PointFlag.HiddenRetries, reason)], result.Reasons);
    }

    [Fact]
    public void Without_any_there_is_nothing_to_tell() => Assert.Empty(PointSummariser.Summarise(Observe(20, 0)).Reasons);

    private static PointObservation Observe(long wireRequests, long continuationRequests) =>
        Observed(Client(0, 0, 1, completed: 10) with { WireRequests = wireRequests, ContinuationRequests = continuationRequests }) with { PlannedWireRequestsPerOperation = 2 };
}
