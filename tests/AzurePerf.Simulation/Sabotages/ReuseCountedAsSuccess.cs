using AzurePerf.Simulation.Processes;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Sabotages;

/// <summary>An execution that found its product there counts as one that made it.</summary>
internal sealed class ReuseCountedAsSuccess : Sabotage
{
    public override Row Instead(SimulatedProcess by, string table, Row? before, Row after) => table == ControlNames.ExecutionsTable && after.Values.ContainsKey("successes")
        ? StoppedCountedAsSuccess.AsSuccesses(after, ["AlreadyExists"])
        : after;
}
