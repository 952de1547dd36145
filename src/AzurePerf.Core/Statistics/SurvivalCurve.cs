using MathNet.Numerics.Distributions;

namespace AzurePerf.Core.Statistics;

/// <summary>Which share of durations exceeds each time, when some were cut off before their end: time-outs count for as long as they were
/// watched.</summary>
/// <remarks>
/// Source: Kaplan and Meier 1958 (J. Am. Stat. Assoc. 53, 457-481): S = product of 1 - d / n over the times up to t. Standard error
/// S sqrt(sum d / (n (n - d))) by Greenwood 1926; interval S^exp(+-z s / ln S) on the log-log scale, which keeps it between 0 and 1
/// (Kalbfleisch and Prentice 1980, The Statistical Analysis of Failure Time Data, section 1.3). What is cut off when something ends still
/// counts then.
/// </remarks>
public sealed class SurvivalCurve
{
    private SurvivalCurve(IReadOnlyList<SurvivalStep> steps) => Steps = steps;

    /// <summary>Ascending in time; empty when nothing was seen to end.</summary>
    public IReadOnlyList<SurvivalStep> Steps { get; }

    /// <exception cref="ArgumentException">A duration is negative or not a number, or there is none of it.</exception>
    public static SurvivalCurve Of(IReadOnlyCollection<CensoredDuration> durations)
    {
        ArgumentNullException.ThrowIfNull(durations);
        if (durations.Any(duration => !(duration.Value >= 0) || duration.Count < 1))
        {
            throw new ArgumentException(
                "Every duration must be a number that is not negative, and be there at least once.", nameof(durations));
        }

        var steps = new List<SurvivalStep>();
        var (atRisk, share, sum) = (durations.Sum(duration => duration.Count), 1.0, 0.0);
        foreach (var time in durations.GroupBy(duration => duration.Value).OrderBy(group => group.Key))
        {
            var ended = time.Where(duration => !duration.Censored).Sum(duration => duration.Count);
            if (ended > 0)
            {
                share *= 1 - ((double)ended / atRisk);
                sum += (double)ended / ((double)atRisk * (atRisk - ended));
                steps.Add(new(time.Key, atRisk, ended, share, share == 0 ? 0 : share * Math.Sqrt(sum), IntervalOf(share, sum)));
            }

            atRisk -= time.Sum(duration => duration.Count);
        }

        return new(steps);
    }

    /// <summary>The earliest time by which at least this share has ended; null when so many were not seen to end.</summary>
    /// <param name="share">Above 0 and below 1: 0.5 for the median.</param>
    /// <exception cref="ArgumentOutOfRangeException">The share is out of its range.</exception>
    public double? Quantile(double share)
    {
        QuantileSupport.ThrowUnlessBetween0And1(share, nameof(share));
        return Steps.FirstOrDefault(step => step.Share <= 1 - share + QuantileSupport.Rounding)?.Time;
    }

    private static ConfidenceInterval? IntervalOf(double share, double greenwoodSum)
    {
        if (share == 0)
        {
            return null;
        }

        var spread = Normal.InvCDF(0, 1, (1 + QuantileSupport.DefaultConfidence) / 2) * Math.Sqrt(greenwoodSum) / -Math.Log(share);
        return new(Math.Pow(share, Math.Exp(spread)), Math.Pow(share, Math.Exp(-spread)));
    }
}

/// <summary>A duration, or the part of one that was seen.</summary>
/// <param name="Value">In any unit, not negative.</param>
/// <param name="Censored">True when it was still running: it took longer than this, nobody knows how much.</param>
/// <param name="Count">How many there are of it, at least 1.</param>
public readonly record struct CensoredDuration(double Value, bool Censored, long Count = 1);

/// <summary>One step of a <see cref="SurvivalCurve"/>, at a time when something ended.</summary>
/// <param name="Time">In the unit of the durations.</param>
/// <param name="AtRisk">Durations known to have lasted until just before.</param>
/// <param name="Ended">Of them, those that ended now.</param>
/// <param name="Share">Estimated share that lasts longer than this.</param>
/// <param name="StandardError">Greenwood's, of the share.</param>
/// <param name="Interval">95 % interval of the share; null where the share is 0, because then nothing is known of its error.</param>
public sealed record SurvivalStep(double Time, long AtRisk, long Ended, double Share, double StandardError, ConfidenceInterval? Interval);
