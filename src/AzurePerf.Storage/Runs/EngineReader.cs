using AzurePerf.Core.Api.Engine;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Workers;
using AzurePerf.Storage.Queues;
using AzurePerf.Storage.Tasks;
using AzurePerf.Storage.Workers;

namespace AzurePerf.Storage.Runs;

/// <summary>
/// Reads how the engine carries one run, beside its header and stages: at most four requests, however many tasks the run has, and one more
/// for each further 1,000 workers or executions without a result.
/// </summary>
public sealed class EngineReader(
    WorkerStore workers, AttemptStore attempts, ControlPlane controlPlane, ExperimentCatalogue experiments, TimeProvider time)
{
    public async Task<EngineFacts> ReadAsync(RunState run, IReadOnlyList<StageState> stages, CancellationToken cancellationToken)
    {
        var facts = new EngineFacts
        {
            Run = run,
            Experiment = experiments.Find(run.Spec.Experiment),
            Stages = stages,
            Now = time.GetUtcNow(),
        };
        return facts with
        {
            Workers = run.Status.IsTerminal() || stages.Count == 0
                ? []
                : (await workers.ListWithCommandsAsync(null, cancellationToken)).Workers,
            Queues = facts.OpenStage is { } open ? await LookAsync(WorkerPool.Of(open.Kind), cancellationToken) : facts.Queues,
            Ends = stages.Any(HasEndsOnRecord)
                ? await attempts.ListUnshardedAsync(run.RunId, cancellationToken).ToArrayAsync(cancellationToken)
                : [],
        };
    }

    /// <summary>A stage that has begun and is in one partition.</summary>
    private static bool HasEndsOnRecord(StageState stage) => (stage.Open || stage.Closed) && stage.Shards == 1;

    private async Task<IReadOnlyDictionary<string, QueueState>> LookAsync(string pool, CancellationToken cancellationToken) =>
        new Dictionary<string, QueueState> { [pool] = await controlPlane.TasksOf(pool).LookAsync(cancellationToken) };
}
