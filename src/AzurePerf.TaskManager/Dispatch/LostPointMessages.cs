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
    /// <summary>
    /// Whether it is: the queue holds fewer messages than tasks wait for, none is known of this task, or a worker is idle although the
    /// message could have been taken for long, and others are counted in its place. Its age starts again where none of these is so.
    /// </summary>
    /// <param name="run">The run of the task.</param>
    /// <param name="task">As stored.</param>
    /// <param name="dispatched">What this process saw of its attempt.</param>
    /// <param name="cancellationToken">Ends the request.</param>
    public async Task<bool> IsLostAsync(
        RunState run, BenchmarkTask task, DispatchedAttempt dispatched, CancellationToken cancellationToken)
    {
        if (dispatched.Message is not { } message
            || await messages.QueueOf(task).CountAsync(cancellationToken) < outstanding.TotalOf(WorkerPool.Of(task)))
        {
            return true;
        }

        dispatched.CountedAt = time.GetTimestamp();

        // A run that stands aside is passed on by all.
        return !run.Aside && run.Fault.Length == 0
            && new LostMessages(times).IsLost(
                time.GetElapsedTime(message.At), RetryPolicy.LongestWaitOf(task), dispatched.Reminders)
            && watch.Idle.TryTake(WorkerPool.Of(task), task.Key.Stage.Kind == StageKind.Measure ? run.Build : "");
    }
}
