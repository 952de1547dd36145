using System.Globalization;
using AzurePerf.Core.Executions;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage;
using AzurePerf.Storage.Executions;
using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Runs;
using AzurePerf.Storage.Tasks;

namespace AzurePerf.Testing.Runs;

/// <summary>Fills a control plane with the rows that runs of one bag leave, written by the stores that the engine writes them with.</summary>
/// <param name="rows">Get them.</param>
/// <param name="spec">Of every run.</param>
/// <param name="tasks">Of every bag; as many task rows, where the run still has them.</param>
/// <param name="time">By which runs are young or old.</param>
public sealed class EndedRuns(IRowStore rows, RunSpec spec, int tasks, TimeProvider time)
{
    private const string Worker = "worker-of-long-ago";
    private static readonly RetentionClock Retention = new(TimeSpan.FromDays(7), TimeSpan.FromDays(90));
    private static readonly TimeSpan Duration = TimeSpan.FromMinutes(10);

    private readonly RunStore _runs = new(rows);
    private readonly TaskStore _tasks = new(rows);
    private readonly AttemptStore _attempts = new(rows);
    private readonly EventStore _events = new(rows, time);
    private readonly ExecutionStatisticsBuffer _executions = new();

    /// <summary>Runs that were added.</summary>
    public int Runs { get; private set; }

    /// <summary>Rows of runs that the index leads to, of their tasks and of what is kept of them; those of statistics are not among them.</summary>
    public int Rows { get; private set; }

    /// <summary>Adds a run that has ended and has lost what is due to go.</summary>
    public async Task AddAsync(DateTimeOffset endedAt, CancellationToken cancellationToken)
    {
        var runId = IdText.Hash(spec.Experiment, (++Runs).ToString(CultureInfo.InvariantCulture));
        var submittedAt = endedAt - Duration;
        var stage = new StageState
        {
            RunId = runId,
            Id = StageId.Bag(0),
            Total = tasks,
            Created = tasks,
            Dispatched = tasks,
            Finished = tasks,
            Closed = true,
            OpenedAt = submittedAt,
            ClosedAt = endedAt,
        };
        var run = new RunState
        {
            RunId = runId,
            Spec = spec,
            Owner = "tester",
            BodyHash = "",
            IndexKey = RunIndexKey.For(runId, submittedAt),
            Status = RunStatus.Completed,
            SubmittedAt = submittedAt,
            StartedAt = submittedAt,
            EndedAt = endedAt,
        };
        var kept = Retention.DueAt(endedAt, time.GetUtcNow());
        await _runs.PutIndexAsync(run, cancellationToken, kept);
        await _runs.TryAddAsync(run, cancellationToken);
        await _runs.PutStageAsync(stage, cancellationToken);
        await _events.PutAsync(runId, new(1, endedAt, "ended: completed"), cancellationToken);
        Rows += 4;
        if (kept == RunRetention.Everything)
        {
            await AddTasksAsync(run, stage, cancellationToken);
        }

        if (kept != RunRetention.PointsOnly)
        {
            await _attempts.AddAsync(TaskOf(run, stage, 0), FailureCause.WorkerLost, "its worker died", cancellationToken);
            Rows++;
        }

        if (time.GetUtcNow() - endedAt < TimeSpan.FromDays(ExecutionStatisticsStore.KeptDays))
        {
            _executions.Add(TaskClass.For(spec.Experiment, stage.Name, []), endedAt, ExecutionStatistics.OfSuccess(Duration / 2));
        }
    }

    /// <summary>Writes how their executions ended, by class and hour.</summary>
    public Task AddStatisticsAsync(CancellationToken cancellationToken) =>
        new ExecutionStatisticsStore(rows, time).AddAsync(_executions.Drain(), "filled", cancellationToken);

    private async Task AddTasksAsync(RunState run, StageState stage, CancellationToken cancellationToken)
    {
        foreach (var block in Enumerable.Range(0, tasks).Select(number => TaskOf(run, stage, number)).Chunk(TaskSharding.BlockTasks))
        {
            await _tasks.TryAddAsync(block, cancellationToken);
            Rows += block.Length;
        }
    }

    private static BenchmarkTask TaskOf(RunState run, StageState stage, int number) => new()
    {
        Key = new(run.RunId, stage.Id, number, TaskSharding.ShardOf(number, stage.Shards)),
        Order = new(),
        Status = BenchmarkTaskStatus.Done,
        Owner = Worker,
        Sku = BenchmarkTask.LocalSku,
        Nonce = "n",
        ReadyAt = run.SubmittedAt,
        ClaimedAt = run.SubmittedAt,
        EndedAt = run.EndedAt,
        Result = "{}",
    };
}
