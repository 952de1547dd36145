using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.TaskManager.Workers;

namespace AzurePerf.TaskManager.Dispatch;

/// <summary>Finds out whether the message of a Ready task that is not of a bag is lost: a night without workers, or a gang that is not
/// complete, must not fill the queue.</summary>
internal sealed class LostPointMessages(
    TaskMessages messages, OutstandingTasks outstanding, WorkerWatch watch, EngineTimes times, TimeProvider time)
{
    /// <summary>What says that it is lost. Its age starts again where nothing does.</summary>
    /// <param name="run">The run of the task.</param>
    /// <param name="task">As stored.</param>
    /// <param name="dispatched">What this process saw of its attempt.</param>
    /// <param name="cancellationToken">Ends the request.</param>
    public async Task<LossSign> SignAsync(
        RunState run, BenchmarkTask task, DispatchedAttempt dispatched, CancellationToken cancellationToken)
    {
        if (dispatched.Message is not { } message
            || await messages.QueueOf(task).CountAsync(cancellationToken) < outstanding.TotalOf(WorkerPool.Of(task)))
        {
            return LossSign.Count;
        }

        dispatched.CountedAt = time.GetTimestamp();

        // Once for an attempt: workers that do not take the next one either may have a reason. A run that stands aside is passed on by all.
        return dispatched.IsRemindedForCertain || run.Aside || run.Fault.Length > 0 || !IsLostForCertain(run, task, dispatched, message.At)
            ? LossSign.None
            : LossSign.IdleWorker;
    }

    private bool IsLostForCertain(RunState run, BenchmarkTask task, DispatchedAttempt dispatched, long putAt)
    {
        var idle = LostMessages.IdleOf(watch.Alive, WorkerPool.Of(task), task.Key.Stage.Kind == StageKind.Measure ? run.Build : "");
        var most = LostMessages.MostAtOnce(idle, dispatched.IdleAtCount);
        dispatched.IdleAtCount = idle.Select(worker => worker.WorkerId).ToHashSet();
        return most > 0 && new LostMessages(times).IsLost(time.GetElapsedTime(putAt), RetryPolicy.LongestWaitOf(task));
    }
}

/// <summary>Why a message is taken for lost.</summary>
internal enum LossSign
{
    /// <summary>It is not.</summary>
    None,

    /// <summary>The queue holds fewer messages than tasks wait for, or none is known of this task.</summary>
    Count,

    /// <summary>A worker is idle although the message could have been taken for long; others are counted in its place.</summary>
    IdleWorker,
}
