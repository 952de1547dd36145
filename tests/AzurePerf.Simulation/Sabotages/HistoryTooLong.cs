using AzurePerf.Simulation.Processes;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Sabotages;

/// <summary>What the TaskManager notes of the pools is longer than a row takes: no run and no process ends by it.</summary>
internal sealed class HistoryTooLong : Sabotage
{
    public override Row Instead(SimulatedProcess by, string table, Row? before, Row after) =>
        table != ControlNames.PoolsTable ? after : With(after, "pools", new string(' ', 40_000));
}
