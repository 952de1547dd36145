using AzurePerf.Core.Probes;
using AzurePerf.Worker.Execution.Calibration;
using Xunit;

namespace AzurePerf.UnitTests.Execution.Calibration;

public sealed class LoopbackTransferTests
{
    [Fact]
    public async Task A_machine_that_holds_every_sender_up_for_all_of_its_time_still_has_a_rate()
    {
        var rate = await LoopbackTransfer.RateAsync(new(TimeProvider.System), nanoseconds: 0, connections: 2, TestContext.Current.CancellationToken);

        Assert.True(rate > 0);
    }
}
