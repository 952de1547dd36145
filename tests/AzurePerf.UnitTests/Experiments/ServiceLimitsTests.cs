using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Blobs;
using AzurePerf.Core.Experiments.Published;
using AzurePerf.Core.Experiments.Queues;
using AzurePerf.Core.Experiments.Tables;
using AzurePerf.Core.Measurements;
using AzurePerf.UnitTests.Execution;
using Xunit;
using static AzurePerf.UnitTests.Measurements.ClientMeasurements;

namespace AzurePerf.UnitTests.Experiments;

public sealed class ServiceLimitsTests
{
    public static TheoryData<MeasurementOptions, string> Limits => new()
    {
        { new QueueAddOptions(), "one queue: 2000 messages/s of 1 KiB" },
        { new QueueReceiveOptions { Queues = 3 }, "3 queues: 6000 messages/s of 1 KiB" },
        { new QueuePeekOptions { Queues = 10 }, "the account: 20000 requests/s" },
        { new TableInsertOptions(), "one table partition: 2000 entities/s of 1 KiB" },
        { new TableQueryOptions { Partitions = 1_000 }, "the account: 20000 requests/s" },
        { new BlobDownloadOptions(), "one blob: 500 requests/s" },
        { new BlobUploadOptions(), "the account: 20000 requests/s" },
    };

    [Theory]
    [MemberData(nameof(Limits))]
    public void A_point_meets_the_smallest_limit_of_what_its_clients_share(MeasurementOptions options, string expected)
    {
        var limit = ServiceLimits.Of(options)!;

        Assert.Equal(expected, FormattableString.Invariant($"{limit.Resource}: {limit.PerSecond} {limit.Unit}"));
    }

    [Fact]
    public void Of_other_loads_no_limit_is_known() => Assert.Null(ServiceLimits.Of(new TestLoad()));

    [Fact]
    public void A_throttled_point_names_the_limit_beside_what_it_reached()
    {
        var observed = Observed(Client(0, 0, 10_000, completed: 19_500) with { Failed = 3 }) with
        {
            ServiceLimit = ServiceLimits.Of(new QueueAddOptions()),
            Failures = new Dictionary<OperationOutcome, FailedOperations> { [OperationOutcome.Throttled] = new(Latencies(3), "busy") },
        };

        Assert.Equal(
            [new(PointFlag.ServiceThrottled, "3 operations throttled at 1,950 successful operations/s; the published limit of one queue is 2,000 messages/s of 1 KiB")],
            PointSummariser.Summarise(observed).Reasons);
        Assert.Empty(PointSummariser.Summarise(observed with { ServiceLimit = null }).Reasons);
    }
}
