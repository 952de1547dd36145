using AzurePerf.Core.Experiments;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;

namespace AzurePerf.TaskManager.Planning;

/// <summary>Turns a run's plan into stages and task rows.</summary>
internal static class RunStages
{
    /// <summary>Rows written in one transaction.</summary>
    public const int BlockRows = 100;

    /// <summary>The stages of a run, the first one open. A run without data for several points has no prepare stage, a maintenance run only a clean stage.</summary>
    public static IReadOnlyList<StageState> Of(RunState run)
    {
        var plan = PlanOf(run);
        StageState[] stages =
        [
            NewStage(run.RunId, StageKind.Prepare, plan.Datasets.Count > 0 ? 1 : 0),
            NewStage(run.RunId, StageKind.Measure, plan.Points.Count),
            NewStage(run.RunId, StageKind.Clean, 1),
        ];
        var used = stages.Where(stage => stage.Total > 0).ToArray();
        return [.. used.Select((stage, index) => index == 0 ? stage with { Open = true } : stage)];
    }

    /// <summary>The next block of tasks of a stage.</summary>
    public static IReadOnlyList<BenchmarkTask> NextBlock(RunState run, IReadOnlyList<StageState> stages, StageState stage, DateTimeOffset now)
    {
        var preparedAttempt = stages.FirstOrDefault(other => other.Kind == StageKind.Prepare)?.AcceptedAttempt ?? 0;
        var points = stage.Kind == StageKind.Measure ? PlanOf(run).Points : [];
        if (stage.Kind == StageKind.Measure && points.Count != stage.Total)
        {
            throw new InvalidDataException($"stage {run.RunId}/{stage.Kind} has {stage.Total} tasks, its plan {points.Count} points");
        }

        return [.. Enumerable.Range(stage.Created, Math.Min(BlockRows, stage.Total - stage.Created)).Select(number => new BenchmarkTask
        {
            Key = new(run.RunId, stage.Kind, number),
            Order = points.Count > 0 ? OrderOf(points[number], preparedAttempt) : new(),
            ReadyAt = now,
        })];
    }

    /// <summary>Points of a run.</summary>
    public static int CountPoints(RunState run) => PlanOf(run).Points.Count;

    private static RunPlan PlanOf(RunState run)
    {
        if (run.Spec.Experiment == MaintenanceRun.Experiment)
        {
            return new([], []);
        }

        var definition = ExperimentCatalogue.Find(run.Spec.Experiment)
            ?? throw new InvalidDataException($"run {run.RunId} names the experiment '{run.Spec.Experiment}', which this build does not have");
        return RunPlanner.Plan(definition, run.Spec);
    }

    private static StageState NewStage(string runId, StageKind kind, int total) => new() { RunId = runId, Kind = kind, Total = total };

    private static TaskOrder OrderOf(PlannedPoint point, int preparedAttempt) => new()
    {
        Point = point.Number,
        Levels = point.Levels.DeepClone().AsObject(),
        Repetition = point.Repetition,
        Dataset = point.Dataset,
        PreparedAttempt = point.Dataset is null ? 0 : preparedAttempt,
    };
}
