using AzurePerf.Probes;
using AzurePerf.Probes.Targets.Storage;
using AzurePerf.Testing.Probes;

namespace AzurePerf.StorageTests.Probes;

/// <summary>Scopes for targets that keep nothing, so that nothing has to be removed.</summary>
internal static class UnregisteredScope
{
    public static ProbeScope Over(StorageTarget target) =>
        new() { Target = target, Register = new NoRegister(), DatasetName = "dataset", PointName = "point", Seed = 1 };
}
