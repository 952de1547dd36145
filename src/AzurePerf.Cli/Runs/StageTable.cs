using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Runs;

/// <summary>The stages of a run, one row each.</summary>
internal static class StageTable
{
    private const string Missed = "missed";
    private static readonly string[] Counts = ["tasks", "%", "done", "running", "waiting", "failed", Missed, "cancelled", "repeated",
        "duration"];

    public static TextTable Build(RunResponse run, DateTimeOffset now)
    {
        var anyMissed = run.Stages.Any(stage => stage.Missed > 0);
        var table = new TextTable([.. Columns(anyMissed)]);
        foreach (var stage in run.Stages)
        {
            table.Add([.. Cells(stage, now, anyMissed)]);
        }

        return table;
    }

    public static string Csv(RunResponse run)
    {
        var csv = new CsvText(
            "runId", "stage", "state", "tasks", "done", "running", "waiting", "failed", "missed", "cancelled", "repeated", "ended",
            "timedOut", "about", "openedAt", "closedAt",
            "meanSeconds", "requestsPerTask", "progress", "expectedSeconds", "secondsLeft");
        foreach (var stage in run.Stages)
        {
            csv.Add(
                run.Id, stage.Name, Word(stage.Status), stage.Tasks, stage.Done, stage.Running, stage.Waiting, stage.Failed, stage.Missed,
                stage.Cancelled, stage.Repeated,
                stage.Ends.Values.Sum(), stage.Timeouts.Values.Sum(), stage.About, stage.OpenedAt, stage.ClosedAt, stage.MeanSeconds,
                stage.RequestsPerTask, stage.Progress, stage.ExpectedSeconds, stage.SecondsLeft);
        }

        return csv.ToString();
    }

    private static IEnumerable<TextColumn> Columns(bool anyMissed)
    {
        yield return new("stage");
        yield return new("state");
        foreach (var heading in Counts.Where(heading => anyMissed || heading != Missed))
        {
            yield return new(heading, RightAligned: true);
        }
    }

    private static IEnumerable<string> Cells(StageResponse stage, DateTimeOffset now, bool anyMissed) =>
    [
        stage.Name,
        Word(stage.Status),
        stage.Planned ? NumberFormat.Count(stage.Tasks) : "?",
        stage.Planned ? NumberFormat.Significant(100 * stage.Progress) : "-",
        (stage.About ? "~" : "") + NumberFormat.Count(stage.Done),
        NumberFormat.Count(stage.Running),
        NumberFormat.Count(stage.Waiting),
        NumberFormat.Count(stage.Failed),
        .. anyMissed ? [NumberFormat.Count(stage.Missed)] : Array.Empty<string>(),
        NumberFormat.Count(stage.Cancelled),
        NumberFormat.Count(stage.Repeated),
        StageText.DurationOf(stage, now) is { } took ? NumberFormat.Duration(took) : "-",
    ];

    private static string Word(StageStatus status) => status.ToString().ToLowerInvariant();
}
