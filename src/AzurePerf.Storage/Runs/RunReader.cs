using AzurePerf.Core.Api;
using AzurePerf.Core.Api.Engine;
using AzurePerf.Core.Charts.Curves;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Trends;
using AzurePerf.Core.Workers;

namespace AzurePerf.Storage.Runs;

/// <summary>What people see of runs, assembled from the rows; the API and the pages use the same answers.</summary>
public sealed class RunReader(RunStore runs, PointStore points, EventStore events, EngineReader engine, RunDigests digests,
    ExperimentCatalogue experiments, TimeProvider time, CarriedCurves? carried = null)
{
    /// <summary>For how long after a look somebody counts as watching.</summary>
    public static readonly TimeSpan WatchTime = TimeSpan.FromSeconds(30);

    /// <summary>How long before the end of that time the next look says so again.</summary>
    private static readonly TimeSpan WatchRest = TimeSpan.FromSeconds(20);

    /// <summary>The newest runs.</summary>
    public async Task<IReadOnlyList<RunListItem>> ListAsync(int limit, CancellationToken cancellationToken) =>
        (await new RunSearch(runs, time).FindAsync(RunFilter.None, limit, null, cancellationToken)).Runs;

    /// <summary>One run, or null.</summary>
    public async Task<RunResponse?> FindAsync(string runId, CancellationToken cancellationToken) =>
        await runs.FindWithStagesAsync(runId, cancellationToken) is { } found ? await DescribeAsync(found, cancellationToken) : null;

    /// <summary>
    /// One run, or null, for somebody who watches it: while it is open that is noted, so that its workers report every two seconds. Whoever
    /// looks more often than every ten seconds notes it no more often than that, other processes that serve the same run included. A note
    /// of a process whose clock was ahead is made anew: who reads it forgets it as soon as any other.
    /// </summary>
    public async Task<RunResponse?> WatchAsync(string runId, CancellationToken cancellationToken)
    {
        if (await runs.FindWithStagesAsync(runId, cancellationToken) is not { } found)
        {
            return null;
        }

        var now = time.GetUtcNow();
        if (!found.Run.Status.IsTerminal() && (found.WatchedUntil is not { } until || until - now <= WatchRest || until - now > WatchTime))
        {
            await runs.StampWatchedAsync(runId, now + WatchTime, cancellationToken);
        }

        return await DescribeAsync(found, cancellationToken);
    }

    /// <summary>The points of a run published so far, or null when there is no such run.</summary>
    public async Task<PointListResponse?> PointsAsync(string runId, CancellationToken cancellationToken) =>
        (await ResultsAsync(runId, cancellationToken))?.ToPoints();

    /// <summary>What a run measured so far, or null when there is no such run: of an ended one from its digest, else from its points'
    /// rows.</summary>
    public async Task<RunResults?> ResultsAsync(string runId, CancellationToken cancellationToken)
    {
        // The header is read first: points read after it are at least what its status promises.
        if (await runs.FindAsync(runId, cancellationToken) is not { } run)
        {
            return null;
        }

        return run.Status.IsTerminal() && await digests.FindAsync(runId, cancellationToken) is { } digest && digest.IsOf(run)
            ? Of(run, digest.Points, digest.Curves)
            : Of(run, await points.ListAsync(runId, cancellationToken).ToArrayAsync(cancellationToken),
                run.Sample && carried is not null ? carried.Of(runId) : []);
    }

    /// <summary>
    /// The same for a run that has probably ended, in one request where it has a digest. That is written an instant before the header says
    /// that the run has ended, and after the last point.
    /// </summary>
    public async Task<RunResults?> EndedResultsAsync(string runId, CancellationToken cancellationToken) =>
        await DigestedResultsAsync(runId, cancellationToken) ?? await ResultsAsync(runId, cancellationToken);

    /// <summary>The same in that one request, or null for a run without digest.</summary>
    public async Task<RunResults?> DigestedResultsAsync(string runId, CancellationToken cancellationToken) =>
        await digests.FindAsync(runId, cancellationToken) is { } digest ? Of(digest.Run, digest.Points, digest.Curves) : null;

    private RunResults Of(RunState run, IReadOnlyList<PointRecord> points, IReadOnlyList<LevelCurves> curves) =>
        new(experiments.Find(run.Spec.Experiment), run, points, curves);

    /// <summary>What happened to a run; empty for a run that does not exist.</summary>
    public async Task<IReadOnlyList<RunEvent>> EventsAsync(string runId, CancellationToken cancellationToken) =>
        await EventsAsync(runId, 0, int.MaxValue, cancellationToken);

    /// <summary>The first events of a run after a sequence number.</summary>
    public async Task<IReadOnlyList<RunEvent>> EventsAsync(string runId, int after, int limit, CancellationToken cancellationToken) =>
        await events.ListAsync(runId, after, cancellationToken).Take(limit).ToArrayAsync(cancellationToken);

    /// <summary>The cancelled tasks of a run that was stopped are terminal too, but have no result. Points that a stage was folded into are
    /// counted when they are published.</summary>
    private static int PublishedOf(RunState run, StageState? measure) =>
        measure is null ? run.Points : (measure.Finished - measure.Cancelled) / run.Spec.Workers;

    private async Task<RunResponse> DescribeAsync(RunWithStages found, CancellationToken cancellationToken)
    {
        var (run, stages) = (found.Run, found.Stages);
        var measure = stages.FirstOrDefault(stage => stage.Kind == StageKind.Measure);
        var facts = await engine.ReadAsync(run, stages, cancellationToken);
        return new(
            run.RunId, run.Status, run.Reason, run.Owner, run.Spec, run.SubmittedAt, run.StartedAt, run.EndedAt, run.Emulator,
            run.Points, PublishedOf(run, measure), (measure?.Failed ?? 0) / run.Spec.Workers, EngineSummary.StagesOf(facts),
            ActivityOf(facts), run.Schedule)
        {
            PlanHash = run.PlanHash,
            Wait = run.Wait,
            LetsOthersGoFirst = run.Aside,
            Tags = run.Tags,
            Notes = found.Notes.All,
            Origin = run.Origin,
            PointsMissed = (measure?.Missed ?? 0) / run.Spec.Workers,
            Headline = run.Headline,
            HeadlineMissing = MissingHeadline.Text(run.Headline, run.HeadlineMissing, run.Status),
            Criteria = run.Criteria,
            Sample = run.Sample,
            HasInjectedFaults = run.HasInjectedFaults || EngineSummary.HasInjectedFaults(facts),
            Makespan = MakespanResponse.Of(stages),
            Engine = EngineSummary.Of(facts),
        };
    }

    private static ActivityResponse? ActivityOf(EngineFacts facts)
    {
        var mine = facts.Workers.SelectMany(worker => worker.Running).Where(task => task.RunId == facts.Run.RunId).ToArray();
        foreach (var worker in facts.Workers.Where(worker => worker.Pool == WorkerPool.Measure))
        {
            if (worker.Running.FirstOrDefault(task => task.RunId == facts.Run.RunId) is { } running)
            {
                var stage = new StageId(running.Stage);
                return new(
                    worker.WorkerId,
                    EngineSummary.NameOf(facts, stage),
                    stage.Kind == StageKind.Measure ? (running.Task / facts.Run.Spec.Workers) + 1 : null,
                    running.Phase,
                    running.OperationsDone,
                    running.OperationsPlanned)
                {
                    OperationsPerSecond = RateOf(mine),
                    Workers = facts.Workers.Count(other => other.Running.Any(task => task.RunId == facts.Run.RunId)),
                };
            }
        }

        return null;
    }

    private static double? RateOf(IEnumerable<RunningTask> tasks)
    {
        var measuring = tasks.Where(task => task is { MeasuredSeconds: > 0, OperationsDone: > 0 }).ToArray();
        return measuring.Length == 0 ? null : measuring.Sum(task => task.OperationsDone / task.MeasuredSeconds);
    }
}

/// <summary>Curves of runs that were measured elsewhere, by their ids: a host that carries such runs carries these too, because it may
/// write no digest.</summary>
public sealed record CarriedCurves(IReadOnlyDictionary<string, IReadOnlyList<LevelCurves>> ByRun)
{
    /// <summary>Of a run; empty when it is none of these.</summary>
    public IReadOnlyList<LevelCurves> Of(string runId) => ByRun.TryGetValue(runId, out var curves) ? curves : [];
}

/// <summary>A run's header and its stages, as one read found them.</summary>
/// <param name="Run">The header.</param>
/// <param name="Stages">In order; empty before the run is planned.</param>
/// <param name="WatchedUntil">Until when somebody watches the run, by the clock of Web; null when nobody ever did.</param>
public sealed record RunWithStages(RunState Run, IReadOnlyList<StageState> Stages, DateTimeOffset? WatchedUntil = null)
{
    /// <summary>What was added after its submission.</summary>
    public RunNotes Notes { get; init; } = RunNotes.None;

    /// <summary>Of the row that counts the changes of that; null when there is none.</summary>
    public string? NotesETag { get; init; }
}
