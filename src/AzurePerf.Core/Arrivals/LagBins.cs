namespace AzurePerf.Core.Arrivals;

/// <summary>How late operations started over time, as stored.</summary>
/// <param name="BinNanoseconds">Width of a bin; the first starts with the measured window.</param>
/// <param name="Starts">Operations that were to start in the bin and did, whenever.</param>
/// <param name="LagNanoseconds">By how much they came too late, added up.</param>
public sealed record LagBins(long BinNanoseconds, IReadOnlyList<long> Starts, IReadOnlyList<long> LagNanoseconds);
