using AzurePerf.Simulation.Processes;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Sabotages;

/// <summary>A schedule does not know its previous run when it fires.</summary>
internal sealed class OverlapNotAsked : Sabotage
{
    public override IReadOnlyList<Row> Seen(SimulatedProcess by, string table, IReadOnlyList<Row> rows) => table != ControlNames.SchedulesTable
        ? rows
        : [.. rows.Select(row => With(row, "lastRun", ""))];

    public override Row Instead(SimulatedProcess by, string table, Row? before, Row after) => table != ControlNames.SchedulesTable || !by.IsTaskManager
        ? after
        : With(after, "lastRun", "");
}
