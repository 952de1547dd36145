using AzurePerf.Simulation.Processes;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Sabotages;

/// <summary>An execution that was stopped does not count at all.</summary>
internal sealed class StoppedForgotten : Sabotage
{
    public override Row Instead(SimulatedProcess by, string table, Row? before, Row after) => table == ControlNames.ExecutionsTable && after.Values.ContainsKey("successes")
        ? With(after, "causes", StoppedCountedAsSuccess.AsSuccesses(after, StoppedCountedAsSuccess.Stopped).Text("causes"))
        : after;
}
