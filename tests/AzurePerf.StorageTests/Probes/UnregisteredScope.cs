using AzurePerf.Core.Probes;
using AzurePerf.Probes;
using AzurePerf.Probes.Targets.Storage;

namespace AzurePerf.StorageTests.Probes;

/// <summary>Scopes for targets that keep nothing, so that nothing has to be removed.</summary>
internal sealed class UnregisteredScope : IResourceRegister
{
    public static ProbeScope Over(StorageTarget target) =>
        new() { Target = target, Register = new UnregisteredScope(), DatasetName = "dataset", PointName = "point", Seed = 1 };

    public Task RegisterAsync(string resource, string name, CancellationToken cancellationToken) => Task.CompletedTask;
}
