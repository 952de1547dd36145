using System.Text.Json.Nodes;
using AzurePerf.Core.Executions;
using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.TaskManager.Planning;

namespace AzurePerf.TaskManager.Executions;

/// <summary>Which class an execution is of.</summary>
internal sealed class TaskClasses(RunStages plans)
{
    /// <summary>In place of the stage's name.</summary>
    public const string Answering = "answer";

    private const int ParametersLength = 8;

    /// <summary>
    /// The class that an execution is counted in. Who only answers the one that measures has a class of its own: it has no time but that
    /// from the claim, which is no time of a measurement.
    /// </summary>
    /// <param name="run">The run.</param>
    /// <param name="task">The task.</param>
    /// <param name="sku">The class of machine of that execution.</param>
    public TaskClass CountedIn(RunState run, BenchmarkTask task, string sku)
    {
        var taskClass = Of(run, task.Key.Stage, task.Order.Levels, sku);
        return task.Key.Stage.Shape == StageShape.Points && plans.AnsweringMember(run) == task.Order.Member
            ? taskClass with { Stage = Answering }
            : taskClass;
    }

    /// <summary>The class of a task's last execution, by the machine that its claim wrote into its row.</summary>
    public TaskClass Of(RunState run, BenchmarkTask task) => Of(run, task.Key.Stage, task.Order.Levels, task.Sku);

    /// <param name="run">The run.</param>
    /// <param name="stage">The stage.</param>
    /// <param name="levels">The point's levels; null where the task measures nothing: then those of its stage count, and to prepare or to
    /// clean takes as long as the run's parameters make it.</param>
    /// <param name="sku">The class of machine; empty in rows of builds that did not write it, which count as
    /// <see cref="BenchmarkTask.LocalSku"/>.</param>
    public TaskClass Of(RunState run, StageId stage, JsonObject? levels, string sku)
    {
        var plan = plans.PlanOf(run, stage);
        return TaskClass.For(
            run.Spec.Experiment, plan.Name, levels ?? plan.Levels ?? (plan.Shape == StageShape.OneTask ? LevelsOf(run.Spec) : []), sku);
    }

    /// <summary>All parameters in a few letters: their text may be longer than a cell of a table.</summary>
    private static JsonObject LevelsOf(RunSpec spec) =>
        new() { ["parameters"] = IdText.Hash(spec.Parameters.ToJsonString())[..ParametersLength] };
}
