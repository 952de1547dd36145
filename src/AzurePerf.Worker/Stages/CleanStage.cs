using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;
using AzurePerf.Probes.Targets;
using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Runs;
using AzurePerf.Worker.Heartbeats;

namespace AzurePerf.Worker.Stages;

/// <summary>Removes what a run made in its target; a maintenance run removes what all ended runs left there. One thing that cannot be
/// removed fails it at its end, when all others are gone.</summary>
internal sealed partial class CleanStage(
    ResourceStore resources, RunStore runs, TargetSilenceMonitor watching, ILogger<CleanStage> logger) : IStageExecution
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
        var kept = new List<(ResourceEntry Entry, Exception Failure)>();
        foreach (var entry in entries)
        {
            try
            {
                await target.RemoveAsync(entry.Kind, entry.Name, execution.StoppingInTarget);
            }
            catch (Exception failure) when (!execution.Stopping.IsCancellationRequested)
            {
                // It would be in the way of the same ones at each attempt, and of those of later runs in each maintenance run.
                LogKept(entry.Kind, entry.Name, failure);
                kept.Add((entry, failure));
                continue;
            }

            await resources.RemoveAsync(entry, execution.Stopping);
            Interlocked.Increment(ref done);
        }

        return kept.Count == 0
            ? CleanUpResult.Of([.. entries.Select(entry => (entry.Kind, entry.Name))]).Write()
            : throw new ThingsStayException(
                $"{NumberFormat.Count(kept.Count)} of {NumberFormat.Count(entries.Count)} could not be removed and stay, the first "
                    + $"{kept[0].Entry.Kind} {kept[0].Entry.Name}: {FailureText.Of(kept[0].Failure)}",
                kept[0].Failure)
            {
                Failures = kept.ConvertAll(one => one.Failure),
            };
    }

    private async Task<IReadOnlyList<ResourceEntry>> EntriesAsync(RunState run, CancellationToken cancellationToken)
    {
        var ofAll = run.Spec.Experiment == MaintenanceRun.Experiment;
        var left = new List<ResourceEntry>();
        var asked = (RunId: "", HasEnded: false);
        await foreach (var (value, fault) in ofAll
            ? resources.ListAllAsync(cancellationToken) : resources.ListAsync(run.RunId, cancellationToken))
        {
            if (value is not { } entry)
            {
                LogCorrupt(fault);
                continue;
            }

            if (ofAll && entry.Target == run.Spec.Target && entry.RunId != asked.RunId)
            {
                asked = (entry.RunId, await HasEndedAsync(entry.RunId, cancellationToken));
            }

            if (!ofAll || (entry.RunId == asked.RunId && asked.HasEnded && entry.Target == run.Spec.Target))
            {
                left.Add(entry);
            }
        }

        return left;
    }

    /// <summary>A run whose header makes no sense may go on: what it made stays until that is mended.</summary>
    private async Task<bool> HasEndedAsync(string runId, CancellationToken cancellationToken)
    {
        try
        {
            return await runs.HasEndedAsync(runId, cancellationToken);
        }
        catch (CorruptRowException corrupt)
        {
            LogCorrupt(corrupt.Message);
            return false;
        }
    }

    [LoggerMessage(Level = LogLevel.Error, Message = "A row that cleaning up needs makes no sense, so that something stays: {Fault}")]
    private partial void LogCorrupt(string fault);

    [LoggerMessage(Level = LogLevel.Warning, Message = "The {Kind} {Name} could not be removed and stays")]
    private partial void LogKept(string kind, string name, Exception failure);
}
