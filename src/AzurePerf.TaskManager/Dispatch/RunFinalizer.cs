using System.Runtime.CompilerServices;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Criteria;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Trends;
using AzurePerf.Storage.Baselines;
using AzurePerf.Storage.Runs;
using AzurePerf.Storage.Trends;

namespace AzurePerf.TaskManager.Dispatch;

/// <summary>Sums up what a run measured when it ends, so that lists, trends and pages need not read its points.</summary>
internal sealed partial class RunFinalizer(
    ExperimentCatalogue experiments, PointStore points, TrendStore trends, RunDigests digests, BaselineStandings standings,
    EndedHeaders headers, ExclusivityKeys keys, TimeProvider time, ILogger<RunFinalizer> logger)
{
    /// <summary>
    /// Keys and digest before the header: once that is terminal nobody looks after them any more. Nobody waits for the keys while the
    /// digest is written.
    /// </summary>
    public async Task FinishAsync(
        RunSnapshot snapshot, RunAction.Finish finish, RunRuntimeState runtime, CancellationToken cancellationToken)
    {
        var run = snapshot.Run;
        await keys.ReleaseAsync(run, cancellationToken);
        var ending = run with
        {
            Status = finish.Status,
            Reason = finish.Reason,
            Wait = null,
            EndedAt = time.GetUtcNow(),

            // In place of the estimate, from what its stages say: written again it is the same.
            Use = RunUse.Of(snapshot.Stages),
        };

        // Begun anew when the header was changed meanwhile: trend and digest are of the header that says that the run has ended.
        if (await runtime.LongStep.ContinueAsync("figures " + run.ETag, () => AddAsync(ending, cancellationToken), time) is { } ended
            && await headers.TryWriteAsync(ended, cancellationToken) is not null)
        {
            LogFinished(run.RunId, ended.Status, ended.Reason);
        }
    }

    /// <summary>
    /// Writes the run's row in the trends and its digest, before its header says that it has ended, and gives the header back, as the last
    /// item, with its headline, what its criteria came to and, where no operation of a point succeeded, the end that follows from that.
    /// Pauses after every few requests.
    /// </summary>
    /// <param name="ended">The header as it is to be stored.</param>
    /// <param name="cancellationToken">Ends the requests.</param>
    private async IAsyncEnumerable<RunState?> AddAsync(RunState ended, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var experiment = experiments.Find(ended.Spec.Experiment);
        PointRecord[] measured = ended.Points == 0
            ? []
            : await points.ListAsync(ended.RunId, cancellationToken).ToArrayAsync(cancellationToken);
        yield return null;
        if (ended.Points > 0)
        {
            var (status, reason) = RunSuccess.Judge(ended.Status, ended.Reason, measured);
            ended = ended with { Status = status, Reason = reason };
            await trends.PutAsync(TrendRun.Of(experiment, ended, measured), cancellationToken);
            yield return null;
            ended = ended with { Headline = RunMedians.Of(experiment, ended.Spec, measured)?.Headline };
        }

        ended = ended with
        {
            HeadlineMissing = ended.Headline is null ? MissingHeadline.Of(experiment, ended.Spec, measured) : "",
            Criteria = CriteriaJudge.Of(new MeasuredRun(experiment, ended.Spec, measured), ended.Status)?.Verdict,
        };

        await foreach (var digest in digests.MakeAsync(ended, measured, cancellationToken))
        {
            yield return null;
            if (digest is not null)
            {
                await digests.PutAsync(digest, cancellationToken);
            }
        }

        if (experiment is not null && measured.Length > 0)
        {
            await standings.AddAsync(ended, new(experiment, ended.Spec, measured), cancellationToken);
        }

        yield return ended;
    }

    [LoggerMessage(Level = LogLevel.Information, Message = "Run {RunId} ended: {Status} {Reason}")]
    private partial void LogFinished(string runId, RunStatus status, string reason);
}
