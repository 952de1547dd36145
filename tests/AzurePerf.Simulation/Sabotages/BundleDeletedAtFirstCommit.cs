using System.Globalization;
using AzurePerf.Simulation.Ports;
using AzurePerf.Simulation.Rules;
using AzurePerf.Storage;

namespace AzurePerf.Simulation.Sabotages;

/// <summary>The message of several tasks is deleted when the first result of them is stored.</summary>
internal sealed class BundleDeletedAtFirstCommit : Sabotage
{
    public override void AfterWrite(RowChange change)
    {
        if (change is { Table: ControlNames.TasksTable, By.IsTaskManager: false, After: { } done }
            && TaskRow.StatusOf(done) == TaskRow.Done && TaskRow.BundleOf(done) is { } first)
        {
            var key = $"{done.PartitionKey}/{first.ToString("D8", CultureInfo.InvariantCulture)}";
            DeleteMessages(change.By, text => TaskRow.KeysOf(text).ToArray() is [var own, _, ..] && own == key);
        }
    }
}
