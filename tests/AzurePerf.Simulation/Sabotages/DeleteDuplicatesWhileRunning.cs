using AzurePerf.Simulation.Processes;
using AzurePerf.Simulation.Rules;
using AzurePerf.Storage.Queues;
using AzurePerf.Testing.Storage;

namespace AzurePerf.Simulation.Sabotages;

/// <summary>A worker that receives the message of a task that another executes takes it for superfluous and deletes it.</summary>
internal sealed class DeleteDuplicatesWhileRunning : Sabotage
{
    public override void AfterGet(SimulatedProcess by, InMemoryMessageQueue queue, IReadOnlyList<ReceivedMessage> messages)
    {
        foreach (var text in messages.Select(message => message.Text))
        {
            if (TaskRow.Named(text) is { } key
                && Account.Find(key.Table, key.Partition, key.Row) is { } row
                && TaskRow.StatusOf(row) == TaskRow.Running)
            {
                DeleteMessages(by, other => other == text);
            }
        }
    }
}
