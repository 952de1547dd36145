namespace AzurePerf.Benchmarks.Versus;

/// <summary>One measurement of one side.</summary>
/// <param name="Pair">The pair it belongs to, from 1; 0 is the warm-up, which is discarded.</param>
internal readonly record struct Turn(int Pair)
{
    public bool IsWarmUp => Pair == 0;
}
