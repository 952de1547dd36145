using AzurePerf.Core.Probes;
using Xunit;

namespace AzurePerf.StorageTests.Probes;

/// <summary>Keeps what is registered, and insists that nothing exists before it is.</summary>
internal sealed class CheckingRegister(ProbeAccount account) : IResourceRegister
{
    public List<(ResourceKind Kind, string Name)> Entries { get; } = [];

    public async Task RegisterAsync(ResourceKind kind, string name, CancellationToken cancellationToken)
    {
        if (!Entries.Contains((kind, name)))
        {
            Assert.DoesNotContain($"{kind} {name}", await account.ListAsync(cancellationToken));
            Entries.Add((kind, name));
        }
    }
}
