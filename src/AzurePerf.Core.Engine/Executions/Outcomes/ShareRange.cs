namespace AzurePerf.Core.Executions.Outcomes;

/// <summary>A range of shares, 0 to 1.</summary>
/// <param name="Low">Its lower end.</param>
/// <param name="High">Its upper end.</param>
public sealed record ShareRange(double Low, double High);
