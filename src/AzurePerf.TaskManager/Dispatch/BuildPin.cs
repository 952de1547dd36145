using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Storage.Runs;
using AzurePerf.TaskManager.Workers;

namespace AzurePerf.TaskManager.Dispatch;

/// <summary>A run is measured by one build. When no worker of that build is left, the rest of the run becomes a new segment, measured by
/// another.</summary>
internal sealed class BuildPin(RunStore runs, EventStore events, WorkerWatch watch, EngineTimes times, TimeProvider time)
{
    /// <summary>Begins a new segment when tasks have waited for a while and only workers of other builds are alive.</summary>
    public async Task ReleaseIfGoneAsync(RunSnapshot snapshot, RunRuntimeState runtime, CancellationToken cancellationToken)
    {
        var run = snapshot.Run;
        var stuck = run.Build.Length > 0
            && snapshot.Current.Any(task => task.Task.Status == BenchmarkTaskStatus.Ready)
            && snapshot.Current.Select(task => WorkerPool.Of(task.Task)).Distinct().Any(pool => HasOtherBuildsOnly(pool, run.Build));
        runtime.WithoutBuildSince = stuck ? runtime.WithoutBuildSince ?? time.GetTimestamp() : null;
        if (runtime.WithoutBuildSince is { } since
            && time.GetElapsedTime(since) >= times.Sweep
            && await runs.TryReplaceAsync(run with { Build = "", Segment = run.Segment + 1 }, cancellationToken) is not null)
        {
            await events.AppendAsync(
                run.RunId, $"segment {run.Segment + 1} begins: no worker of build {run.Build} is left", cancellationToken);
        }
    }

    private bool HasOtherBuildsOnly(string pool, string build)
    {
        var workers = watch.Alive.Where(worker => worker.Pool == pool && !worker.Draining).ToArray();
        return workers.Length > 0 && workers.All(worker => worker.Build != build);
    }
}
