using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Criteria;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Results;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Runs;

/// <summary>Where a run stands, for people and for programs.</summary>
internal static class StateReport
{
    private const int EndsShown = 10;

    /// <param name="experiment">Of the run, as the API tells it; null where the host does not know it.</param>
    /// <param name="run">The run.</param>
    /// <param name="now">Wall clock of the reader.</param>
    /// <param name="sheet">Of the terminal.</param>
    public static string Table(ExperimentResponse? experiment, RunResponse run, DateTimeOffset now, Sheet sheet)
    {
        var lines = Facts(experiment, run).SelectMany(fact => sheet.Wrap(fact.Value, $"{fact.Name + ":",-11}", new string(' ', 11)));
        if (run.Stages.Count > 0)
        {
            lines = [.. lines, "", .. StageTable.Build(run, now).Lines(sheet), .. Remarks(run).SelectMany(remark => sheet.Wrap(remark)),
                .. Ends(run, sheet)];
        }

        return string.Concat(lines.Select(line => line + "\n"));
    }

    private static IEnumerable<(string Name, string Value)> Facts(ExperimentResponse? experiment, RunResponse run)
    {
        yield return ("run", run.Id);
        if (run.Spec.Name.Length > 0)
        {
            yield return ("name", run.Spec.Name);
        }

        yield return ("state", RunPhase.Describe(run));
        if (run.Reason.Length > 0)
        {
            yield return ("reason", run.Reason);
        }

        yield return ("submitted", NumberFormat.Minute(run.SubmittedAt) + (run.Owner.Length > 0 ? " by " + run.Owner : ""));
        if (run.Schedule is { } schedule)
        {
            yield return ("schedule",
                schedule.ScheduleId + (schedule.NominalAt is { } nominal ? " for " + NumberFormat.Minute(nominal) : ", by hand"));
        }

        if (run.EndedAt is { } ended && RunDuration.Of(run.SubmittedAt, run.StartedAt, ended, ended) is { } took)
        {
            yield return ("duration", NumberFormat.Duration(took));
        }

        if (run.Makespan is { } makespan)
        {
            yield return ("ideal", EndSummary.Text(MakespanText.Tile(makespan)));
        }

        if (run.EndedAt is not null && (run.Points > 0 || !RunText.Bags(run).Any()))
        {
            yield return ("headline", run.Headline is { } headline
                ? HeadlineText.Value(headline.Value, headline.Unit)
                    + (headline.Configurations > 1 ? " with " + LevelText.Of(experiment?.Parameters ?? [], headline.Levels) : "")
                : "none: " + run.HeadlineMissing);
        }

        if (run.HasInjectedFaults)
        {
            yield return ("caution", "workers injected faults (Worker:Faults)");
        }

        if (run.Spec.FailIf is { Count: > 0 } criteria)
        {
            yield return ("fails if", string.Join(", ", criteria) + (run.Criteria is { } verdict ? ": " + CriteriaText.Of(verdict) : ""));
        }

        if (run.Engine.Build.Length > 0)
        {
            yield return ("build",
                run.Engine.Build + (run.Engine.Segment > 1 ? $", segment {NumberFormat.Count(run.Engine.Segment)}" : ""));
        }

        if (run.PlanHash.Length > 0)
        {
            yield return ("plan", "SHA-256 " + run.PlanHash);
        }

        if (run.Spec.Tags.Count > 0)
        {
            yield return ("tags", string.Join(", ", run.Spec.Tags.Select(tag => $"{tag.Key}={tag.Value}")));
        }
    }

    /// <summary>What the table has no column for, stage by stage, then the pools and what they lack.</summary>
    private static IEnumerable<string> Remarks(RunResponse run) =>
    [
        .. run.Stages.SelectMany(stage =>
            StageText.Remarks(stage).Prepend(StageText.Waiting(stage)).Where(remark => remark.Length > 0)
                .Select(remark => $"{stage.Name}: {remark}")),
        .. run.Engine.Pools.Select(PoolText.Of),
        .. run.Engine.Shortage.Length > 0 ? [run.Engine.Shortage] : Array.Empty<string>(),
    ];

    private static IEnumerable<string> Ends(RunResponse run, Sheet sheet)
    {
        var latest = run.Engine.Ends.TakeLast(EndsShown).Reverse().ToArray();
        return latest.Length == 0 ? [] :
        [
            "",
            latest.Length < run.Engine.Ends.Count ? $"the last {EndsShown} executions that ended without a result, the latest first"
                : "executions that ended without a result, the latest first",
            .. latest.SelectMany(end =>
                sheet.Wrap(
                    $"{RunText.Subject(end)}, attempt {NumberFormat.Count(end.Attempt)}: "
                        + $"{Label(end)}{(end.Reason.Length > 0 ? ", " + end.Reason : "")} (worker {end.WorkerId})", "  ", "    ")),
        ];
    }

    private static string Label(AbnormalEndResponse end) => Core.Tasks.FailureTaxonomy.Of(end.Cause).Label;
}
