namespace AzurePerf.Core.Measurements;

/// <summary>The operations of one point that ended with one outcome other than Ok.</summary>
/// <param name="Latencies">How long each took to fail.</param>
/// <param name="FirstMessage">What the first of them said, as <see cref="FailureText"/> made it.</param>
public sealed record FailedOperations(LatencyHistogram Latencies, string FirstMessage);
