namespace AzurePerf.Core.Workers;

/// <summary>What a worker of the pool peer found when it tried, at its start, to reach itself by the way that others must take.</summary>
/// <param name="Way">The name and port that the operator configured.</param>
/// <param name="Reached">True when what answered there was this very process; false when nothing did for a while; null until then.</param>
/// <param name="Said">What came of the last try that failed; empty otherwise.</param>
public sealed record PeerTrial(string Way, bool? Reached, string Said = "");
