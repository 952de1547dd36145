using AzurePerf.Core.Experiments.Images;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Executions.Outcomes;

/// <summary>Shares for people. Tool and portal print the same.</summary>
public static class OutcomeText
{
    /// <summary>What the shares next to Table 2 are of, where classes are among them.</summary>
    public const string SharesOfClasses =
        "Next to Table 2, shares of classes are of the executions of these four, those of outcomes of all.";

    /// <summary>"16.0 %", or a dash when there was no execution.</summary>
    public static string Share(OutcomeShare share) => share.Share is { } value ? NumberFormat.Percent(value) : "-";

    /// <summary>"1,240", or a dash where nobody counted them.</summary>
    public static string Tasks(long? tasks) => tasks is { } count ? NumberFormat.Count(count) : "-";

    /// <summary>How the executions of modis.pipeline ended, with the same of ModisAzure; empty where there are none.</summary>
    public static string Pipeline(OutcomeReport report)
    {
        if (report.Experiments.FirstOrDefault(group => group.Experiment == ImageStages.Experiment) is not { } ours)
        {
            return "";
        }

        string Published(FailureCause? cause) => NumberFormat.Percent(report.Published.First(row => row.Cause == cause).Share);
        var tasks = ours.Tasks is { } count ? $" of {NumberFormat.Counted(count, "task")}" : "";
        return $"{ImageStages.Experiment}: {Share(ours.Succeeded)} of {NumberFormat.Counted(ours.Executions, "execution")}{tasks} "
            + $"succeeded (ModisAzure {Published(null)}), {Share(ours.Reused)} found their product there "
            + $"({Published(FailureCause.AlreadyExists)}), {Share(ours.TimedOut)} timed out ({Published(FailureCause.TimedOut)}).";
    }

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
            + Saved(balance)
            + (balance.PaperIsWorseThanNothing ? "; to stop at four times the mean is worse than to do nothing" : "")
            + ".";
    }

    /// <summary>A sentence on the slot time that the adaptive limit saved in all classes together; empty where that is not known of
    /// any.</summary>
    public static string Saved(IReadOnlyList<StoppingBalance> balances)
    {
        var known = balances.Where(balance => balance.SavedSeconds is not null).ToArray();
        if (known.Length == 0)
        {
            return "";
        }

        var (saved, spent) = (known.Sum(balance => balance.SavedSeconds!.Value), known.Sum(balance => balance.SpentSeconds!.Value));
        var classes = known.Length == 1 ? "1 class" : $"{NumberFormat.Count(known.Length)} classes";
        return Differs(saved, spent)
            ? $"The adaptive limit {Amount(saved)}: results of {classes} cost {Seconds(spent)}, "
                + $"at four times the mean it would have been {Seconds(spent + saved)}."
            : $"The adaptive limit saved no slot time to speak of: results of {classes} cost {Seconds(spent)}, "
                + "about as much as at four times the mean.";
    }

    /// <summary>The 95 % interval in per cent, "13.9 to 18.4"; a dash when there was no execution.</summary>
    public static string Interval(OutcomeShare share) =>
        share.Share is null ? "-" : $"{NumberFormat.Significant(100 * share.Low)} to {NumberFormat.Significant(100 * share.High)}";

    private static string Saved(StoppingBalance balance) => balance switch
    {
        { Rule: LimitRule.Paper } => "",
        { PaperSecondsPerResult: null, Stopped: > 0 } =>
            "; what four times the mean would cost is not known, as no execution was seen for so long",
        { SavedSeconds: { } saved, SpentSeconds: { } spent } when Differs(saved, spent) =>
            $"; that {Amount(saved)}",
        _ => "",
    };

    private static string Amount(double saved) =>
        $"{(saved > 0 ? "saved" : "cost")} about {Seconds(Math.Abs(saved))} of slot time{(saved > 0 ? "" : " more")}";

    /// <summary>Whether a difference is more than what durations are known to.</summary>
    private static bool Differs(double saved, double spent) =>
        Math.Abs(saved) > DurationSketch.Precision * Math.Max(spent, spent + saved);

    private static string Seconds(double seconds) => NumberFormat.Duration(TimeSpan.FromSeconds(seconds));
}
