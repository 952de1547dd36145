using System.Text;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Storage;
using AzurePerf.Storage.Runs;
using AzurePerf.Storage.Tasks;
using AzurePerf.Storage.Workers;

namespace AzurePerf.Testing.Runs;

/// <summary>A run whose stages have rows of tasks, records of attempts and blobs of orders, as the TaskManager and the workers leave them.</summary>
public sealed class SeededTasks
{
    private readonly ControlPlane _control;
    private readonly List<StageState> _stages = [];

    private SeededTasks(ControlPlane control, RunState run) => (_control, Run) = (control, run);

    public RunState Run { get; private set; }

    public string Id => Run.RunId;

    /// <summary>When it was submitted.</summary>
    public DateTimeOffset Then => Run.SubmittedAt;

    /// <summary>A run of a request, without stages.</summary>
    /// <param name="control">Gets it.</param>
    /// <param name="now">Ten minutes after its submission.</param>
    /// <param name="body">The request, as JSON.</param>
    /// <param name="status">Of the run.</param>
    public static async Task<SeededTasks> AddAsync(ControlPlane control, DateTimeOffset now, string body, RunStatus status = RunStatus.Running)
    {
        var spec = new RunSpecReader(Shipped.Experiments, Shipped.Targets("default"), new SeededIdSource(7)).Read(Encoding.UTF8.GetBytes(body)).Spec
            ?? throw new ArgumentException("it is no request for a run", nameof(body));
        var id = new RandomIdSource().NewId();
        var then = now.AddMinutes(-10);
        var run = new RunState
        {
            RunId = id,
            Spec = spec with { Order = PointOrder.Listed },
            Owner = "local",
            BodyHash = IdText.Hash(body),
            IndexKey = RunIndexKey.For(id, then),
            Status = status,
            SubmittedAt = then,
            StartedAt = then.AddSeconds(1),
            EndedAt = status.IsTerminal() ? then.AddMinutes(9) : null,
        };
        var runs = new RunStore(control.Rows);
        await runs.PutIndexAsync(run, CancellationToken.None);
        await runs.TryAddAsync(run, CancellationToken.None);
        return new(control, (await runs.FindAsync(id, CancellationToken.None))!);
    }

    /// <summary>Adds a stage with the rows of its tasks.</summary>
    /// <param name="stage">Its id, name, total, and what else is known of it.</param>
    /// <param name="rowOf">Makes the row of a task from a Ready one; null for no row, as if it had been removed.</param>
    /// <param name="orders">Orders of tasks that were planned late; null for none.</param>
    public async Task<StageState> AddStageAsync(StageState stage, Func<BenchmarkTask, BenchmarkTask?> rowOf, Func<int, string>? orders = null)
    {
        var planned = stage with { RunId = Id, PlanId = orders is null ? "" : "aaaaaaaaaaaaaaaaaaaa" };
        if (orders is not null)
        {
            foreach (var block in Enumerable.Range(0, planned.Total).Chunk(TaskSharding.BlockTasks))
            {
                await new StageOrders(_control.Results).PutAsync(
                    planned, planned.PlanId, block[0] / TaskSharding.BlockTasks, [.. block.Select(orders)], CancellationToken.None);
            }
        }

        foreach (var block in Enumerable.Range(0, planned.Created).Chunk(TaskSharding.BlockTasks))
        {
            BenchmarkTask[] rows = [.. block.Select(number => rowOf(Ready(planned, number))).OfType<BenchmarkTask>()];
            if (rows.Length > 0)
            {
                await new TaskStore(_control.Rows).TryAddAsync(rows, CancellationToken.None);
            }
        }

        _stages.Add(planned);
        await new RunStore(_control.Rows).PutStageAsync(planned, CancellationToken.None);
        return planned;
    }

    /// <summary>Keeps an attempt on record that ended without a result.</summary>
    public Task RecordAsync(BenchmarkTask task, int attempt, FailureCause cause, string error, string worker = "worker-b") =>
        new AttemptStore(_control.Rows).AddAsync(
            task with { Attempt = attempt, Owner = worker, Sku = "D4", ClaimedAt = Then.AddMinutes(1), EndedAt = Then.AddMinutes(1).AddSeconds(41) },
            cause, error, CancellationToken.None);

    /// <summary>A worker that executes a task and counted those that it has done.</summary>
    public Task WorkAsync(BenchmarkTask task, double share, int done, DateTimeOffset now) => new WorkerStore(_control.Rows).TryAddAsync(
        new()
        {
            WorkerId = task.Owner,
            Pool = WorkerPool.Bag,
            HostId = "host-a",
            Build = "1",
            StartedAt = Then,
            BeatAt = now,
            Slots = 2,
            Running = [new(Id, task.Key.Stage.Number, task.Key.Shard, task.Key.Number, task.Attempt, "message", "receipt", 9, 0, "reading", 0, 0) { Share = share }],
            Tallies = [new(Id, task.Key.Stage.Number, done, 0, done)],
        },
        CancellationToken.None);

    /// <summary>A task that has ended with a result.</summary>
    public static BenchmarkTask Done(BenchmarkTask ready, string worker = "worker-a", string result = """{"answer":42}""") => ready with
    {
        Status = BenchmarkTaskStatus.Done,
        Owner = worker,
        Sku = "D4",
        Nonce = "nonce",
        ClaimedAt = ready.ReadyAt.AddSeconds(1),
        EndedAt = ready.ReadyAt.AddSeconds(3.5),
        Result = result,
    };

    /// <summary>A task that has failed for good in its last attempt.</summary>
    public static BenchmarkTask Dead(BenchmarkTask ready, FailureCause cause, string error, int attempt = 3) => Done(ready, "worker-b", "") with
    {
        Status = BenchmarkTaskStatus.Dead,
        Attempt = attempt,
        FailureCause = cause,
        Error = error,
        Ends = ready.Ends.AddRange(Enumerable.Range(1, attempt).Select(number => KeyValuePair.Create(number, cause))),
    };

    /// <summary>A task that is being executed.</summary>
    public static BenchmarkTask Running(BenchmarkTask ready, string worker = "worker-a") => ready with
    {
        Status = BenchmarkTaskStatus.Running,
        Owner = worker,
        Sku = "D4",
        Nonce = "nonce",
        ClaimedAt = ready.ReadyAt.AddSeconds(1),
    };

    private BenchmarkTask Ready(StageState stage, int number) => new()
    {
        Key = new(Id, stage.Id, number, TaskSharding.ShardOf(number, stage.Shards)),
        Order = new(),
        ReadyAt = Then.AddMinutes(2),
    };
}
