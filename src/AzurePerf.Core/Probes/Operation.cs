namespace AzurePerf.Core.Probes;

/// <summary>Which operation a probe is to perform.</summary>
/// <param name="Client">The simulated client, from 0; each has its own connections.</param>
/// <param name="Index">Its operation number, from 0; warm-up counts apart.</param>
/// <param name="WarmUp">True while warming up: use the warm-up objects, never the measured ones.</param>
public readonly record struct Operation(int Client, long Index, bool WarmUp);
