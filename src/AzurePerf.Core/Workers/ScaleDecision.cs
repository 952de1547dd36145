namespace AzurePerf.Core.Workers;

/// <summary>What to do with the workers of a pool.</summary>
/// <param name="Needed">How many it needs: what the messages ask for now, or asked for at any moment of the cooldown if that was more.</param>
/// <param name="Start">How many to start.</param>
/// <param name="Stop">Names of those to stop.</param>
public sealed record ScaleDecision(int Needed, int Start, IReadOnlyList<string> Stop);
