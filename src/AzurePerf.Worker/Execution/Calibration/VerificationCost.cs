using AzurePerf.Probes.Content;

namespace AzurePerf.Worker.Execution.Calibration;

/// <summary>How long it takes to verify content.</summary>
internal static class VerificationCost
{
    private const int BlockBytes = 128 << 10;
    private const int Blocks = 200;

    /// <summary>Nanoseconds per byte of the fastest of many blocks: others were disturbed, or ran before the code was compiled for
    /// good.</summary>
    public static double NanosecondsPerByte(MeasurementClock clock)
    {
        var block = new byte[BlockBytes];
        var fastest = long.MaxValue;
        for (var round = 0; round < Blocks; round++)
        {
            // What is found goes into the next block, so that no round can be left out.
            var start = clock.Nanoseconds();
            var checksum = ContentChecksum.Of(block);
            fastest = Math.Min(fastest, clock.Nanoseconds() - start);
            block[0] = (byte)checksum;
        }

        return fastest / (double)BlockBytes;
    }
}
