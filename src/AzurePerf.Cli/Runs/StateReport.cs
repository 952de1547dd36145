using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Reports;

namespace AzurePerf.Cli.Runs;

/// <summary>Where a run stands, for people and for programs.</summary>
internal static class StateReport
{
    public static string Table(RunResponse run, Paint paint)
    {
        var lines = Facts(run).SelectMany(fact => PlainText.Wrap(fact.Value, $"{fact.Name + ":",-11}", new string(' ', 11)));
        if (run.Stages.Count > 0)
        {
            lines = lines.Append("").Concat(Stages(run).Lines(paint));
        }

        return string.Concat(lines.Select(line => line + "\n"));
    }

    public static string Csv(RunResponse run)
    {
        var csv = new CsvText("runId", "stage", "status", "tasks", "finished", "failed");
        foreach (var stage in run.Stages)
        {
            csv.Add(run.Id, Word(stage.Stage), Word(stage.Status), stage.Tasks, stage.Finished, stage.Failed);
        }

        return csv.ToString();
    }

    private static IEnumerable<(string Name, string Value)> Facts(RunResponse run)
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

        yield return ("submitted", Figures.Minute(run.SubmittedAt) + (run.Owner.Length > 0 ? " by " + run.Owner : ""));
        if (run.Schedule is { } schedule)
        {
            yield return ("schedule", schedule.ScheduleId + (schedule.NominalAt is { } nominal ? " for " + Figures.Minute(nominal) : ", by hand"));
        }

        if (run.EndedAt is { } ended)
        {
            yield return ("took", Figures.Duration(ended - (run.StartedAt ?? run.SubmittedAt)));
        }

        if (run.Spec.Tags.Count > 0)
        {
            yield return ("tags", string.Join(", ", run.Spec.Tags.Select(tag => $"{tag.Key}={tag.Value}")));
        }
    }

    private static TextTable Stages(RunResponse run)
    {
        var table = new TextTable(
            new("stage"), new("status"), new("tasks", RightAligned: true), new("finished", RightAligned: true), new("failed", RightAligned: true));
        foreach (var stage in run.Stages)
        {
            table.Add(Word(stage.Stage), Word(stage.Status), Figures.Count(stage.Tasks), Figures.Count(stage.Finished), Figures.Count(stage.Failed));
        }

        return table;
    }

    private static string Word(Enum value) => value.ToString().ToLowerInvariant();
}
