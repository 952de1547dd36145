using AzurePerf.Core.Runs;
using AzurePerf.Core.Workers;
using AzurePerf.Storage.Runs;
using AzurePerf.TaskManager.Planning;
using AzurePerf.TaskManager.Workers;

namespace AzurePerf.TaskManager.Dispatch;

/// <summary>
/// Gives up runs between two workers while no peer can be reached: before they begin, where that is known then, and else as soon as the
/// worker that their first message started has said so.
/// </summary>
internal sealed class PeerWatch(RunStore runs, EventStore events, RunStages plans, WorkerWatch watch, TaskManagerOptions options)
    : IRunGuard
{
    /// <summary>True when the run was given up just now, or somebody changed it meanwhile.</summary>
    public async Task<bool> EndsAsync(RunWithStages found, RunRuntimeState runtime, CancellationToken cancellationToken)
    {
        var run = found.Run;
        if (!options.PeerPool || run.Status is not (RunStatus.Accepted or RunStatus.Running) || run.GivenUp.Length > 0
            || plans.AnsweringMember(run) is null || RunDecisions.OnlyCleansUp(found.Stages))
        {
            return false;
        }

        var refusal = PeerPool.Refusal(watch.Alive);
        if (refusal.Length > 0 && await runs.TryReplaceAsync(run with { GivenUp = refusal }, cancellationToken) is not null)
        {
            await events.AppendAsync(run.RunId, refusal, cancellationToken);
        }

        return refusal.Length > 0;
    }
}
