using AzurePerf.Simulation.Processes;
using AzurePerf.Simulation.Rules;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Sabotages;

/// <summary>A worker claims the tasks that a message names whatever became of them since it was put.</summary>
internal sealed class BundleClaimedWithoutItsFence : Sabotage
{
    public override IReadOnlyList<RowWrite> Sent(SimulatedProcess by, string table, IReadOnlyList<RowWrite> writes) =>
        IsOfSeveral(by, table, writes, TaskRow.Running) ? Unfenced(table, writes) : writes;
}
