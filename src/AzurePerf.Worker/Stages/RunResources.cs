using AzurePerf.Core.Probes;
using AzurePerf.Storage.Runs;

namespace AzurePerf.Worker.Stages;

/// <summary>The register of one run's resources, in the control account.</summary>
internal sealed class RunResources(ResourceStore resources, string runId, string target) : IResourceRegister
{
    public Task RegisterAsync(ResourceKind kind, string name, CancellationToken cancellationToken) =>
        resources.AddAsync(new(runId, target, kind, name), cancellationToken);
}
