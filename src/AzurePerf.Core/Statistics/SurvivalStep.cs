namespace AzurePerf.Core.Statistics;

/// <summary>One step of a <see cref="SurvivalCurve"/>, at a time when something ended.</summary>
/// <param name="Time">In the unit of the durations.</param>
/// <param name="AtRisk">Durations known to have lasted until just before.</param>
/// <param name="Ended">Of them, those that ended now.</param>
/// <param name="Share">Estimated share that lasts longer than this.</param>
/// <param name="StandardError">Greenwood's, of the share.</param>
/// <param name="Interval">95 % interval of the share; null where the share is 0, because then nothing is known of its error.</param>
public sealed record SurvivalStep(double Time, long AtRisk, long Ended, double Share, double StandardError, ConfidenceInterval? Interval);
