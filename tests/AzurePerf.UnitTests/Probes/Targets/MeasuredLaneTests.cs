using AzurePerf.Core.Targets;
using AzurePerf.Probes.Targets.Storage;
using Xunit;

namespace AzurePerf.UnitTests.Probes.Targets;

public sealed class MeasuredLaneTests
{
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(1);

    [Fact]
    public void A_measured_client_gives_up_connecting_before_its_operation_is_given_up()
    {
        using var target = StorageTarget.Open(StorageAccountAddress.Parse("UseDevelopmentStorage=true"), clients: 1, lanesPerClient: 1, Limit);

        Assert.InRange(target.Lanes[0].ConnectTimeout, 0.5 * Limit, 0.95 * Limit);
        Assert.Equal(Limit.TotalSeconds, target.ClientSettings.TimeoutSeconds);
    }
}
