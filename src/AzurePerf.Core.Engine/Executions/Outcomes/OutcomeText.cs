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

    /// <summary>The 95 % interval in per cent, "13.9 to 18.4"; a dash when there was no execution.</summary>
    public static string Interval(OutcomeShare share) =>
        share.Share is null ? "-" : $"{NumberFormat.Significant(100 * share.Low)} to {NumberFormat.Significant(100 * share.High)}";
}
