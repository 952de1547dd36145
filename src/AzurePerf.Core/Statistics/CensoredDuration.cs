namespace AzurePerf.Core.Statistics;

/// <summary>A duration, or the part of one that was seen.</summary>
/// <param name="Value">In any unit, not negative.</param>
/// <param name="Censored">True when it was still running: it took longer than this, nobody knows how much.</param>
/// <param name="Count">How many there are of it, at least 1.</param>
public readonly record struct CensoredDuration(double Value, bool Censored, long Count = 1);
