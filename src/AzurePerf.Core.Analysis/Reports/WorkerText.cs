using AzurePerf.Core.Api;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Reports;

/// <summary>What a worker does, in words. Tool and portal say the same.</summary>
public static class WorkerText
{
    /// <summary>One word: silent, draining, holding, working or idle.</summary>
    public static string State(WorkerResponse worker) =>
        worker.Silent ? "silent"
        : worker.Draining ? "draining"
        : worker.Holding ? "holding"
        : worker.Running.Count > 0 ? "working"
        : "idle";

    /// <summary>"task 3 of measure of run abc, attempt 1: measuring, 2.10 s since the claim, 7 of 20 operations".</summary>
    public static string Task(WorkerTaskResponse task) =>
        $"task {NumberFormat.Count(task.Task)} of {task.Stage} of run {task.RunId}, attempt {NumberFormat.Count(task.Attempt)}: "
            + $"{Doing(task)}";

    /// <summary>"measuring, 2.10 s since the claim, 7 of 20 operations".</summary>
    public static string Doing(WorkerTaskResponse task) =>
        $"{task.Phase}, {NumberFormat.Duration(TimeSpan.FromSeconds(task.ElapsedSeconds))} since the claim"
        + (task.OperationsPlanned > 0 ? ", " + Progress(task.Phase, task.OperationsDone, task.OperationsPlanned) : "")
        + (task.StopReason.Length > 0 ? $"; is to stop: {task.StopReason}" : "");

    /// <summary>"60,000 of about 75,000 rows" while a worker loads data; null else.</summary>
    public static string? Loading(ActivityResponse? activity) => activity is { Phase: "loading" }
        ? Progress(activity.Phase, activity.OperationsDone, activity.OperationsPlanned)
        : null;

    /// <summary>"7 of 20 operations", and of a phase that makes data "60,000 of about 75,000 rows" or "1 of 2 datasets".</summary>
    private static string Progress(string phase, long done, long planned) => phase switch
    {
        "loading" => $"{NumberFormat.Count(Math.Min(done, planned))} of about {NumberFormat.Counted(planned, "row")}",
        "preparing" => $"{NumberFormat.Count(done)} of {NumberFormat.Counted(planned, "dataset")}",
        _ => $"{NumberFormat.Count(done)} of {NumberFormat.Counted(planned, "operation")}",
    };
}
