namespace AzurePerf.Core.Experiments.Published;

/// <summary>What the service is said to take at most.</summary>
/// <param name="Resource">Of what: one queue, the account, ...</param>
/// <param name="PerSecond">How many of them per second.</param>
/// <param name="Unit">Of what kind.</param>
public sealed record ServiceLimit(string Resource, long PerSecond, string Unit);
