namespace AzurePerf.Core.Reports.Outcomes;

/// <summary>A range of shares, 0 to 1.</summary>
public sealed record ShareRange(double Low, double High);
