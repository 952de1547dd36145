using AzurePerf.Core.Runs;
using AzurePerf.Core.Trends;
using AzurePerf.Storage.Runs;
using AzurePerf.Storage.Trends;

namespace AzurePerf.TaskManager.Dispatch;

/// <summary>Sums up what a run measured when it ends, so that lists, trends and pages need not read its points.</summary>
internal sealed class EndFigures(PointStore points, TrendStore trends, RunDigests digests)
{
    /// <summary>Writes the run's row in the trends and its digest, before its header says that it has ended, and gives the header back with its headline.</summary>
    /// <param name="ended">The header as it is to be stored.</param>
    /// <param name="cancellationToken">Ends the requests.</param>
    public async Task<RunState> AddAsync(RunState ended, CancellationToken cancellationToken)
    {
        PointRecord[] measured = ended.Points == 0 ? [] : await points.ListAsync(ended.RunId, cancellationToken).ToArrayAsync(cancellationToken);
        if (ended.Points > 0)
        {
            await trends.PutAsync(TrendRun.Of(ended, measured), cancellationToken);
            ended = ended with { Headline = RunFigures.Of(ended.Spec, measured)?.Headline };
        }

        await digests.WriteAsync(ended, measured, cancellationToken);
        return ended;
    }
}
