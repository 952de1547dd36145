using System.Collections.Concurrent;
using System.Runtime.ExceptionServices;
using AzurePerf.Core.Probes;
using AzurePerf.Probes.Targets;
using AzurePerf.Storage.Runs;

namespace AzurePerf.Worker.Stages;

/// <summary>What one execution creates in a target, registered in the control account first.</summary>
internal sealed class RunResources(ResourceStore resources, string runId, string target) : IResourceRegister
{
    private readonly ConcurrentDictionary<string, ResourceEntry> _registered = new();

    public async Task RegisterAsync(string resource, string name, CancellationToken cancellationToken)
    {
        var entry = new ResourceEntry(runId, target, resource, name);
        await resources.AddAsync(entry, cancellationToken);
        _registered[name] = entry;
    }

    /// <summary>Removes what was registered here. What cannot be removed is in the way of nothing else: it stays registered, and the clean
    /// stage tries again. Throws the first failure at the end.</summary>
    public async Task RemoveAllAsync(IOpenTarget opened, CancellationToken cancellationToken)
    {
        ExceptionDispatchInfo? first = null;
        foreach (var entry in _registered.Values)
        {
            try
            {
                await opened.RemoveAsync(entry.Kind, entry.Name, cancellationToken);
                await resources.RemoveAsync(entry, cancellationToken);
            }
            catch (Exception failure) when (!cancellationToken.IsCancellationRequested)
            {
                first ??= ExceptionDispatchInfo.Capture(failure);
            }
        }

        first?.Throw();
    }
}
