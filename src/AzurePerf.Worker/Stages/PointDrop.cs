using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Texts;
using AzurePerf.Core.Workers;
using AzurePerf.Probes.Targets;
using AzurePerf.Storage;
using AzurePerf.Worker.Heartbeats;

namespace AzurePerf.Worker.Stages;

/// <summary>Drops a point's own data when it has ended, so that a run never keeps more in its target than one point needs. What it cannot
/// drop, the clean stage will.</summary>
internal sealed partial class PointDrop(EngineTimes times, TimeProvider time, ILogger<PointDrop> logger)
{
    /// <summary>How long the target may take to drop what a point left that failed.</summary>
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(30);

    /// <summary>How long a point may work in its target from when it was told to stop. A worker ends itself when something does not stop,
    /// and that would lose what was measured: it has half of the time for this.</summary>
    public TimeSpan TimeAfterStop => times.SelfStopGrace / 2;

    /// <summary>Drops what a point has that was measured, or was stopped on the way. A failure of the target costs no result.</summary>
    /// <param name="probe">Takes out of a shared dataset what the point added.</param>
    /// <param name="own">What the execution made.</param>
    /// <param name="target">Where.</param>
    /// <param name="outcomes">Tells whether the target is why an exception was thrown.</param>
    /// <param name="execution">Of the point.</param>
    public async Task OfMeasuredAsync(
        IProbeSetup probe, RunResources own, IOpenTarget target, IOutcomeClassifier outcomes, CurrentExecution execution)
    {
        try
        {
            await DropAsync(execution, Timeout.InfiniteTimeSpan, async stop =>
            {
                try
                {
                    await probe.RemovePointAsync(stop);
                }
                finally
                {
                    // What stays in a shared dataset is no reason to keep the point's own as well.
                    await own.RemoveAllAsync(target, time, stop);
                }
            });
        }
        catch (Exception exception) when (
            StorageFailure.Matches(exception) || exception is OperationCanceledException or UnauthorizedAccessException
                || outcomes.Classify(exception, mutates: true) != OperationOutcome.Harness)
        {
            LogKept(execution.Task.Key, FailureText.Of(exception));
        }
    }

    /// <summary>Drops what a point has made that could not be measured. Its failure hides none of what made the point fail.</summary>
    public async Task OfFailedAsync(RunResources own, IOpenTarget target, CurrentExecution execution)
    {
        try
        {
            await DropAsync(execution, Longest, stop => own.RemoveAllAsync(target, time, stop));
        }
        catch (Exception exception)
        {
            LogKept(execution.Task.Key, FailureText.Of(exception));
        }
    }

    private async Task DropAsync(CurrentExecution execution, TimeSpan longest, Func<CancellationToken, Task> drop)
    {
        if (execution.StoppedAt is { } at)
        {
            var left = TimeAfterStop - time.GetElapsedTime(at);
            using var soon = new CancellationTokenSource(left > TimeSpan.Zero ? left : TimeSpan.Zero, time);
            await drop(soon.Token);
            return;
        }

        using var late = new CancellationTokenSource(longest, time);
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(late.Token, execution.StoppingInTarget);
        await drop(stop.Token);
    }

    [LoggerMessage(Level = LogLevel.Warning, Message = "The data of task {Task} could not be dropped yet, the clean stage will: {Reason}")]
    private partial void LogKept(TaskKey task, string reason);
}
