using AzurePerf.Simulation.Processes;
using AzurePerf.Simulation.Rules;
using AzurePerf.Storage;

namespace AzurePerf.Simulation.Sabotages;

/// <summary>When the TaskManager removes what is due it does not ask whether the run has ended.</summary>
internal sealed class RetentionOfAnOpenRun : Sabotage
{
    public override void AfterDeletions(SimulatedProcess by, string table, string partitionKey)
    {
        if (table == ControlNames.TasksTable && by.IsTaskManager
            && Account.All(ControlNames.TasksTable).FirstOrDefault(row => !TaskRow.IsTerminal(row)) is { } open)
        {
            Account.Remove(by, table, open.PartitionKey, open.RowKey, null);
        }
    }
}
