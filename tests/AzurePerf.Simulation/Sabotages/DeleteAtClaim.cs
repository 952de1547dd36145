using AzurePerf.Simulation.Ports;
using AzurePerf.Simulation.Rules;
using AzurePerf.Storage;

namespace AzurePerf.Simulation.Sabotages;

/// <summary>A worker deletes the message of a task when it has claimed it.</summary>
internal sealed class DeleteAtClaim : Sabotage
{
    public override void AfterWrite(RowChange change)
    {
        if (change is { Table: ControlNames.TasksTable, Before: { } before, After: { } after }
            && TaskRow.StatusOf(before) == TaskRow.Ready
            && TaskRow.StatusOf(after) == TaskRow.Running)
        {
            DeleteMessages(change.By, text => TaskRow.Named(text) is { } key && $"{key.Partition}/{key.Row}" == TaskRow.KeyOf(after));
        }
    }
}
