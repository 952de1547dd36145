using AzurePerf.Simulation.Processes;
using AzurePerf.Simulation.Rules;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Sabotages;

/// <summary>A worker that gives tasks back which have not begun says that their executions ended.</summary>
internal sealed class WaitingTaskCharged : Sabotage
{
    public override Row Instead(SimulatedProcess by, string table, Row? before, Row after) => !by.IsTaskManager && IsReturned(table, before, after)
        ? With(after, "ends", """{"1":"Preempted"}""")
        : after;

    /// <summary>Whether a row is given back uncharged.</summary>
    public static bool IsReturned(string table, Row? before, Row after) => table == ControlNames.TasksTable && before is not null
        && TaskRow.BundleOf(before) is not null
        && TaskRow.StatusOf(before) == TaskRow.Running
        && TaskRow.StatusOf(after) == TaskRow.Ready
        && TaskRow.EndsOf(after) == TaskRow.EndsOf(before);
}
