using AzurePerf.Core.Probes;

namespace AzurePerf.Testing.Probes;

/// <summary>The register of a probe that makes nothing in an account: that it is told of something is a fault.</summary>
public sealed class UnusedRegister : IResourceRegister
{
    public Task RegisterAsync(string resource, string name, CancellationToken cancellationToken) =>
        throw new InvalidOperationException($"{resource} {name} was to be made in an account");
}
