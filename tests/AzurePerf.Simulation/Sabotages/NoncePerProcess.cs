using AzurePerf.Core.Ids;
using AzurePerf.Simulation.Processes;

namespace AzurePerf.Simulation.Sabotages;

/// <summary>A worker claims all its tasks with one nonce, so that one slot takes another's claim for its own.</summary>
internal sealed class NoncePerProcess : Sabotage
{
    public override IIdSource IdsOf(SimulatedProcess process, IIdSource ids) => process.IsTaskManager || process.Role == Cluster.Web ? ids : new OneId(ids.NewId());

    private sealed class OneId(string id) : IIdSource
    {
        public string NewId() => id;

        public int NewSeed() => 0;
    }
}
