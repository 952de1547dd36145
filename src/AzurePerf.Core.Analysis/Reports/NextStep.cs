using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Criteria;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Reports;

/// <summary>What to do with a run now, as one sentence.</summary>
public static class NextStep
{
    /// <param name="status">How the run stands.</param>
    /// <param name="repetitions">Of each configuration, as asked for.</param>
    /// <param name="missing">Points without a result that a retry would measure.</param>
    /// <param name="baseline">How it stands to its baseline; null where it measures no points.</param>
    /// <param name="criteria">What its criteria came to; null without any.</param>
    public static string Of(
        RunStatus status, int repetitions, int missing, RunBaseline? baseline, CriteriaVerdict? criteria = null) =>
        status switch
        {
            RunStatus.Accepted or RunStatus.Running => "Results appear below as they come. You can leave this page; the run goes on.",
            RunStatus.Cancelling => "What it made is being removed. What was measured stays.",
            RunStatus.Failed when missing > 0 => $"Remove the cause, then retry {NumberFormat.Counted(missing, "point")} without result.",
            RunStatus.Failed => "Remove the cause, then rerun it.",
            RunStatus.Cancelled => "Rerun it to measure all of it.",
            RunStatus.CompletedWithErrors when missing > 0 =>
                $"Remove the cause, then retry {NumberFormat.Counted(missing, "point")} without result.",
            _ when criteria == CriteriaVerdict.Missed => "See under Criteria where the limit is missed and by how much.",
            _ when criteria == CriteriaVerdict.Undecided => "Edit and rerun it with more repetitions, to decide the criteria.",
            RunStatus.CompletedWithErrors when baseline is null =>
                "See under Diagnostics, Failed attempts, what failed. Remove the cause, then rerun it.",
            RunStatus.CompletedWithErrors => "See under Diagnostics, Points, what failed.",
            _ => baseline is null ? "" : Of(repetitions, baseline),
        };

    private static string Of(int repetitions, RunBaseline baseline) => baseline switch
    {
        { IsItself: true } => "Rerun it later: the new run is compared with this one.",
        { Comparison.Answer: { } answer } => answer.Next,
        { Comparison: not null } or { IsGone: true } => "Set it as baseline to compare later runs with it.",
        _ when repetitions < ComparisonRule.MinimumRepetitions =>
            $"Edit and rerun it with at least {ComparisonConfidence.FewestRepetitions} repetitions to compare it with other runs.",
        _ => "Set it as baseline: later runs of this experiment and target are then compared with it.",
    };
}
