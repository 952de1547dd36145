using AzurePerf.Simulation.Processes;
using AzurePerf.Simulation.Rules;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Sabotages;

/// <summary>The time of a task counts from the claim that it shares with others.</summary>
internal sealed class TimeSinceTheClaim : Sabotage
{
    public override Row Instead(SimulatedProcess by, string table, Row? before, Row after) => table == ControlNames.TasksTable && before is not null
        && TaskRow.BundleOf(before) is not null && TaskRow.StatusOf(before) == TaskRow.Running && TaskRow.StatusOf(after) == TaskRow.Done
        ? With(after, "claimedAt", before.Values["claimedAt"]!)
        : after;
}
