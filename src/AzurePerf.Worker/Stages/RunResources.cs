using System.Collections.Concurrent;
using System.Runtime.ExceptionServices;
using AzurePerf.Core.Probes;
using AzurePerf.Probes.Targets;
using AzurePerf.Storage.Runs;

namespace AzurePerf.Worker.Stages;

/// <summary>What one execution creates in a target, registered in the control account first.</summary>
internal sealed class RunResources(ResourceStore resources, string runId, string target) : IResourceRegister
{
    /// <summary>How long the target may go without letting anything be removed once something failed. One that is silent would be waited
    /// for with each thing anew, minutes each time.</summary>
    private static readonly TimeSpan LongestAfterFailure = TimeSpan.FromSeconds(30);

    private readonly ConcurrentDictionary<string, ResourceEntry> _registered = new();

    public async Task RegisterAsync(string resource, string name, CancellationToken cancellationToken)
    {
        var entry = new ResourceEntry(runId, target, resource, name);
        await resources.AddAsync(entry, cancellationToken);
        _registered[name] = entry;
    }

    /// <summary>Removes what was registered here. What cannot be removed is in the way of nothing else, while the target lets other things
    /// go: it stays registered, and the clean stage tries again. Throws the first failure at the end.</summary>
    public async Task RemoveAllAsync(IOpenTarget opened, TimeProvider time, CancellationToken cancellationToken)
    {
        ExceptionDispatchInfo? first = null;
        long since = 0;
        foreach (var entry in _registered.Values)
        {
            var left = first is null ? Timeout.InfiniteTimeSpan : LongestAfterFailure - time.GetElapsedTime(since);
            if (first is not null && left <= TimeSpan.Zero)
            {
                break;
            }

            using var silent = new CancellationTokenSource(left, time);
            using var stop = CancellationTokenSource.CreateLinkedTokenSource(silent.Token, cancellationToken);
            try
            {
                await opened.RemoveAsync(entry.Kind, entry.Name, stop.Token);
                await resources.RemoveAsync(entry, stop.Token);
                since = time.GetTimestamp();
            }
            catch (Exception failure) when (!cancellationToken.IsCancellationRequested)
            {
                if (first is null)
                {
                    first = ExceptionDispatchInfo.Capture(failure);
                    since = time.GetTimestamp();
                }
            }
        }

        first?.Throw();
    }
}
