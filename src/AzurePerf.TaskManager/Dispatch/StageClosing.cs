using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage.Runs;

namespace AzurePerf.TaskManager.Dispatch;

/// <summary>Closes a stage and opens the next one in the same transaction.</summary>
internal sealed class StageClosing(RunStore runs, ResourceStore resources, TimeProvider time)
{
    public async Task CloseAsync(RunState run, IReadOnlyList<StageState> stages, StageState stage, CancellationToken cancellationToken)
    {
        var changed = new List<StageState> { stage with { Closed = true, ClosedAt = time.GetUtcNow() } };
        if (stages.SkipWhile(other => other.Id != stage.Id).Skip(1).FirstOrDefault() is { } next)
        {
            // Where nothing was made there is nothing to remove, and a run can be cancelled without any worker.
            var nothingToClean = next.Kind == StageKind.Clean
                && !await resources.ListAsync(stage.RunId, cancellationToken).AnyAsync(cancellationToken);
            var opened = next with { Open = true, OpenedAt = time.GetUtcNow() };
            changed.Add(nothingToClean ? opened with { Closed = true, ClosedAt = opened.OpenedAt, Total = 0 } : opened);
        }

        await runs.TryWriteAsync(run, changed, cancellationToken);
    }
}
