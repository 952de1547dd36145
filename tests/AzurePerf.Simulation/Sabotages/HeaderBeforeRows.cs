using AzurePerf.Simulation.Processes;
using AzurePerf.Simulation.Rules;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Sabotages;

/// <summary>The TaskManager ends the header of a cancelled run before it gives up the run's tasks.</summary>
internal sealed class HeaderBeforeRows : Sabotage
{
    public override void BeforeWrite(SimulatedProcess by, string table, Row? before, Row after)
    {
        if (table == ControlNames.TasksTable && by.IsTaskManager && TaskRow.StatusOf(after) == "Cancelled"
            && Account.Find(ControlNames.RunsTable, TaskRow.RunOf(after), "h") is { } header && header.Text("status") == "Cancelling")
        {
            var ended = new Row(header.PartitionKey, header.RowKey) { Values = new(header.Values, StringComparer.Ordinal) { ["status"] = "Cancelled" } };
            Account.Write(by, ControlNames.RunsTable, [new(ended, header.ETag)], unconditional: false);
        }
    }
}
