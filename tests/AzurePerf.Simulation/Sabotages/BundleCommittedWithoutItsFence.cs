using AzurePerf.Simulation.Processes;
using AzurePerf.Simulation.Rules;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Sabotages;

/// <summary>A worker stores the results of tasks that share a message whoever owns their rows by then.</summary>
internal sealed class BundleCommittedWithoutItsFence : Sabotage
{
    public override IReadOnlyList<RowWrite> Sent(SimulatedProcess by, string table, IReadOnlyList<RowWrite> writes) =>
        IsOfSeveral(by, table, writes, TaskRow.Done) ? Unfenced(table, writes) : writes;
}
