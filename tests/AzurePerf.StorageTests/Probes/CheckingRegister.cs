using AzurePerf.Core.Probes;
using Xunit;

namespace AzurePerf.StorageTests.Probes;

/// <summary>Keeps what is registered, and insists that nothing exists before it is.</summary>
internal sealed class CheckingRegister(ProbeAccount account) : IResourceRegister
{
    public List<(string Resource, string Name)> Entries { get; } = [];

    public async Task RegisterAsync(string resource, string name, CancellationToken cancellationToken)
    {
        if (!Entries.Contains((resource, name)))
        {
            Assert.DoesNotContain($"{resource} {name}", await account.ListAsync(cancellationToken));
            Entries.Add((resource, name));
        }
    }
}
