namespace AzurePerf.Core.Charts.Curves;

/// <summary>What one of several workers did of a point.</summary>
/// <param name="Member">Which, from 0.</param>
/// <param name="Clients">Clients that it ran.</param>
/// <param name="OperationsPerSecond">Their own means, added up.</param>
/// <param name="BytesPerSecond">Likewise.</param>
public sealed record WorkerRate(int Member, int Clients, double OperationsPerSecond, double BytesPerSecond);
