using AzurePerf.Simulation.Processes;
using AzurePerf.Simulation.Rules;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Sabotages;

/// <summary>Of several results that a worker stores together the last one is left out.</summary>
internal sealed class BundleStoredInPart : Sabotage
{
    public override IReadOnlyList<RowWrite> Sent(SimulatedProcess by, string table, IReadOnlyList<RowWrite> writes) =>
        IsOfSeveral(by, table, writes, TaskRow.Done) ? [.. writes.SkipLast(1)] : writes;
}
