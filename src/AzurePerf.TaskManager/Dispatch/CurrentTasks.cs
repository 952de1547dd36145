using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Storage.Tasks;
using AzurePerf.TaskManager.Executions;
using AzurePerf.TaskManager.Planning;
using AzurePerf.TaskManager.Workers;

namespace AzurePerf.TaskManager.Dispatch;

/// <summary>The point that was dispatched and is not counted as finished, or the one task of another stage, as it stands now.</summary>
/// <param name="Current">Its tasks; empty when there is none, and for bags.</param>
/// <param name="Gang">The number of its gang.</param>
/// <param name="LimitOf">What an execution of one of them may take.</param>
internal sealed record PointNow(IReadOnlyList<DispatchedTask> Current, int Gang, Func<DispatchedTask, ExecutionLimits> LimitOf);

/// <summary>Reads the tasks that a run's open stage has out, and who executes them.</summary>
internal sealed class CurrentTasks(
    TaskStore tasks, TaskMessages messages, WorkerWatch watch, WorkerCommandWriter commands, TaskLimits limits, GangRecords gangs,
    OutstandingTasks outstanding, TimeProvider time)
{
    /// <summary>False while another pool executes tasks where points may be measured.</summary>
    public bool HostsAreFree => HostSharing.MeasuringHostsAreFree(watch.Alive, commands.HoldsFirmly);

    public async Task<PointNow> ReadAsync(RunState run, StageState? stage, RunRuntimeState runtime, CancellationToken cancellationToken)
    {
        var current = await CurrentAsync(run, stage, runtime, cancellationToken);
        foreach (var pool in new[] { WorkerPool.Measure, WorkerPool.Peer })
        {
            outstanding.Note(run.RunId, pool, current.Count(task => !task.Task.Status.IsTerminal() && WorkerPool.Of(task.Task) == pool));
        }

        runtime.CurrentOwners = current.Where(task => task.Task.Status == BenchmarkTaskStatus.Running).Select(task => task.Task.Owner)
            .ToHashSet();
        var executionLimits = await limits.OfAllAsync(run, current, cancellationToken);
        var gang = await gangs.NumberOfAsync([.. current.Select(task => task.Task)], cancellationToken);
        return new(current, gang, task => executionLimits[task.Task.Key.Number]);
    }

    private async Task<IReadOnlyList<DispatchedTask>> CurrentAsync(
        RunState run, StageState? stage, RunRuntimeState runtime, CancellationToken cancellationToken)
    {
        if (stage is not { Shape: not StageShape.Bag } || stage.Dispatched <= stage.Finished)
        {
            return [];
        }

        var count = RunStages.TasksPerPoint(run, stage);
        var rows = await tasks.ListAsync(stage.RunId, stage.Id, stage.Finished, cancellationToken, beforeNumber: stage.Finished + count)
            .ToArrayAsync(cancellationToken);
        if (rows.Length < count)
        {
            throw new InvalidDataException(
                $"{count} tasks from {stage.RunId}/{stage.Id}/{stage.Finished} on were dispatched, but {rows.Length} have a row");
        }

        var current = new List<DispatchedTask>();
        foreach (var task in rows)
        {
            current.Add(await LookAtAsync(task, runtime, cancellationToken));
        }

        return current;
    }

    private async Task<DispatchedTask> LookAtAsync(BenchmarkTask task, RunRuntimeState runtime, CancellationToken cancellationToken)
    {
        var dispatched = runtime.DispatchedAttemptOf(task);
        if (task.Status != BenchmarkTaskStatus.Running)
        {
            if (dispatched.Message is null && task.Key.Stage.Kind != StageKind.Measure && messages.DelayOf(task) is { Ticks: > 0 } delay)
            {
                // Its worker put it off and shows its message when it is due: another one, put now, would undo the delay.
                dispatched.Message = (time.GetTimestamp(), delay);
            }

            return new(task) { MessageOutFor = OutFor(dispatched) };
        }

        dispatched.RunningSince ??= time.GetTimestamp();
        dispatched.Stop = commands.StopOf(task) ?? dispatched.Stop;
        var ownerIsDead = await watch.IsDeadAsync(task.Owner, cancellationToken);
        var listed = watch.Find(task.Owner)?.Running.FirstOrDefault(running => running.IsOf(task));
        if (listed is not null)
        {
            runtime.NoteAnswers(listed, time);
        }

        var seen = time.GetElapsedTime(dispatched.RunningSince.Value);
        var said = TimeSpan.FromSeconds(listed?.ElapsedSeconds ?? 0);
        return new(task)
        {
            OwnerIsDead = ownerIsDead,
            StopCommanded = commands.IsStopCommanded(task),
            Stop = dispatched.Stop,
            Elapsed = seen > said ? seen : said,
            Silence = listed?.Silence,
            Measured = TimeSpan.FromSeconds(listed?.MeasuredSeconds ?? 0),
            Afterwards = TimeSpan.FromSeconds(listed?.AfterwardsSeconds ?? 0),
        };
    }

    /// <summary>Anew from each count by which it is not lost.</summary>
    private TimeSpan? OutFor(DispatchedAttempt dispatched) => dispatched switch
    {
        { CountedAt: { } counted } => time.GetElapsedTime(counted),
        { Message: { } message } => time.GetElapsedTime(message.At) - message.Delay,
        _ => null,
    };
}
