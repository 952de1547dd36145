namespace AzurePerf.Core.Trends;

/// <summary>Where a trend changed for good.</summary>
/// <param name="RunId">The first run of the new level.</param>
/// <param name="At">The time it stands for.</param>
/// <param name="Before">Mean before, in the trend's unit.</param>
/// <param name="After">Mean from then on.</param>
/// <param name="Probability">Of both having one mean.</param>
public sealed record TrendChange(string RunId, DateTimeOffset At, double Before, double After, double Probability);
