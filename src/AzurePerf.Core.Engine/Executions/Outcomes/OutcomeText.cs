using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Executions.Outcomes;

/// <summary>Shares for people. Tool and portal print the same.</summary>
public static class OutcomeText
{
    /// <summary>"16.0 %", or a dash when there was no execution.</summary>
    public static string Share(OutcomeShare share) => share.Share is { } value ? NumberFormat.Percent(value) : "-";

    /// <summary>"1,240", or a dash where nobody counted them.</summary>
    public static string Tasks(long? tasks) => tasks is { } count ? NumberFormat.Count(count) : "-";

    /// <summary>A sentence on executions whose workers inject faults; empty where there are none.</summary>
    public static string InjectedFaults(OutcomeGroup group) => group.WithInjectedFaults == 0
        ? ""
        : $"{NumberFormat.Count(group.WithInjectedFaults)} of {NumberFormat.Counted(group.Executions, "execution")} "
            + "ended on workers that inject faults (Worker:Faults), which says nothing of the cloud.";

    /// <summary>A sentence on what stopping slow executions of a class cost, and what it would have cost otherwise.</summary>
    public static string Stopping(StoppingBalance balance)
    {
        var rule = balance.Rule switch
        {
            LimitRule.Paper => "the limit of four times the mean",
            LimitRule.Adaptive => "the adaptive limit",
            _ => "the adaptive limit for a part of the time",
        };
        var others = new[]
        {
            balance is { Rule: not LimitRule.Paper, PaperSecondsPerResult: { } paper } ? $"{Seconds(paper)} at four times the mean" : null,
            balance.UnstoppedSecondsPerResult is { } none ? $"{(balance.IsAtLeast ? "at least " : "")}{Seconds(none)} with no limit" : null,
        }.OfType<string>().ToArray();
        var taskClass = balance.TaskClass.ToString().Replace(",", ", ", StringComparison.Ordinal);
        return $"Tasks of {taskClass} had {rule}: {NumberFormat.Counted(balance.Stopped, "execution")} stopped"
            + (balance.Stopped > 0 ? $" after {Seconds(balance.StoppedSeconds)} in all" : "")
            + (balance.SecondsPerResult is { } cost ? $"; a result cost {Seconds(cost)}" : "")
            + (others.Length > 0 ? $", by the durations seen it would cost {string.Join(" and ", others)}" : "")
            + (balance.PaperIsWorseThanNothing ? "; to stop at four times the mean is worse than to do nothing" : "")
            + ".";
    }

    /// <summary>The 95 % interval in per cent, "13.9 to 18.4"; a dash when there was no execution.</summary>
    public static string Interval(OutcomeShare share) =>
        share.Share is null ? "-" : $"{NumberFormat.Significant(100 * share.Low)} to {NumberFormat.Significant(100 * share.High)}";

    private static string Seconds(double seconds) => NumberFormat.Duration(TimeSpan.FromSeconds(seconds));
}
