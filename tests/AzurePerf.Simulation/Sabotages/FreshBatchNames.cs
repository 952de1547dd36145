using AzurePerf.Simulation.Processes;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Sabotages;

/// <summary>Each try to add tallies has a name of its own, so that one whose answer was lost is added again.</summary>
internal sealed class FreshBatchNames : Sabotage
{
    private int _batches;

    public override Row Instead(SimulatedProcess by, string table, Row? before, Row after) =>
        table != ControlNames.ExecutionsTable || after.Text("batch").Length == 0
            ? after
            : With(after, "batch", $"{after.Text("batch")}-{++_batches}");
}
