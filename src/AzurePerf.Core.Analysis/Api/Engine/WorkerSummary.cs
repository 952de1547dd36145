using AzurePerf.Core.Tasks;
using AzurePerf.Core.Texts;
using AzurePerf.Core.Workers;

namespace AzurePerf.Core.Api.Engine;

/// <summary>What people see of workers, told from their rows and orders.</summary>
public static class WorkerSummary
{
    /// <summary>True when its last heartbeat is recent, at its own pace. For people only: nothing is decided by it.</summary>
    /// <param name="worker">Its row.</param>
    /// <param name="now">Wall clock of the reader, for a row whose age the control account did not tell.</param>
    public static bool IsHeard(WorkerState worker, DateTimeOffset now) => AgeOf(worker, now) <= new EngineTimes(worker.Heartbeat).Silent;

    /// <summary>One pool.</summary>
    /// <param name="pool">One of <see cref="WorkerPool.All"/>.</param>
    /// <param name="workers">Workers of any pool.</param>
    /// <param name="queue">Its queue.</param>
    /// <param name="now">Wall clock of the reader.</param>
    public static PoolResponse PoolOf(string pool, IEnumerable<WorkerState> workers, QueueState queue, DateTimeOffset now)
    {
        var all = workers.Where(worker => worker.Pool == pool).ToArray();
        var heard = all.Where(worker => IsHeard(worker, now)).ToArray();
        return new(
            pool, heard.Length, all.Length - heard.Length, heard.Sum(worker => worker.Slots), heard.Sum(worker => worker.Running.Count),
            heard.Count(worker => worker.Holding), heard.Count(worker => worker.Draining), queue.Messages,
            queue.NextPutAt is { } putAt ? Math.Max((now - putAt).TotalSeconds, 0) : null);
    }

    /// <summary>One worker.</summary>
    /// <param name="worker">Its row.</param>
    /// <param name="orders">Its orders; null when there are none.</param>
    /// <param name="all">All workers.</param>
    /// <param name="now">Wall clock of the reader.</param>
    public static WorkerResponse Of(WorkerState worker, WorkerCommands? orders, IReadOnlyCollection<WorkerState> all, DateTimeOffset now) =>
        new()
        {
            WorkerId = worker.WorkerId,
            Pool = worker.Pool,
            HostId = worker.HostId,
            Sku = worker.Sku,
            Build = worker.Build,
            Slots = worker.Slots,
            StartedAt = worker.StartedAt,
            HeartbeatAgeSeconds = Math.Max(AgeOf(worker, now).TotalSeconds, 0),
            Silent = !IsHeard(worker, now),
            Requests = worker.Requests,
            Holding = worker.Holding || worker.PeerTrial is { Reached: not true },
            HoldingReason = HoldingReason(worker, orders, all),
            ProgramRefusal = worker.ProgramRefusal,
            Draining = worker.Draining,
            Running = [.. worker.Running.Select(task => TaskOf(worker, task, orders))],
        };

    /// <summary>By the clock of the control account: that of the worker's host may be minutes wrong while it works well.</summary>
    private static TimeSpan AgeOf(WorkerState worker, DateTimeOffset now) => worker.BeatAge ?? now - worker.BeatAt;

    private static string HoldingReason(WorkerState worker, WorkerCommands? orders, IEnumerable<WorkerState> all)
    {
        if (!worker.Holding)
        {
            return worker.PeerTrial is not { Reached: not true } trial ? ""
                : trial.Reached is null ? $"it tries whether it is reached by {trial.Way}"
                : $"it does not reach itself by {trial.Way}: {trial.Said}";
        }

        var others = all.Where(other => other.HostId == worker.HostId && (other.Pool == WorkerPool.Bag) != (worker.Pool == WorkerPool.Bag))
            .ToArray();
        return worker.Pool == WorkerPool.Bag
            ? orders?.Hold == true && others.Length > 0
                ? $"a run measures, and host {worker.HostId} has a measure worker"
                : "it waits for leave to begin"
            : others.Sum(other => other.Running.Count) is > 0 and var tasks
                ? $"{NumberFormat.Counted(tasks, "bag task")} not ended yet on host {worker.HostId}"
                : "it waits for leave to begin";
    }

    private static WorkerTaskResponse TaskOf(WorkerState worker, RunningTask task, WorkerCommands? orders) => new(
        task.RunId,
        new StageId(task.Stage).ToString(),
        task.Task + 1,
        task.Attempt,
        task.Phase,
        worker.BeatAt - TimeSpan.FromSeconds(task.ElapsedSeconds),
        task.ElapsedSeconds,
        task.OperationsDone,
        task.OperationsPlanned,
        orders?.Stops.FirstOrDefault(stop => stop.Means(task))?.Reason ?? "");
}
