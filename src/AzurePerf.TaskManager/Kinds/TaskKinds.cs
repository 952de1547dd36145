using System.Text.Json.Nodes;
using AzurePerf.Core.Kinds;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.TaskManager.Workers;

namespace AzurePerf.TaskManager.Kinds;

/// <summary>Which kind an execution is of.</summary>
internal sealed class TaskKinds(WorkerWatch watch)
{
    /// <summary>The kind of a task as its owner executes it; of a worker that is gone the machine is not known any more.</summary>
    public KindKey Of(RunState run, BenchmarkTask task) => Of(run, task.Key.Stage, task.Order.Levels, task.Owner);

    /// <param name="run">The run.</param>
    /// <param name="stage">The stage.</param>
    /// <param name="levels">The point's levels; null where the task measures nothing.</param>
    /// <param name="owner">The worker.</param>
    public KindKey Of(RunState run, StageId stage, JsonObject? levels, string owner) =>
        KindKey.For(run.Spec.Experiment, stage, levels ?? [], watch.Find(owner)?.Sku ?? KindKey.LocalSku);
}
