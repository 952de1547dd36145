using AzurePerf.Simulation.Processes;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Sabotages;

/// <summary>A schedule keeps that it has decided about a time, and not that it fires: whoever carries on knows nothing of it.</summary>
internal sealed class FiringForgotten : Sabotage
{
    public override Row Instead(SimulatedProcess by, string table, Row? before, Row after) => table != ControlNames.SchedulesTable || !by.IsTaskManager
        ? after
        : new(after.PartitionKey, after.RowKey) { Values = new(after.Values.Where(value => value.Key != "pendingAt").ToDictionary(), StringComparer.Ordinal) };
}
