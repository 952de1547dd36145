using AzurePerf.Simulation.Processes;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Sabotages;

/// <summary>What waits behind a task when it goes back counts as an execution that took too long.</summary>
internal sealed class WaitingTaskTimedOut : Sabotage
{
    public override Row Instead(SimulatedProcess by, string table, Row? before, Row after) =>
        IsReturned(by, table, before, after) ? With(after, "ends", """{"1":"timedOut"}""") : after;
}
