using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Limits;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Texts;

namespace AzurePerf.TaskManager.Planning;

/// <summary>Turns a run's plan into stages and task rows. A spec always gives the same plan, so the latest ones are kept.</summary>
internal sealed class RunStages(ExperimentCatalogue experiments)
{
    private const int MostKept = 8;

    private readonly Dictionary<string, PlannedRun> _kept = [];

    /// <summary>The stages of a run, the first one open. A run without data for several points has no prepare stage, a maintenance run only
    /// a clean stage.</summary>
    public IReadOnlyList<StageState> Of(RunState run, DateTimeOffset now)
    {
        var used = PlannedOf(run).States(run.RunId);
        return [.. used.Select((stage, index) => index == 0 ? stage with { Open = true, OpenedAt = now } : stage)];
    }

    /// <summary>The next block of tasks of a stage.</summary>
    /// <param name="run">The run.</param>
    /// <param name="stages">All of its stages.</param>
    /// <param name="stage">The one of these tasks.</param>
    /// <param name="limits">Of the operator.</param>
    /// <param name="now">When they become Ready.</param>
    /// <param name="peerPool">Whether the answering member of a point between two workers is taken from the pool peer.</param>
    public IReadOnlyList<BenchmarkTask> NextBlock(
        RunState run, IReadOnlyList<StageState> stages, StageState stage, LimitOptions limits, DateTimeOffset now, bool peerPool = false)
    {
        var answers = peerPool ? AnsweringMember(run) : null;
        var preparedAttempt = stages.FirstOrDefault(other => other.Kind == StageKind.Prepare)?.AcceptedAttempt ?? 0;
        var plan = stage.Shape == StageShape.Points ? PlannedOf(run).Points : NoPoints;
        var points = plan.Points;
        var workers = TasksPerPoint(run, stage);
        if (stage.Shape == StageShape.Points && points.Count * workers != stage.Total)
        {
            throw new InvalidDataException(
                $"stage {run.RunId}/{stage.Id} has {stage.Total} tasks, its plan {points.Count} points for {workers} workers each");
        }

        // A block of a sharded bag is one partition's, so it ends where the next partition's begins.
        var count = Math.Min(TaskSharding.BlockTasks - (stage.Created % TaskSharding.BlockTasks), stage.Total - stage.Created);
        return [.. Enumerable.Range(stage.Created, count).Select(number => new BenchmarkTask
        {
            Key = new(run.RunId, stage.Id, number, TaskSharding.ShardOf(number, stage.Shards)),
            Order = points.Count > 0
                ? OrderOf(plan, points[number / workers], limits, preparedAttempt) with
                {
                    Member = number % workers,
                    Members = workers,
                    InPeerPool = number % workers == answers,
                }
                : new(),
            ReadyAt = now,
        })];
    }

    /// <summary>The member of each point's workers that answers the others; null where all measure.</summary>
    public int? AnsweringMember(RunState run) => DefinitionOf(run)?.Target?.AnsweringMember;

    /// <summary>Tasks that are handed out together: one for each worker that measures a point, else one.</summary>
    public static int TasksPerPoint(RunState run, StageState stage) => stage.Shape == StageShape.Points ? run.Spec.Workers : 1;

    /// <summary>What a run is about to do, for people.</summary>
    public static string Describe(RunState run, IReadOnlyList<StageState> stages)
    {
        var bags = stages.Where(stage => stage.Shape == StageShape.Bag).ToArray();
        return bags.Length == 0 ? $"begun: {NumberFormat.Counted(run.Points, "point")}"
            : bags.All(bag => bag.IsPlanned)
                ? $"begun: {NumberFormat.Counted(bags.Sum(bag => (long)bag.Total), "task")} in {NumberFormat.Counted(bags.Length, "stage")}"
            : $"begun: {NumberFormat.Counted(bags.Length, "stage")}";
    }

    /// <summary>The header of a run with what its plan comes to.</summary>
    public RunState Planned(RunState run)
    {
        var plan = PlannedOf(run).Points;
        return run with { Points = plan.Points.Count, PlanHash = plan.Points.Count == 0 ? "" : PlanHash.Of(run.Spec, plan) };
    }

    /// <summary>What the experiment of a run says of a stage.</summary>
    /// <exception cref="InvalidDataException">It has no such stage in this build.</exception>
    public StagePlan PlanOf(RunState run, StageId stage) => stage.Shape != StageShape.Bag ? RunPlanner.StageOf(null, run.Spec, stage)
        : PlannedOf(run).Stages.ElementAtOrDefault(stage.BagIndex) is { Shape: StageShape.Bag } declared ? declared
        : throw new InvalidDataException($"run {run.RunId} has the stage {stage}, which its plan in this build has not");

    /// <summary>What the tasks of a stage store; null for nothing, and where this build cannot plan the run, so that nobody can tell: it
    /// may be ended all the same.</summary>
    public StageStorage? StorageOf(RunState run, StageState stage)
    {
        try
        {
            return stage.IsPlanned ? PlanOf(run, stage.Id).Stores : null;
        }
        catch (InvalidDataException)
        {
            return null;
        }
    }

    private PlannedRun PlannedOf(RunState run)
    {
        if (!_kept.TryGetValue(run.RunId, out var planned))
        {
            var definition = DefinitionOf(run);
            var points = RunPlanner.PointsOf(definition, run.Spec);
            planned = new(points, RunPlanner.Stages(definition, run.Spec, points));
            if (_kept.Count == MostKept)
            {
                _kept.Clear();
            }

            _kept.Add(run.RunId, planned);
        }

        return planned;
    }

    /// <summary>Its experiment; null for a maintenance run, which has none.</summary>
    private ExperimentDefinition? DefinitionOf(RunState run) => run.Spec.Experiment == MaintenanceRun.Experiment ? null
        : experiments.Find(run.Spec.Experiment)
            ?? throw new InvalidDataException(
                $"run {run.RunId} names the experiment '{run.Spec.Experiment}', which this build does not have");

    private static RunPlan NoPoints { get; } = new([], []);

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

    private sealed record PlannedRun(RunPlan Points, IReadOnlyList<StagePlan> Stages)
    {
        public StageState[] States(string runId)
        {
            var ids = new Dictionary<string, StageId>(StringComparer.Ordinal);
            foreach (var plan in Stages)
            {
                ids.Add(plan.Name, IdOf(plan, ids.Count));
            }

            return [.. Stages.Select(plan => new StageState
            {
                RunId = runId,
                Id = ids[plan.Name],
                Name = plan.Name,
                Total = plan.Orders is null ? plan.Tasks : 0,
                IsPlanned = plan.Orders is null,
                Expected = plan.Expected,
                Follows = plan.Follows is null ? null : [.. plan.Follows.Select(name => ids[name])],
                GivesUp = plan.GivesUp,
            })];
        }

        private static StageId IdOf(StagePlan plan, int index) => plan switch
        {
            { Shape: StageShape.Bag } => StageId.Bag(index),
            { Work: StageWork.Prepare } => StageKind.Prepare,
            { Shape: StageShape.Points } => StageKind.Measure,
            _ => StageKind.Clean,
        };
    }
}
