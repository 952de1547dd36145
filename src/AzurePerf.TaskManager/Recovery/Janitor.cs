using AzurePerf.Core.Access;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Runs;

namespace AzurePerf.TaskManager.Recovery;

/// <summary>Finds what ended runs left in targets and submits maintenance runs that remove it: only workers can reach targets.</summary>
internal sealed partial class Janitor(
    Leadership.Leadership leadership, ResourceStore resources, RunSweep sweep, RunSubmission submission, ILogger<Janitor> logger)
{
    /// <summary>Once a day, where it looks every hour.</summary>
    private const int MostLooksLeftOut = 23;

    private readonly Dictionary<string, CleanUpTry> _tries = [];

    /// <summary>Submits one maintenance run per target that has something to remove and none under way. Where the last one removed nothing,
    /// it is tried again at the look after, the second, the fourth and so on: each try may start a worker.</summary>
    public async Task TidyAsync(IReadOnlyCollection<OpenRun> openRuns, CancellationToken cancellationToken)
    {
        var left = await FindLeftAsync(openRuns.Select(run => run.RunId).ToHashSet(StringComparer.Ordinal), cancellationToken);
        foreach (var target in openRuns.Where(run => run.Experiment == MaintenanceRun.Experiment).Select(run => run.Target))
        {
            left.Remove(target);
        }

        foreach (var (target, entries) in left)
        {
            var allIsStillThere = _tries.TryGetValue(target, out var last) && last.Left.SetEquals(entries);
            if (allIsStillThere && last!.LooksLeftOut > 0)
            {
                _tries[target] = last with { LooksLeftOut = last.LooksLeftOut - 1 };
                continue;
            }

            // Looking may have taken long. If another process leads by now, it submits the same run.
            if (!await leadership.TryLeadAsync(cancellationToken))
            {
                return;
            }

            LogFound(target);
            await submission.SubmitAsync(MaintenanceRun.SpecFor(target), OwnersWithoutKey.Janitor, null, "", cancellationToken);
            var pause = allIsStillThere ? Math.Min((2 * last!.Pause) + 1, MostLooksLeftOut) : 0;
            _tries[target] = new(entries, pause, pause);
        }
    }

    private async Task<SortedDictionary<string, HashSet<ResourceEntry>>> FindLeftAsync(
        HashSet<string> openRuns, CancellationToken cancellationToken)
    {
        var left = new SortedDictionary<string, HashSet<ResourceEntry>>(StringComparer.Ordinal);
        var (runId, hasEnded) = ("", false);
        await foreach (var (value, fault) in resources.ListAllAsync(cancellationToken))
        {
            if (value is not { } entry)
            {
                LogCorrupt(fault);
                continue;
            }

            if (entry.RunId != runId)
            {
                runId = entry.RunId;
                hasEnded = !openRuns.Contains(runId) && await sweep.HasEndedAsync(runId, cancellationToken);
            }

            if (hasEnded)
            {
                left.TryAdd(entry.Target, []);
                left[entry.Target].Add(entry);
            }
        }

        return left;
    }

    [LoggerMessage(Level = LogLevel.Warning, Message = "Ended runs left resources in target {Target}; a maintenance run will remove them")]
    private partial void LogFound(string target);

    [LoggerMessage(Level = LogLevel.Error, Message = "An entry of what runs made in targets makes no sense and is left out: {Fault}")]
    private partial void LogCorrupt(string fault);

    /// <summary>The last maintenance run for a target.</summary>
    /// <param name="Left">What it was to remove.</param>
    /// <param name="Pause">Looks that are left out after it when all of that is still there.</param>
    /// <param name="LooksLeftOut">How many of them are to come.</param>
    private sealed record CleanUpTry(HashSet<ResourceEntry> Left, int Pause, int LooksLeftOut);
}
