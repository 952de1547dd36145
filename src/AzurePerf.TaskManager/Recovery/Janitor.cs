using AzurePerf.Core.Access;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Runs;

namespace AzurePerf.TaskManager.Recovery;

/// <summary>Finds what ended runs left in targets and submits maintenance runs that remove it: only workers can reach targets.</summary>
internal sealed partial class Janitor(ResourceStore resources, RunSweep sweep, RunSubmission submission, ILogger<Janitor> logger)
{
    /// <summary>Submits one maintenance run per target that has something to remove and none under way.</summary>
    public async Task TidyAsync(IReadOnlyCollection<OpenRun> openRuns, CancellationToken cancellationToken)
    {
        var targets = new SortedSet<string>(StringComparer.Ordinal);
        var open = openRuns.Select(run => run.RunId).ToHashSet(StringComparer.Ordinal);
        await foreach (var entry in resources.ListAllAsync(cancellationToken))
        {
            if (!targets.Contains(entry.Target) && !open.Contains(entry.RunId) && await sweep.HasEndedAsync(entry.RunId, cancellationToken))
            {
                targets.Add(entry.Target);
            }
        }

        targets.ExceptWith(openRuns.Where(run => run.Experiment == MaintenanceRun.Experiment).Select(run => run.Target));
        foreach (var target in targets)
        {
            LogFound(target);
            await submission.SubmitAsync(MaintenanceRun.SpecFor(target), OwnersWithoutKey.Janitor, null, "", cancellationToken);
        }
    }

    [LoggerMessage(Level = LogLevel.Warning, Message = "Ended runs left resources in target {Target}; a maintenance run will remove them")]
    private partial void LogFound(string target);
}
