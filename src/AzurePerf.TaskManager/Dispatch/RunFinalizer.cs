using System.Runtime.CompilerServices;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Trends;
using AzurePerf.Storage.Runs;
using AzurePerf.Storage.Trends;

namespace AzurePerf.TaskManager.Dispatch;

/// <summary>Sums up what a run measured when it ends, so that lists, trends and pages need not read its points.</summary>
internal sealed class RunFinalizer(PointStore points, TrendStore trends, RunDigests digests)
{
    /// <summary>
    /// Writes the run's row in the trends and its digest, before its header says that it has ended, and gives the header back, as the last item, with its headline and, where no
    /// operation of a point succeeded, the end that follows from that. Pauses after every few requests.
    /// </summary>
    /// <param name="ended">The header as it is to be stored.</param>
    /// <param name="cancellationToken">Ends the requests.</param>
    public async IAsyncEnumerable<RunState?> AddAsync(RunState ended, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        PointRecord[] measured = ended.Points == 0 ? [] : await points.ListAsync(ended.RunId, cancellationToken).ToArrayAsync(cancellationToken);
        yield return null;
        if (ended.Points > 0)
        {
            var (status, reason) = RunSuccess.Judge(ended.Status, ended.Reason, measured);
            ended = ended with { Status = status, Reason = reason };
            await trends.PutAsync(TrendRun.Of(ended, measured), cancellationToken);
            yield return null;
            ended = ended with { Headline = RunFigures.Of(ended.Spec, measured)?.Headline };
        }

        ended = ended with { HeadlineMissing = ended.Headline is null ? MissingHeadline.Of(ended.Spec, measured) : "" };

        await foreach (var digest in digests.MakeAsync(ended, measured, cancellationToken))
        {
            yield return null;
            if (digest is not null)
            {
                await digests.PutAsync(digest, cancellationToken);
            }
        }

        yield return ended;
    }
}
