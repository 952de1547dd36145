using System.Text.Json.Nodes;
using AzurePerf.Core.Executions;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.TaskManager.Planning;

namespace AzurePerf.TaskManager.Executions;

/// <summary>Which class an execution is of.</summary>
internal sealed class TaskClasses(RunStages plans)
{
    /// <summary>The class of a task's last execution, by the machine that its claim wrote into its row.</summary>
    public TaskClass Of(RunState run, BenchmarkTask task) => Of(run, task.Key.Stage, task.Order.Levels, task.Sku);

    /// <param name="run">The run.</param>
    /// <param name="stage">The stage.</param>
    /// <param name="levels">The point's levels; null where the task measures nothing: then those of its stage count.</param>
    /// <param name="sku">The class of machine; empty in rows of builds that did not write it, which count as
    /// <see cref="BenchmarkTask.LocalSku"/>.</param>
    public TaskClass Of(RunState run, StageId stage, JsonObject? levels, string sku)
    {
        var plan = plans.PlanOf(run, stage);
        return TaskClass.For(run.Spec.Experiment, plan.Name, levels ?? plan.Levels ?? [], sku);
    }
}
