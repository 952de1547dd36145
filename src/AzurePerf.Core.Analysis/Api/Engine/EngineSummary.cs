using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;

namespace AzurePerf.Core.Api.Engine;

/// <summary>How the engine carries one run, told from what is stored: a pure function.</summary>
public static class EngineSummary
{
    public static EngineResponse Of(EngineFacts facts) => new(
        KindsOf(facts),
        facts.OpenStage is { } open ? [PoolOf(facts, WorkerPool.Of(open.Kind))] : [],
        [.. facts.Ends.OrderBy(end => end.EndedAt).TakeLast(EngineResponse.MostEnds).Select(end => new AbnormalEndResponse(
            NameOf(facts, end.Stage), end.Task + 1, PointOf(facts.Run, end), end.Attempt, end.Cause, end.Error, end.Owner, end.EndedAt))])
    {
        Build = facts.Run.Build,
        Segment = facts.Run.Segment,
        Shortage = ProgramShortage.Words(facts),
    };

    /// <summary>How the tasks of each stage stand.</summary>
    public static IReadOnlyList<StageResponse> StagesOf(EngineFacts facts) =>
        [.. facts.Stages.Select(stage => StageSummary.Of(facts, stage))];

    /// <summary>Whether a worker that injects faults and is alive says that it executes, or has executed, tasks of the run. When a stage
    /// closes its run is flagged for good.</summary>
    public static bool HasInjectedFaults(EngineFacts facts) => facts.Workers.Any(worker => InjectedFaults.AreIn(worker.Sku)
        && (worker.Running.Any(task => task.RunId == facts.Run.RunId) || worker.Tallies.Any(tally => tally.RunId == facts.Run.RunId)));

    /// <summary>What people call a stage of a run.</summary>
    public static string NameOf(EngineFacts facts, StageId stage) =>
        facts.Stages.FirstOrDefault(other => other.Id == stage)?.Name ?? stage.ToString();

    /// <summary>The point that an execution measured; null in other stages.</summary>
    internal static int? PointOf(RunState run, AbnormalEnd end) =>
        end.Stage.Kind == StageKind.Measure ? (end.Task / Math.Max(run.Spec.Workers, 1)) + 1 : null;

    private static PoolResponse PoolOf(EngineFacts facts, string pool) =>
        WorkerSummary.PoolOf(pool, facts.Workers, facts.Queues.GetValueOrDefault(pool, QueueState.None), facts.Now);

    /// <summary>Points are measured in the order of the plan, which says of which combination each is.</summary>
    private static IReadOnlyList<ConfigurationEngineResponse> KindsOf(EngineFacts facts)
    {
        if (facts.Stages.FirstOrDefault(stage => stage.Kind == StageKind.Measure) is not { } measure
            || facts.Experiment is not { IsBag: false } definition)
        {
            return [];
        }

        var (combinations, plan) = PlanOf(definition, facts.Run.Spec);
        var points = plan.CountBy(combination => combination).ToDictionary();
        var finished = plan.Take((measure.Finished - measure.Cancelled) / Math.Max(facts.Run.Spec.Workers, 1))
            .CountBy(combination => combination).ToDictionary();
        var ends = facts.Ends.Where(end => end.Stage.Kind == StageKind.Measure && PointOf(facts.Run, end) <= plan.Count)
            .ToLookup(end => plan[PointOf(facts.Run, end)!.Value - 1]);
        return [.. points.OrderBy(one => one.Key).Select(one => new ConfigurationEngineResponse(
            combinations[one.Key],
            one.Value,
            finished.GetValueOrDefault(one.Key),
            Repetitions.Count(ends[one.Key], end => PointOf(facts.Run, end)!.Value),
            StageSummary.Count(ends[one.Key])))];
    }

    /// <summary>All combinations of levels, and that of each point by its index, in the order of the plan.</summary>
    private static (IReadOnlyList<JsonObject> Combinations, IReadOnlyList<int> Plan) PlanOf(ExperimentDefinition definition, RunSpec spec)
    {
        try
        {
            JsonObject[] combinations = [.. RunPlanner.Combinations(definition, spec)];
            return (combinations, [.. RunPlanner.PlacesOf(spec, combinations.Length).Select(place => place.Combination)]);
        }
        catch (InvalidDataException)
        {
            // The TaskManager fails such a run and says why.
            return ([], []);
        }
    }
}
