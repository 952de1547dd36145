using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Runs;

/// <summary>Tasks of a run for people and for programs.</summary>
internal static class TaskReport
{
    /// <summary>How the stage stands, then a row per task, then what the last attempts without a result said.</summary>
    public static string Table(TaskListResponse list, Sheet sheet)
    {
        if (list.Stage is not { } stage)
        {
            return "the run is not planned yet, so it has no tasks\n";
        }

        var lines = sheet.Wrap(Sentence.Start(TaskText.Progress(stage)) + ".").ToList();
        if (list.Tasks.Count == 0)
        {
            lines.AddRange(sheet.Wrap(list.Removed ? TaskListQuery.Gone : "no task fits"));
        }
        else
        {
            lines.AddRange(["", .. Rows(list.Tasks).Lines(sheet), .. list.Tasks.SelectMany(task => Error(task, sheet))]);
        }

        return string.Concat(lines.Select(line => line + "\n"));
    }

    /// <summary>How a task stands, then a row per attempt, then what each said.</summary>
    public static string Detail(TaskDetailResponse detail, Sheet sheet)
    {
        var task = detail.Task;
        var lines = sheet.Wrap(
            $"Task {NumberFormat.Count(task.Number)} of {detail.Stage}: {CamelCase.Of(task.State)}"
                + (task.Subject.Length > 0 ? $"; {task.Subject}" : "")).ToList();
        if (detail.Attempts.Count > 0)
        {
            lines.AddRange(["", .. Rows(detail.Attempts).Lines(sheet)]);
            lines.AddRange(detail.Attempts.Where(attempt => attempt.Error.Length > 0)
                .SelectMany(attempt => sheet.Wrap($"attempt {attempt.Number}: {attempt.Error}")));
        }

        return string.Concat(lines.Select(line => line + "\n"));
    }

    public static string Csv(TaskListResponse list)
    {
        var csv = new CsvText(
            "runId", "stage", "task", "subject", "state", "attempts", "outcome", "error", "durationSeconds", "workerId", "sku", "readyAt",
            "startedAt", "endedAt");
        foreach (var task in list.Tasks)
        {
            csv.Add(
                list.RunId, task.TaskClass, task.Number, task.Subject, CamelCase.Of(task.State), task.Attempts, task.Outcome, task.Error,
                task.DurationSeconds, task.WorkerId, task.Sku, task.ReadyAt, task.StartedAt, task.EndedAt);
        }

        return csv.ToString();
    }

    /// <summary>A line per attempt.</summary>
    public static string Csv(TaskDetailResponse detail)
    {
        var csv = new CsvText(
            "runId", "stage", "task", "attempt", "outcome", "charged", "error", "durationSeconds", "workerId", "sku", "startedAt",
            "endedAt", "progress");
        foreach (var attempt in detail.Attempts)
        {
            csv.Add(
                detail.RunId, detail.Stage, detail.Task.Number, attempt.Number, attempt.Outcome, attempt.Charged, attempt.Error,
                attempt.DurationSeconds, attempt.WorkerId, attempt.Sku, attempt.StartedAt, attempt.EndedAt, attempt.Progress);
        }

        return csv.ToString();
    }

    private static TextTable Rows(IReadOnlyList<TaskResponse> tasks)
    {
        var table = new TextTable(
            new("task", RightAligned: true), new("state"), new("attempts", RightAligned: true), new("last outcome"),
            new("duration", RightAligned: true), new("worker") { IsName = true }, new("what") { IsName = true });
        foreach (var task in tasks)
        {
            table.Add(
                NumberFormat.Count(task.Number), CamelCase.Of(task.State), NumberFormat.Count(task.Attempts), task.OutcomeLabel ?? "-",
                Duration(task.DurationSeconds), OrDash(task.WorkerId), OrDash(task.Subject));
        }

        return table;
    }

    private static TextTable Rows(IReadOnlyList<TaskAttemptResponse> attempts)
    {
        var table = new TextTable(
            new("attempt", RightAligned: true), new("outcome"), new("charged"), new("began"), new("duration", RightAligned: true),
            new("worker") { IsName = true });
        foreach (var attempt in attempts)
        {
            table.Add(
                NumberFormat.Count(attempt.Number), Outcome(attempt), attempt.OutcomeLabel is null ? "-" : attempt.Charged ? "yes" : "no",
                attempt.StartedAt is { } began ? NumberFormat.Instant(began) : "-", Duration(attempt.DurationSeconds),
                OrDash(attempt.WorkerId));
        }

        return table;
    }

    private static string Outcome(TaskAttemptResponse attempt) => attempt switch
    {
        { Running: true, Progress: { } share } => $"running, {NumberFormat.Percent(share)}",
        { Running: true } => "running",
        _ => attempt.OutcomeLabel ?? "given back",
    };

    private static IEnumerable<string> Error(TaskResponse task, Sheet sheet) =>
        task.Error.Length == 0 ? [] : sheet.Wrap($"{NumberFormat.Count(task.Number)}: {task.Error}");

    private static string Duration(double? seconds) =>
        seconds is { } known ? NumberFormat.Duration(TimeSpan.FromSeconds(known)) : "-";

    private static string OrDash(string text) => text.Length > 0 ? text : "-";
}
