using AzurePerf.Simulation.Processes;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Sabotages;

/// <summary>The TaskManager stores the cursor of a stage with a value that it takes for nonsense.</summary>
internal sealed class CursorBeforeZero : Sabotage
{
    public override Row Instead(SimulatedProcess by, string table, Row? before, Row after) =>
        table != ControlNames.RunsTable || after.RowKey[0] != 's' || after.Integer("created") == 0
            ? after
            : With(after, "dispatched", -1);
}
