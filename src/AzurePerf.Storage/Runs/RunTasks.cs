using AzurePerf.Core.Api;
using AzurePerf.Core.Api.Engine;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage.Tasks;
using AzurePerf.Storage.Workers;

namespace AzurePerf.Storage.Runs;

/// <summary>
/// What people see of the tasks of a run; API and pages use the same answers. A list costs at most <see cref="MostRequests"/> requests,
/// however many tasks the stage has and whatever is asked for, and one more for each further 1,000 workers.
/// </summary>
public sealed class RunTasks(RunStore runs, TaskStore tasks, AttemptStore attempts, StageOrders orders, TaskLogStore logs,
    WorkerStore workers, ExperimentCatalogue experiments, TimeProvider time)
{
    /// <summary>Tasks on a page, where no number is asked for.</summary>
    public const int DefaultLimit = 50;

    /// <summary>Tasks on a page at most: those of a stage in several partitions are in three blocks.</summary>
    public const int LargestLimit = 200;

    /// <summary>Header, workers, rows, orders.</summary>
    public const int MostRequests = 1 + 1 + MostReads + MostOrders;

    private const int MostReads = 5;
    private const int MostOrders = 3;

    /// <summary>Rows that one request gives, where some of them are still to be left out.</summary>
    private const int RowsAtOnce = 1_000;

    private static readonly IReadOnlyDictionary<int, string> NoOrders = new Dictionary<int, string>();

    /// <summary>Tasks of a stage, a page of them.</summary>
    /// <param name="runId">The run.</param>
    /// <param name="query">Which tasks.</param>
    /// <param name="cancellationToken">Ends the requests.</param>
    /// <returns>The list, or why there is none; null for a run that does not exist.</returns>
    public async Task<TaskListing?> ListAsync(string runId, TaskListQuery query, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(query);
        if (await runs.FindWithStagesAsync(runId, cancellationToken) is not { } found)
        {
            return null;
        }

        var (run, stages) = (found.Run, found.Stages);
        string[] names = [.. stages.Select(stage => stage.Name)];
        var list = new TaskListResponse(runId, run.Status, null, names, []) { LookedAt = 1, ReadAt = time.GetUtcNow() };
        if (stages.Count == 0)
        {
            return new(list, "");
        }

        if (TaskListQuery.Choose(stages, query.Stage) is not { } stage)
        {
            return new(null, $"must be one of {string.Join(", ", names)}");
        }

        var scan = new TaskScan(stage.Shards, stage.Created, stage.Total)
        {
            IsFiltered = !query.Filter.IsEmpty,
            WantsUnwritten = query.Filter.AdmitsUnwritten(UnwrittenState(run, stage)),
        };
        var page = await ReadAsync(stage, scan, query, cancellationToken);
        var words = new TaskText(run, experiments.Find(run.Spec.Experiment), stage);
        var planned = words.NeedsOrder
            ? await OrdersAsync(stage, page.Tasks.Select(task => task.Number), cancellationToken)
            : NoOrders;
        var isRemoved = run.Status.IsTerminal() && page.Tasks.Count == 0 && stage.Created > 0 && query.From == TaskPlace.Start
            && await IsRemovedAsync(stage, cancellationToken);
        var isLast = isRemoved || scan.SliceAt(page.Place) is null;
        return new(list with
        {
            Stage = StageTasksResponse.Of(await CountAsync(run, stages, stage, cancellationToken)),
            Tasks =
            [
                .. page.Tasks.Select(task => task.Row is { } row
                    ? TaskResponse.Of(row, stage.Name, Subject(task, row.Order), list.ReadAt)
                    : TaskResponse.Unwritten(task.Number, stage.Name, Subject(task, null), UnwrittenState(run, stage))),
            ],
            NextPlace = isLast ? null : page.Place,
            LookedAt = isLast ? 1 : scan.ShareBefore(page.Place),
            Removed = isRemoved,
        }, "");

        string Subject(FoundTask task, TaskOrder? order) => words.Subject(task.Number, order, planned.GetValueOrDefault(task.Number, ""));
    }

    /// <summary>One task with all its executions.</summary>
    /// <param name="runId">The run.</param>
    /// <param name="stageName">Name of the stage.</param>
    /// <param name="number">From 1.</param>
    /// <param name="cancellationToken">Ends the requests.</param>
    /// <returns>The task, or why there is none; null for a run that does not exist.</returns>
    public async Task<TaskFinding?> FindAsync(string runId, string stageName, int number, CancellationToken cancellationToken)
    {
        if (await runs.FindWithStagesAsync(runId, cancellationToken) is not { } found)
        {
            return null;
        }

        var run = found.Run;
        if (TaskListQuery.Find(found.Stages, stageName) is not { } stage)
        {
            return new(null, $"this run has no stage {stageName}; it has {string.Join(", ", found.Stages.Select(other => other.Name))}");
        }

        if (number < 1 || number > stage.Total)
        {
            return new(null, stage.Total == 0
                ? $"the stage {stage.Name} has no tasks"
                : FormattableString.Invariant($"the stage {stage.Name} has tasks 1 to {stage.Total}, no {number}"));
        }

        var key = new TaskKey(runId, stage.Id, number - 1, TaskSharding.ShardOf(number - 1, stage.Shards));
        var row = number <= stage.Created ? await tasks.FindAsync(key, cancellationToken) : null;
        if (row is null && number <= stage.Created && run.Status.IsTerminal())
        {
            return new(null, TaskListQuery.Gone);
        }

        var words = new TaskText(run, experiments.Find(run.Spec.Experiment), stage);
        var planned = words.NeedsOrder ? await OrdersAsync(stage, [key.Number], cancellationToken) : NoOrders;
        var order = planned.GetValueOrDefault(key.Number, "");
        var now = time.GetUtcNow();
        var subject = words.Subject(key.Number, row?.Order, order);
        return new(new(
            runId, run.Status, stage.Name, stage.Total,
            row is null
                ? TaskResponse.Unwritten(key.Number, stage.Name, subject, UnwrittenState(run, stage))
                : TaskResponse.Of(row, stage.Name, subject, now),
            row is null ? [] : await AttemptsAsync(row, words.RunsProgram(order), now, cancellationToken))
        {
            Order = TaskDetailResponse.OrderOf(row, order),
            Result = row is null ? null : TaskDetailResponse.ResultOf(row),
        }, "");
    }

    private async Task<IReadOnlyList<TaskAttemptResponse>> AttemptsAsync(
        BenchmarkTask row, bool runsProgram, DateTimeOffset now, CancellationToken cancellationToken)
    {
        var ends = row.Attempt > 1 || row.FailureCause is not null ? await attempts.ListAsync(row.Key, cancellationToken) : [];
        var live = row.Status == BenchmarkTaskStatus.Running
            ? (await workers.ListWithCommandsAsync(null, cancellationToken)).Workers
                .SelectMany(worker => worker.Running).FirstOrDefault(running => running.IsOf(row))
            : null;
        TaskAttemptResponse[] all =
            [.. TaskAttempt.Of(row, ends).Select(one => TaskAttemptResponse.Of(one, one.IsRunning ? live : null, now))];
        return runsProgram
            ? await Task.WhenAll(all.Select(async one =>
                one with { Log = await logs.FindAsync(row.Key, one.Number, cancellationToken) ?? "" }))
            : all;
    }

    private async Task<(IReadOnlyList<FoundTask> Tasks, TaskPlace Place)> ReadAsync(
        StageState stage, TaskScan scan, TaskListQuery query, CancellationToken cancellationToken)
    {
        var (found, place, reads) = (new List<FoundTask>(), query.From, 0);
        while (found.Count < query.Limit && scan.SliceAt(place) is { } slice)
        {
            if (slice.Partition is null)
            {
                var last = Math.Min(slice.Before, slice.From + query.Limit - found.Count) - 1;
                found.AddRange(Enumerable.Range(slice.From, last - slice.From + 1).Select(number => new FoundTask(number, null)));
                place = scan.After(slice, last);
                continue;
            }

            string? continuation = null;
            do
            {
                if (reads++ == MostReads)
                {
                    return (found, place);
                }

                var wanted = query.Limit - found.Count;
                var batch = await tasks.ReadAsync(
                    stage.RunId, stage.Id, slice, query.Filter, query.Filter.Outcomes.Count > 0 ? RowsAtOnce : wanted, continuation,
                    cancellationToken);
                foreach (var task in batch.Tasks)
                {
                    place = scan.After(slice, task.Key.Number);
                    if (query.Filter.Admits(task))
                    {
                        found.Add(new(task.Key.Number, task));
                        if (found.Count == query.Limit)
                        {
                            return (found, place);
                        }
                    }
                }

                continuation = batch.Continuation;
            }
            while (continuation is not null);
            place = scan.After(slice);
        }

        return (found, place);
    }

    /// <summary>The orders of some tasks, as far as they are in few blocks, and are still there.</summary>
    private async Task<IReadOnlyDictionary<int, string>> OrdersAsync(
        StageState stage, IEnumerable<int> numbers, CancellationToken cancellationToken)
    {
        var blocks = numbers.GroupBy(number => number / TaskSharding.BlockTasks).Take(MostOrders).ToArray();
        var read = await Task.WhenAll(blocks.Select(block => OrdersOfAsync(stage, block.First(), cancellationToken)));
        return blocks.Zip(read)
            .SelectMany(
                pair => pair.First, (pair, number) => (number, order: pair.Second.ElementAtOrDefault(number % TaskSharding.BlockTasks)))
            .Where(one => one.order is not null)
            .ToDictionary(one => one.number, one => one.order!);
    }

    /// <summary>Orders are removed before the run is: its tasks are then told by their numbers.</summary>
    private async Task<IReadOnlyList<string>> OrdersOfAsync(StageState stage, int task, CancellationToken cancellationToken)
    {
        try
        {
            return await orders.ReadAsync(stage, task, cancellationToken);
        }
        catch (InvalidDataException)
        {
            return [];
        }
    }

    private async Task<StageResponse> CountAsync(
        RunState run, IReadOnlyList<StageState> stages, StageState stage, CancellationToken cancellationToken)
    {
        var isCounted = run.Status.IsTerminal() || stage.Closed || !stage.Open;
        var facts = new EngineFacts
        {
            Run = run,
            Stages = stages,
            Workers = isCounted ? [] : (await workers.ListWithCommandsAsync(null, cancellationToken)).Workers,
            Now = time.GetUtcNow(),
        };
        return EngineSummary.StagesOf(facts)[stages.ToList().IndexOf(stage)];
    }

    private async Task<bool> IsRemovedAsync(StageState stage, CancellationToken cancellationToken) =>
        (await tasks.ReadAsync(stage.RunId, stage.Id, new(0, 0, stage.Created), TaskFilter.None, 1, null, cancellationToken))
            .Tasks.Count == 0;

    /// <summary>What was never made of a stage that is closed, or of a run that has ended, was given up.</summary>
    private static TaskState UnwrittenState(RunState run, StageState stage) =>
        stage.Closed || run.Status.IsTerminal() ? TaskState.Cancelled : TaskState.Waiting;

    private sealed record FoundTask(int Number, BenchmarkTask? Row);
}

/// <summary>A list of tasks, or why there is none.</summary>
/// <param name="List">The list; null where the query is wrong.</param>
/// <param name="Fault">What is wrong with the name of the stage; empty for nothing.</param>
public sealed record TaskListing(TaskListResponse? List, string Fault);

/// <summary>A task, or why there is none.</summary>
/// <param name="Task">The task; null where there is none.</param>
/// <param name="Missing">Why; empty where there is one.</param>
public sealed record TaskFinding(TaskDetailResponse? Task, string Missing);
