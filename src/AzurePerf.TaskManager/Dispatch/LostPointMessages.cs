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
    /// <summary>Whether it gets another one. Its age starts again where it does not.</summary>
    /// <param name="run">The run of the task.</param>
    /// <param name="task">As stored.</param>
    /// <param name="dispatched">What this process saw of its attempt.</param>
    /// <param name="cancellationToken">Ends the request.</param>
    public async Task<bool> IsLostAsync(RunState run, BenchmarkTask task, DispatchedAttempt dispatched, CancellationToken cancellationToken)
    {
        if (dispatched.Message is not { } message
            || await messages.QueueOf(task).CountAsync(cancellationToken) < outstanding.TotalOf(WorkerPool.Of(task)))
        {
            return true;
        }

        dispatched.CountedAt = time.GetTimestamp();
        if (dispatched.IsRemindedForCertain || !IsLostForCertain(run, task, dispatched, message.At))
        {
            return false;
        }

        // Once for an attempt: whoever does not take the next one either may have a reason.
        return dispatched.IsRemindedForCertain = true;
    }

    private bool IsLostForCertain(RunState run, BenchmarkTask task, DispatchedAttempt dispatched, long putAt)
    {
        var idle = LostMessages.IdleOf(watch.Alive, WorkerPool.Of(task), task.Key.Stage.Kind == StageKind.Measure ? run.Build : "");
        var most = LostMessages.MostAtOnce(idle, dispatched.IdleAtCount);
        dispatched.IdleAtCount = idle.Select(worker => worker.WorkerId).ToHashSet();
        return most > 0 && new LostMessages(times).IsLost(time.GetElapsedTime(putAt), RetryPolicy.LongestWaitOf(task));
    }
}
