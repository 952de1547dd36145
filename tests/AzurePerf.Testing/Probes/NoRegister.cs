using AzurePerf.Core.Probes;

namespace AzurePerf.Testing.Probes;

/// <summary>The register of what nobody has to remove: it goes with its target, or the test removes it itself.</summary>
public sealed class NoRegister : IResourceRegister
{
    public Task RegisterAsync(string resource, string name, CancellationToken cancellationToken) => Task.CompletedTask;
}
