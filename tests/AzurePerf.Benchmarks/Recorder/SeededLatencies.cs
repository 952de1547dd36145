namespace AzurePerf.Benchmarks.Recorder;

/// <summary>Latencies to record: log-normal around 2 ms, as a storage service answers, so that a realistic number of counters is touched in a realistic order.</summary>
internal static class SeededLatencies
{
    public const int Count = 65_536;

    public static long[] Draw()
    {
        var random = new Random(20100621);
        var latencies = new long[Count];
        for (var i = 0; i < latencies.Length; i++)
        {
            var normal = Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
            latencies[i] = (long)(2_000_000 * Math.Exp(0.5 * normal));
        }

        return latencies;
    }
}
