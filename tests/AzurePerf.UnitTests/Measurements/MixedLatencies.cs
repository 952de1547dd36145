namespace AzurePerf.UnitTests.Measurements;

/// <summary>Latencies in nanoseconds as services show them: several humps, a long tail, exact repeats, and the ends of the range.</summary>
internal static class MixedLatencies
{
    public static long[] Draw(int count, int seed)
    {
        var random = new Random(seed);
        var latencies = new long[count];
        for (var i = 0; i < count; i++)
        {
            latencies[i] = DrawOne(random);
        }

        return latencies;
    }

    private static long DrawOne(Random random) => random.Next(8) switch
    {
        0 => random.Next(3_000),
        1 => 1_000_000,
        2 => random.NextInt64(1, 3_600_000_000_001),
        3 => (long)(200_000 - (3e7 * Math.Log(1 - random.NextDouble()))),
        4 => (long)Math.Min(1e5 / Math.Pow(1 - random.NextDouble(), 1.2), 3.6e12),
        _ => (long)(2e6 * Math.Exp(0.4 * Normal(random))),
    };

    private static double Normal(Random random)
        => Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
}
