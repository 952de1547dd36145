namespace AzurePerf.Core.Comparisons;

/// <summary>One run of an A/A measurement, in which both sides are the same.</summary>
/// <param name="IsB">Which side it counts for.</param>
/// <param name="Run">What it measured.</param>
public sealed record AaRun(bool IsB, MeasuredRun Run);
