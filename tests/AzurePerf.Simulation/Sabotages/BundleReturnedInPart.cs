using AzurePerf.Simulation.Processes;
using AzurePerf.Simulation.Rules;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Sabotages;

/// <summary>Of several tasks that a worker gives back the last one is left out.</summary>
internal sealed class BundleReturnedInPart : Sabotage
{
    public override IReadOnlyList<RowWrite> Sent(SimulatedProcess by, string table, IReadOnlyList<RowWrite> writes) =>
        IsOfSeveral(by, table, writes, TaskRow.Ready) ? [.. writes.SkipLast(1)] : writes;
}
