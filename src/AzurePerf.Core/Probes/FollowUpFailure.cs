namespace AzurePerf.Core.Probes;

/// <summary>What had to follow a successful operation, and failed.</summary>
/// <param name="Client">Whose operation it was.</param>
/// <param name="Cause">Why it failed.</param>
public sealed record FollowUpFailure(int Client, Exception Cause);
