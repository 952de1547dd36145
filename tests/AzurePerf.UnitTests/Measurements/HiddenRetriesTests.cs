using AzurePerf.Core.Measurements;
using Xunit;

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
        var summary = PointSummariser.Summarise(Observe(wire, continuations));
        Assert.Equal((wire, planned), (summary.WireRequests, summary.PlannedWireRequests));
        Assert.Equal(flagged, summary.Flags.Contains(PointFlag.HiddenRetries));
    }

    [Theory]
    [InlineData(21, "hidden retries 5.00 % (0.888 to 23.6 %): 1 request beyond the planned 20")]
    [InlineData(40, "hidden retries 100 % (83.9 to 100 %): 20 requests beyond the planned 20")]
    [InlineData(1_041, "1,021 requests beyond the planned 20")]
    public void Their_share_of_the_planned_requests_is_told_with_its_interval(long wire, string reason)
    {
        var summary = PointSummariser.Summarise(Observe(wire, 0));

        Assert.Equal([new(PointFlag.HiddenRetries, reason)], summary.Reasons);
    }

    [Fact]
    public void Without_any_there_is_nothing_to_tell() => Assert.Empty(PointSummariser.Summarise(Observe(20, 0)).Reasons);

    private static PointObservations Observe(long wireRequests, long continuationRequests) => new()
    {
        Clients =
        [
            new()
            {
                Client = 0,
                FirstStartNanoseconds = 0,
                LastEndNanoseconds = 1_000,
                Completed = 10,
                Failed = 0,
                Bytes = 0,
                WireRequests = wireRequests,
                ContinuationRequests = continuationRequests,
                BusyNanoseconds = 1_000,
                HarnessNanoseconds = 0,
                OverlapOperations = 10,
                OverlapBytes = 0,
                FollowUpFailures = 0,
                End = ClientEnd.Operations,
                WarmUpOperations = 0,
                WarmUpFailures = 0,
            },
        ],
        Latencies = new(),
        Failures = new Dictionary<OperationOutcome, FailedOperations>(),
        PlannedWireRequestsPerOperation = 2,
        SetUpNanoseconds = 0,
        WarmUpNanoseconds = 0,
        SamplesKept = 0,
    };
}
