using AzurePerf.Simulation.Processes;
using AzurePerf.Simulation.Rules;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Sabotages;

/// <summary>A stage is planned from the products of the one before as they were seen before the last of them was stored.</summary>
internal sealed class ProductOverlooked : Sabotage
{
    public override IReadOnlyList<Row> Seen(SimulatedProcess by, string table, IReadOnlyList<Row> rows) =>
        table == ControlNames.TasksTable && by.IsTaskManager && rows.Count > 1 && rows.All(row => TaskRow.StageOf(row) == "10" && TaskRow.StatusOf(row) == TaskRow.Done) ? [.. rows.SkipLast(1)] : rows;
}
