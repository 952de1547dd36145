using AzurePerf.Core.Api;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Workers;
using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Workers;

namespace AzurePerf.Storage.Runs;

/// <summary>What people see of runs, assembled from the rows; the API and the pages use the same answers.</summary>
public sealed class RunReader(RunStore runs, PointStore points, EventStore events, WorkerStore workers, TimeProvider time)
{
    private const int MonthsBack = 24;

    /// <summary>The newest runs.</summary>
    public async Task<IReadOnlyList<RunListItem>> ListAsync(int limit, CancellationToken cancellationToken)
    {
        var items = new List<RunListItem>();
        var now = time.GetUtcNow();
        for (var back = 0; back < MonthsBack && items.Count < limit; back++)
        {
            await foreach (var entry in runs.ListMonthAsync(RunIndexKey.MonthOf(now.AddMonths(-back)), cancellationToken))
            {
                if (await RefreshAsync(entry, cancellationToken) is { } fresh)
                {
                    items.Add(fresh);
                }

                if (items.Count == limit)
                {
                    break;
                }
            }
        }

        return items;
    }

    /// <summary>One run, or null.</summary>
    public async Task<RunResponse?> FindAsync(string runId, CancellationToken cancellationToken)
    {
        if (await runs.FindWithStagesAsync(runId, cancellationToken) is not { } found)
        {
            return null;
        }

        var (run, stages) = found;
        var measure = stages.FirstOrDefault(stage => stage.Kind == StageKind.Measure);
        var activity = run.Status.IsTerminal() ? null : await ActivityAsync(runId, cancellationToken);
        return new(
            run.RunId, run.Status, run.Reason, run.Owner, run.Spec, run.SubmittedAt, run.StartedAt, run.EndedAt, run.Emulator,
            run.Points, await PublishedAsync(run, measure, cancellationToken), measure?.Failed ?? 0, [.. stages.Select(StageResponse.From)], activity);
    }

    /// <summary>The points of a run published so far, or null when there is no such run.</summary>
    public async Task<PointListResponse?> PointsAsync(string runId, CancellationToken cancellationToken)
    {
        // The header is read first: points read after it are at least what its status promises.
        if (await runs.FindAsync(runId, cancellationToken) is not { } run)
        {
            return null;
        }

        var published = await points.ListAsync(runId, cancellationToken).ToArrayAsync(cancellationToken);
        return new(runId, run.Status, published, DerivedRatios.Derive(run.Spec.Experiment, published));
    }

    /// <summary>What happened to a run; empty for a run that does not exist.</summary>
    public async Task<IReadOnlyList<RunEvent>> EventsAsync(string runId, CancellationToken cancellationToken) =>
        await events.ListAsync(runId, 0, cancellationToken).ToArrayAsync(cancellationToken);

    /// <summary>The cancelled tasks of a run that was stopped are terminal too, but have no result.</summary>
    private async ValueTask<int> PublishedAsync(RunState run, StageState? measure, CancellationToken cancellationToken) =>
        measure is null ? 0
        : measure.Closed && run.Status != RunStatus.Completed ? await points.ListAsync(run.RunId, cancellationToken).CountAsync(cancellationToken)
        : measure.Finished;

    /// <summary>An index entry of an open run may be old, and one without header or of another submission is none.</summary>
    private async Task<RunListItem?> RefreshAsync(RunIndexEntry entry, CancellationToken cancellationToken)
    {
        if (entry.Item is { } item && item.Status.IsTerminal())
        {
            return item;
        }

        try
        {
            return await runs.FindAsync(entry.RunId, cancellationToken) is { } run && run.IndexKey == entry.Key ? ItemOf(run) : null;
        }
        catch (CorruptRowException nonsense)
        {
            // The TaskManager is about to end it as failed; one such run must not hide all others.
            return entry.Item is { } stale ? stale with { Reason = nonsense.Message } : null;
        }
    }

    private static RunListItem ItemOf(RunState run) => new(
        run.RunId, run.Status, run.Reason, run.Spec.Experiment, run.Spec.Name, run.Spec.Target, run.Spec.Scale, run.Owner,
        run.SubmittedAt, run.EndedAt, run.Spec.Tags);

    private async Task<ActivityResponse?> ActivityAsync(string runId, CancellationToken cancellationToken)
    {
        await foreach (var worker in workers.ListAsync(WorkerPool.Measure, cancellationToken: cancellationToken))
        {
            if (worker.Running is { } running && running.RunId == runId)
            {
                var stage = (StageKind)running.Stage;
                return new(
                    worker.WorkerId,
                    stage.ToString().ToLowerInvariant(),
                    stage == StageKind.Measure ? running.Task + 1 : null,
                    running.Phase,
                    running.OperationsDone,
                    running.OperationsPlanned);
            }
        }

        return null;
    }
}
