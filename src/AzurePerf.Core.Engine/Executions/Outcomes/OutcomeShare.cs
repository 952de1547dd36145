using AzurePerf.Core.Statistics;

namespace AzurePerf.Core.Executions.Outcomes;

/// <summary>How many executions of a group ended in one way.</summary>
/// <param name="Count">How many.</param>
/// <param name="Share">Of all executions of the group, 0 to 1; null when it has none.</param>
/// <param name="Low">Lower end of the 95 % interval of the share, by <see cref="WilsonInterval"/>.</param>
/// <param name="High">Upper end.</param>
public sealed record OutcomeShare(long Count, double? Share, double Low, double High)
{
    public static OutcomeShare Of(long count, long executions)
    {
        var interval = WilsonInterval.Of(count, executions);
        return new(count, executions == 0 ? null : (double)count / executions, interval.Low, interval.High);
    }
}
