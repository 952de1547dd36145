using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;

namespace AzurePerf.Core.Api.Engine;

/// <summary>How the tasks of one stage stand.</summary>
internal static class StageSummary
{
    public static StageResponse Of(EngineFacts facts, StageState stage)
    {
        var counted = Counted(facts, stage);
        var running = Running(facts, stage).Select(ShareOf).OrderDescending().Take(counted.Running);
        return counted with
        {
            Progress = stage.Closed || (stage.IsPlanned && counted.Tasks == 0) ? 1
                : counted.Tasks == 0 ? 0 : Math.Min(1, (counted.Finished + running.Sum()) / counted.Tasks),
            SecondsLeft = counted.Status == StageStatus.Open ? LeftOf(facts, stage, counted)?.TotalSeconds : null,
        };
    }

    private static StageResponse Counted(EngineFacts facts, StageState stage)
    {
        var ends = facts.Ends.Where(end => end.Stage == stage.Id).ToArray();
        var counted = new StageResponse
        {
            Name = stage.Name,
            Kind = stage.Kind,
            Status = stage.Closed ? StageStatus.Closed : stage.Open ? StageStatus.Open : StageStatus.Waiting,
            Planned = stage.IsPlanned,
            ExpectedSeconds = stage.Expected?.TotalSeconds,
            Pool = WorkerPool.Of(stage.Kind),
            Tasks = stage.Total,
            Failed = stage.Failed,
            Missed = stage.Missed,
            Done = stage.Finished - stage.Failed - stage.Missed - stage.Cancelled,
            OpenedAt = stage.OpenedAt,
            ClosedAt = stage.ClosedAt,
        };
        return stage switch
        {
            { Closed: true } => Closed(facts, stage, counted, ends),
            _ when facts.Run.Status.IsTerminal() =>
                WithEnds(counted with { Cancelled = stage.Total - stage.Finished + stage.Cancelled }, Count(ends),
                    RepeatedIn(facts, stage, ends)),
            { Open: false } => counted with { Waiting = stage.Total, WaitsFor = Waits((WaitCause.EarlierStage, stage.Total)) },
            { Kind: StageKind.Bag } => OpenBag(facts, stage, counted, ends),
            _ => Open(facts, stage, counted, ends),
        };
    }

    /// <summary>Ends by cause.</summary>
    public static IReadOnlyDictionary<FailureCause, int> Count(IEnumerable<AbnormalEnd> ends) =>
        new SortedDictionary<FailureCause, int>(ends.GroupBy(end => end.Cause).ToDictionary(same => same.Key, same => same.Count()));

    /// <summary>What was never made of a stage that is closed was given up.</summary>
    private static StageResponse Closed(
        EngineFacts facts, StageState stage, StageResponse counted, IReadOnlyList<AbnormalEnd> ends)
    {
        var cancelled = stage.Total - counted.Done - stage.Failed - stage.Missed;
        var closed = counted with
        {
            Cancelled = cancelled,
            RequestsPerTask = cancelled == 0 && stage is { Requests: > 0, Finished: > 0 } ? stage.Requests / (double)stage.Finished : null,
        };
        return stage.Kind == StageKind.Bag
            ? WithEnds(closed, stage.Ends, stage.Repeated)
            : WithEnds(closed, Count(ends), RepeatedIn(facts, stage, ends));
    }

    private static StageResponse Open(
        EngineFacts facts, StageState stage, StageResponse counted, IReadOnlyList<AbnormalEnd> ends)
    {
        var handedOut = stage.Dispatched - stage.Finished;
        var running = Math.Min(Running(facts, stage).Count(), handedOut);
        var due = SeriesPlan.DueOf(facts.Run, stage);
        var later = due > facts.Now ? WaitCause.Due : WaitCause.Turn;
        return WithEnds(
            counted with
            {
                Running = running,
                Cancelled = stage.Cancelled,
                NextDueAt = later == WaitCause.Due && handedOut == 0 ? due : null,
                Waiting = stage.Total - stage.Finished - running,
                WaitsFor = Waits((WaitCause.Worker, handedOut - running), (later, stage.Total - stage.Dispatched)),
            },
            Count(ends),
            RepeatedIn(facts, stage, ends));
    }

    /// <summary>
    /// All of it is about. What workers counted is lost with a worker, and counted again where a task was repeated; messages say little,
    /// because several tasks may share one.
    /// </summary>
    private static StageResponse OpenBag(
        EngineFacts facts, StageState stage, StageResponse counted, IReadOnlyList<AbnormalEnd> ends)
    {
        var tallies = facts.Heard.SelectMany(worker => worker.Tallies)
            .Where(tally => tally.RunId == stage.RunId && tally.Stage == stage.Id.Number).ToArray();
        var (done, dead) = (tallies.Sum(tally => tally.Done), tallies.Sum(tally => tally.Dead));
        var reused = tallies.Sum(tally => tally.Reused);
        var ended = Math.Min(done + reused + dead, stage.Created);
        var running = Math.Min(Running(facts, stage).Count(), stage.Created - ended);
        var failed = Math.Min(dead, ended);
        var isOnRecord = stage.Shards == 1;
        var causes = isOnRecord ? Count(ends) : Sum(tallies.Select(tally => tally.Ends));
        return WithEnds(
            counted with
            {
                About = true,
                Running = running,
                Done = ended - failed,
                Failed = failed,
                Waiting = stage.Total - ended - running,
                WaitsFor = Waits((WaitCause.Worker, stage.Created - ended - running), (WaitCause.Turn, stage.Total - stage.Created)),
                MeanSeconds = done > 0 ? tallies.Sum(tally => tally.Seconds) / done : null,
            },
            causes,
            isOnRecord ? RepeatedIn(facts, stage, ends) : Math.Max(causes.Values.Sum() - failed, 0));
    }

    private static StageResponse WithEnds(StageResponse stage, IReadOnlyDictionary<FailureCause, int> ends, long repeated) =>
        stage with
        {
            Ends = ends,
            Timeouts = new SortedDictionary<FailureCause, int>(
            ends.Where(end => FailureTaxonomy.ClassOf(end.Key) == FailureClass.TimedOut).ToDictionary()),
            Repeated = repeated,
        };

    private static long RepeatedIn(EngineFacts facts, StageState stage, IReadOnlyList<AbnormalEnd> ends) =>
        Repetitions.Count(ends, end => stage.Kind == StageKind.Measure ? EngineSummary.PointOf(facts.Run, end)!.Value : end.Task);

    private static IEnumerable<RunningTask> Running(EngineFacts facts, StageState stage) => facts.Heard
        .SelectMany(worker => worker.Running).Where(task => task.RunId == stage.RunId && task.Stage == stage.Id.Number);

    /// <summary>How far an execution is: as its work says, or by the operations that it has measured.</summary>
    private static double ShareOf(RunningTask task) => task.Share
        ?? (task is { Phase: "measuring", OperationsPlanned: > 0 } ? Math.Min(1, task.OperationsDone / (double)task.OperationsPlanned) : 0);

    /// <summary>Of a bag as long as its tasks take on average, or are expected to, in all slots that there are; unknown while it waits for
    /// a worker that runs programs.</summary>
    private static TimeSpan? LeftOf(EngineFacts facts, StageState stage, StageResponse counted)
    {
        if (stage.Kind != StageKind.Bag)
        {
            return RunPace.LeftOf(facts.Run, stage, facts.Now);
        }

        if (ProgramShortage.Words(facts).Length > 0)
        {
            return null;
        }

        var slots = facts.Heard.Where(worker => worker.Pool == WorkerPool.Bag).Sum(worker => worker.Slots);
        return stage.IsPlanned && slots > 0 && (counted.MeanSeconds ?? counted.ExpectedSeconds) is { } seconds
            ? TimeSpan.FromSeconds((counted.Waiting + counted.Running) * seconds / slots)
            : null;
    }

    private static SortedDictionary<FailureCause, int> Sum(IEnumerable<IReadOnlyDictionary<FailureCause, int>> parts) =>
        new(parts.SelectMany(part => part).GroupBy(end => end.Key).ToDictionary(same => same.Key, same => same.Sum(end => end.Value)));

    private static SortedDictionary<WaitCause, int> Waits(params (WaitCause Cause, int Count)[] waits) =>
        new(waits.Where(wait => wait.Count > 0).ToDictionary(wait => wait.Cause, wait => wait.Count));
}
