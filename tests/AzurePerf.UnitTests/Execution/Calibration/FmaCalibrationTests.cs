using AzurePerf.Core.Gangs;
using AzurePerf.Worker.Execution;
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

    [Fact]
    public void What_a_thread_meets_is_thrown_to_the_caller_and_does_not_end_the_process()
    {
        var calibration = new FmaCalibration(new MeasurementClock(new StoppingTime()), ClientShare.All(2), 0);

        Assert.Equal("no processor", Assert.Throws<InvalidOperationException>(() => calibration.MeasureFlopPerSecond()).Message);
    }

    /// <summary>Can be read once.</summary>
    private sealed class StoppingTime : TimeProvider
    {
        private int _reads;

        public override long GetTimestamp() =>
            Interlocked.Increment(ref _reads) == 1 ? 0 : throw new InvalidOperationException("no processor");
    }
}
