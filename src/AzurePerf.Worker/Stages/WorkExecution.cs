using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Probes;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Probes.Targets;
using AzurePerf.Probes.Works;
using AzurePerf.Storage.Runs;
using AzurePerf.Storage.Tasks;
using AzurePerf.Worker.Heartbeats;
using AzurePerf.Worker.Targets;

namespace AzurePerf.Worker.Stages;

/// <summary>Executes a task of a stage that an experiment declares, by the work that the stage names.</summary>
internal sealed class WorkExecution(ITaskWork work, InjectedFaults faults, ResourceStore resources, RunStore runs, TaskStore tasks,
    TargetSilenceMonitor watching) : IStageExecution
{
    public string Work => work.Name;

    public async Task<string> RunAsync(CurrentExecution execution, StageContext context)
    {
        using var task = new TaskContext(execution, context, new RunResources(resources, context.Run.RunId, context.Run.Spec.Target),
            new Products(runs, tasks, execution), watching);
        task.Report(0);
        return faults.CauseOf(task.Seed, task.Stage, task.Task, task.Attempt) switch
        {
            null => await work.ExecuteAsync(task, execution.Stopping),
            { } reuse when FailureTaxonomy.IsReuse(reuse) => throw new ExecutionEndedException(reuse, InjectedFaults.Message)
            {
                Product = await work.ExecuteAsync(task, execution.Stopping),
            },
            { } cause => throw new ExecutionEndedException(cause, InjectedFaults.Message),
        };
    }

    /// <summary>The stages are read when a product is first asked for: most tasks ask for none.</summary>
    private sealed class Products(RunStore runs, TaskStore tasks, CurrentExecution execution) : IStageProducts
    {
        public async IAsyncEnumerable<TaskProduct> OfAsync(string stage)
        {
            var runId = execution.Task.Key.RunId;
            var run = await runs.FindWithStagesAsync(runId, execution.Stopping)
                ?? throw new BadTaskException($"run {runId} does not exist");
            await foreach (var product in new StageProducts(tasks, run.Stages, execution.Stopping).OfAsync(stage))
            {
                yield return product;
            }
        }
    }

    private sealed class TaskContext(
        CurrentExecution execution, StageContext context, IResourceRegister register, IStageProducts products,
        TargetSilenceMonitor watching)
        : ITaskContext, IDisposable
    {
        private IDisposable? _watch;

        public string Subject => execution.Task.Key.ToString();

        public string RunId => execution.Task.Key.RunId;

        public int Seed => context.Run.Spec.Seed;

        public PipelineOptions Options { get; } = RunPlanner.BindStages(context.Experiment, context.Run.Spec);

        public int Stage => execution.Task.Key.Stage.Number;

        public int Task => execution.Task.Key.Number;

        public int Attempt => execution.Task.Attempt;

        public string ExecutionId => execution.Task.Nonce;

        public string Order => context.Order;

        public IStageProducts Products => products;

        public IResourceRegister Register => register;

        public IOpenTarget OpenTarget(TimeSpan requestTimeout)
        {
            var target = context.Target.Open(TargetOpening.ForSetUp(requestTimeout));
            _watch?.Dispose();
            _watch = watching.Watch(execution, context.Run, target);
            return target;
        }

        public void AllowUserCode(TimeSpan limit) => execution.AllowUserCode(limit);

        public void Report(double share, string phase = "executing")
        {
            var progress = new ExecutionProgress(phase, 0, 0) { Share = Math.Clamp(share, 0, 1) };
            execution.Progress = () => progress;
        }

        public void Dispose() => _watch?.Dispose();
    }
}
