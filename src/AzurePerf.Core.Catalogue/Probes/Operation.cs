namespace AzurePerf.Core.Probes;

/// <summary>Which operation a probe is to perform.</summary>
/// <param name="Client">The simulated client, from 0; objects are named and spread by it.</param>
/// <param name="Index">The client's operation number, from 0, never used twice by one client; warm-up counts apart.</param>
/// <param name="WarmUp">True while warming up: use the warm-up objects, never the measured ones.</param>
/// <param name="Lane">
/// Which of the client's lanes performs it, from 0. A lane has connections of its own and performs one operation at a time. A client of a
/// closed loop has one.
/// </param>
public readonly record struct Operation(int Client, long Index, bool WarmUp, int Lane = 0);
