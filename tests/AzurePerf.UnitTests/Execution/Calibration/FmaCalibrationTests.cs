using AzurePerf.Worker.Execution.Calibration;
using Xunit;

namespace AzurePerf.UnitTests.Execution.Calibration;

public sealed class FmaCalibrationTests
{
    [Theory]
    [InlineData(1, 2, 1)]
    [InlineData(2, 2, 2)]
    [InlineData(32, 2, 2)]
    public void As_many_threads_multiply_as_there_are_clients_but_no_more_than_processors(int clients, int processors, int threads) =>
        Assert.Equal(threads, FmaCalibration.ThreadsFor(clients, processors));
}
