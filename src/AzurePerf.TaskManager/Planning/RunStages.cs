using AzurePerf.Core.Experiments;
using AzurePerf.Core.Limits;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;

namespace AzurePerf.TaskManager.Planning;

/// <summary>Turns a run's plan into stages and task rows.</summary>
internal sealed class RunStages(ExperimentCatalogue experiments)
{
    /// <summary>The stages of a run, the first one open. A run without data for several points has no prepare stage, a maintenance run only a clean stage.</summary>
    public IReadOnlyList<StageState> Of(RunState run, DateTimeOffset now)
    {
        var used = AllOf(run).Where(stage => stage.Total > 0).ToArray();
        return [.. used.Select((stage, index) => index == 0 ? stage with { Open = true, OpenedAt = now } : stage)];
    }

    /// <summary>The next block of tasks of a stage.</summary>
    /// <param name="run">The run.</param>
    /// <param name="stages">All of its stages.</param>
    /// <param name="stage">The one of these tasks.</param>
    /// <param name="limits">Of the operator.</param>
    /// <param name="now">When they become Ready.</param>
    /// <param name="peerPool">Whether the answering member of a point between two workers is taken from the pool peer.</param>
    public IReadOnlyList<BenchmarkTask> NextBlock(RunState run, IReadOnlyList<StageState> stages, StageState stage, LimitOptions limits, DateTimeOffset now, bool peerPool = false)
    {
        var answers = peerPool ? AnsweringMember(run) : null;
        var preparedAttempt = stages.FirstOrDefault(other => other.Kind == StageKind.Prepare)?.AcceptedAttempt ?? 0;
        var plan = stage.Kind == StageKind.Measure ? PlanOf(run) : new([], []);
        var points = plan.Points;
        var workers = TasksPerPoint(run, stage);
        if (stage.Kind == StageKind.Measure && points.Count * workers != stage.Total)
        {
            throw new InvalidDataException($"stage {run.RunId}/{stage.Id} has {stage.Total} tasks, its plan {points.Count} points for {workers} workers each");
        }

        // A block of a sharded bag is one partition's, so it ends where the next partition's begins.
        var count = Math.Min(TaskSharding.BlockTasks - (stage.Created % TaskSharding.BlockTasks), stage.Total - stage.Created);
        return [.. Enumerable.Range(stage.Created, count).Select(number => new BenchmarkTask
        {
            Key = new(run.RunId, stage.Id, number, TaskSharding.ShardOf(number, stage.Shards)),
            Order = points.Count > 0 ? OrderOf(plan, points[number / workers], limits, preparedAttempt) with { Member = number % workers, Members = workers, InPeerPool = number % workers == answers } : new(),
            ReadyAt = now,
        })];
    }

    /// <summary>The member of each point's workers that answers the others; null where all measure.</summary>
    public int? AnsweringMember(RunState run) => DefinitionOf(run)?.Target?.AnsweringMember;

    /// <summary>Tasks that are handed out together: one for each worker that measures a point, else one.</summary>
    public static int TasksPerPoint(RunState run, StageState stage) => stage.Kind == StageKind.Measure ? run.Spec.Workers : 1;

    /// <summary>What a run is about to do, for people.</summary>
    public static string Describe(RunState run, IReadOnlyList<StageState> stages) =>
        stages.Where(stage => stage.Kind == StageKind.Bag).ToArray() is { Length: > 0 } bags
            ? $"begun: {NumberFormat.Counted(bags.Sum(bag => (long)bag.Total), "task")} in {NumberFormat.Counted(bags.Length, "bag")}"
            : $"begun: {NumberFormat.Counted(run.Points, "point")}";

    /// <summary>The header of a run with what its plan comes to.</summary>
    public RunState Planned(RunState run)
    {
        var plan = PlanOf(run);
        return run with { Points = plan.Points.Count, PlanHash = plan.Points.Count == 0 ? "" : PlanHash.Of(run.Spec, plan) };
    }

    private IEnumerable<StageState> AllOf(RunState run)
    {
        if (DefinitionOf(run) is { IsBag: true } definition)
        {
            return RunPlanner.PlanBags(definition, run.Spec).Select((bag, index) => NewStage(run.RunId, StageId.Bag(index), bag.Tasks));
        }

        var plan = PlanOf(run);
        return
        [
            NewStage(run.RunId, StageKind.Prepare, plan.Datasets.Count > 0 ? 1 : 0),
            NewStage(run.RunId, StageKind.Measure, plan.Points.Count * run.Spec.Workers),
            NewStage(run.RunId, StageKind.Clean, 1),
        ];
    }

    private RunPlan PlanOf(RunState run) => DefinitionOf(run) is { IsBag: false } definition ? RunPlanner.Plan(definition, run.Spec) : new([], []);

    /// <summary>Its experiment; null for a maintenance run, which has none.</summary>
    private ExperimentDefinition? DefinitionOf(RunState run) => run.Spec.Experiment == MaintenanceRun.Experiment ? null
        : experiments.Find(run.Spec.Experiment)
            ?? throw new InvalidDataException($"run {run.RunId} names the experiment '{run.Spec.Experiment}', which this build does not have");

    private static StageState NewStage(string runId, StageId id, int total) => new() { RunId = runId, Id = id, Total = total };

    private static TaskOrder OrderOf(RunPlan plan, PlannedPoint point, LimitOptions limits, int preparedAttempt) => new()
    {
        Point = point.Number,
        Levels = point.Levels.DeepClone().AsObject(),
        Repetition = point.Repetition,
        ExpectedSeconds = Math.Ceiling(point.Expected.TotalMilliseconds) / 1e3,
        MostOperations = PointShare.OfOperations(plan, point, limits.OperationsPerRun),
        MostBytes = PointShare.OfBytes(plan, point, limits.BytesPerRun),
        Dataset = point.Dataset,
        PreparedAttempt = point.Dataset is null ? 0 : preparedAttempt,
    };
}
