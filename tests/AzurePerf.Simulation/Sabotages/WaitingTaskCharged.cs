using AzurePerf.Simulation.Processes;
using AzurePerf.Simulation.Rules;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Sabotages;

/// <summary>A worker that gives tasks back which have not begun says that their executions ended.</summary>
internal sealed class WaitingTaskCharged : Sabotage
{
    public override Row Instead(SimulatedProcess by, string table, Row? before, Row after) => IsReturned(by, table, before, after)
        ? With(after, "ends", """{"1":"preempted"}""")
        : after;
}
