using AzurePerf.Simulation.Processes;
using AzurePerf.Simulation.Rules;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Sabotages;

/// <summary>Tasks that are claimed together have the nonce of the first of them.</summary>
internal sealed class NonceOfTheFirst : Sabotage
{
    public override IReadOnlyList<RowWrite> Sent(SimulatedProcess by, string table, IReadOnlyList<RowWrite> writes) =>
        table == ControlNames.TasksTable && writes.Count > 1 && writes.All(write => TaskRow.StatusOf(write.Row) == TaskRow.Running)
            ? [.. writes.Select(write => write with { Row = With(write.Row, "o", TaskRow.NonceOf(writes[0].Row)) })]
            : writes;
}
