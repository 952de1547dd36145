using System.Globalization;
using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Tasks;

namespace AzurePerf.Core.Runs;

/// <summary>How a run ends whose stages are all closed.</summary>
internal static class RunEnd
{
    public static RunAction.Finish Of(RunState run, IReadOnlyList<StageState> stages)
    {
        var leftovers = stages.FirstOrDefault(stage => stage.Kind == StageKind.Clean && stage.Failed + stage.Cancelled > 0) switch
        {
            { Failed: > 0 } => "what the run made in its target could not be removed; it is tried again later",
            { } => "no worker came to remove what the run made in its target; it is tried again later",
            _ => "",
        };
        var (status, reason) = Judge(run, stages, leftovers.Length > 0);
        return new(status, Join(reason, leftovers));
    }

    private static (RunStatus Status, string Reason) Judge(RunState run, IReadOnlyList<StageState> stages, bool hasLeftovers)
    {
        var worked = stages.Where(stage => stage.Kind is StageKind.Measure or StageKind.Bag).ToArray();
        var failed = worked.Sum(stage => (long)stage.Failed);
        var missed = worked.Sum(stage => (long)stage.Missed);
        var total = worked.Sum(stage => (long)stage.Total);
        var what = worked.Any(stage => stage.Kind == StageKind.Bag) ? "task" : "point";
        return run.Status switch
        {
            RunStatus.Cancelling => (RunStatus.Cancelled, run.Reason),
            _ when run.GivenUp.Length > 0 => (RunStatus.Failed, run.GivenUp),
            _ when stages.FirstOrDefault(stage => stage is { Kind: StageKind.Prepare, Failed: > 0 }) is { } prepare =>
                (RunStatus.Failed, "its data could not be prepared" + (prepare.Failure.Length > 0 ? ": " + prepare.Failure : "")),
            _ when failed + missed > 0 && failed + missed == total =>
                (RunStatus.Failed, what == "task" ? "every task failed" : "no point could be measured"),
            _ when failed > 0 && run.Spec.OnError == OnError.Stop => (RunStatus.Failed, $"a {what} failed and onError is stop"),
            _ when worked.FirstOrDefault(stage => stage.Failed > 0 && stage.ReachIn(run) != FailureReach.Nothing) is { } broken =>
                (RunStatus.Failed,
                    string.Create(CultureInfo.InvariantCulture,
                        $"{broken.Failed} of {broken.Total} tasks of {broken.Name} failed, which gives up what follows")),
            _ when failed > 0 =>
                (RunStatus.CompletedWithErrors,
                    string.Create(
                        CultureInfo.InvariantCulture, $"{PerPoint(failed, run, what)} of {PerPoint(total, run, what)} {what}s failed")),
            _ when worked.Length == 0 && hasLeftovers => (RunStatus.Failed, ""),
            _ => (hasLeftovers ? RunStatus.CompletedWithErrors : RunStatus.Completed, ""),
        };
    }

    /// <summary>A point has as many tasks as workers.</summary>
    private static long PerPoint(long tasks, RunState run, string what) => what == "point" ? tasks / Math.Max(run.Spec.Workers, 1) : tasks;

    private static string Join(string first, string second) =>
        first.Length > 0 && second.Length > 0 ? first + "; " + second : first + second;
}
