using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Probes.Targets;
using AzurePerf.Worker.Heartbeats;

namespace AzurePerf.Worker.Stages;

/// <summary>Notices that a target does not answer while a task works on it.</summary>
internal sealed partial class TargetSilenceMonitor(HeartbeatTrigger heartbeat, TimeProvider time, ILogger<TargetSilenceMonitor> logger)
{
    /// <summary>Watches until what is given back is disposed; null for a target whose requests nobody counts.</summary>
    public IDisposable? Watch(CurrentExecution execution, RunState run, IOpenTarget target) =>
        target.Traffic is not { } traffic ? null : execution.Answers = new SilenceWatch(
        traffic,
        time,
        silence =>
        {
            if (silence is not null)
            {
                LogSilent(execution.Task.Key, silence.Sentence(run.Spec.Target));
            }

            heartbeat.Ask();
        });

    [LoggerMessage(Level = LogLevel.Warning, Message = "Task {Task}: {Reason}")]
    private partial void LogSilent(TaskKey task, string reason);
}
