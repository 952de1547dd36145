namespace AzurePerf.Benchmarks.Pipeline;

/// <summary>What one side took for a request.</summary>
/// <param name="Seconds">From its submission to its end.</param>
/// <param name="Requests">To the account, by kind.</param>
/// <param name="Manifest">What was made of what, as stored.</param>
internal sealed record PipelineFigures(double Seconds, IReadOnlyDictionary<string, long> Requests, string Manifest)
{
    public long AllRequests => Requests.Values.Sum();
}
