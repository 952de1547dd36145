using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Runs;
using AzurePerf.Probes.Targets;
using AzurePerf.Storage.Runs;
using AzurePerf.Worker.Heartbeats;

namespace AzurePerf.Worker.Stages;

/// <summary>Removes what a run made in its target; a maintenance run removes what all ended runs left there.</summary>
internal sealed class CleanStage(ResourceStore resources, RunStore runs, TargetSilenceMonitor watching) : IStageExecution
{
    private static readonly TimeSpan RequestTimeout = TimeSpan.FromSeconds(60);

    public string Work => StageWork.Clean;

    public async Task<string> RunAsync(CurrentExecution execution, StageContext context)
    {
        var entries = await EntriesAsync(context.Run, execution.Stopping);
        if (entries.Count == 0)
        {
            // Nothing to do also where the target could not be opened.
            return CleanUpResult.Of([]).Write();
        }

        var done = 0;
        execution.Progress = () => new("cleaning", Volatile.Read(ref done), entries.Count);
        using var target = context.Target.Open(TargetOpening.ForSetUp(RequestTimeout));
        using var watch = watching.Watch(execution, context.Run, target);
        foreach (var entry in entries)
        {
            await target.RemoveAsync(entry.Kind, entry.Name, execution.Stopping);
            await resources.RemoveAsync(entry, execution.Stopping);
            Interlocked.Increment(ref done);
        }

        return CleanUpResult.Of([.. entries.Select(entry => (entry.Kind, entry.Name))]).Write();
    }

    private async Task<IReadOnlyList<ResourceEntry>> EntriesAsync(RunState run, CancellationToken cancellationToken)
    {
        if (run.Spec.Experiment != MaintenanceRun.Experiment)
        {
            return await resources.ListAsync(run.RunId, cancellationToken).ToArrayAsync(cancellationToken);
        }

        var left = new List<ResourceEntry>();
        await foreach (var entry in resources.ListAllAsync(cancellationToken))
        {
            if (entry.Target == run.Spec.Target && await runs.HasEndedAsync(entry.RunId, cancellationToken))
            {
                left.Add(entry);
            }
        }

        return left;
    }
}
