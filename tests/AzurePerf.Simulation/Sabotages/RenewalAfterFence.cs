using System.Text.Json;
using AzurePerf.Core.Messages;
using AzurePerf.Core.Tasks;
using AzurePerf.Simulation.Ports;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;
using AzurePerf.Testing.Storage;

namespace AzurePerf.Simulation.Sabotages;

/// <summary>With each heartbeat a worker renews the messages of what was taken from it by their ids alone, whoever they were given to since.</summary>
internal sealed class RenewalAfterFence : Sabotage
{
    private static readonly TimeSpan Visibility = TimeSpan.FromSeconds(30);

    public override void AfterWrite(RowChange change)
    {
        if (change is not { Table: ControlNames.WorkersTable, After: { } row } || change.By.IsTaskManager)
        {
            return;
        }

        foreach (var running in JsonSerializer.Deserialize<RunningTask[]>(row.Text("running"), RowJson.Options)!)
        {
            foreach (var queue in Account.TaskQueues)
            {
                Renew(change, running, queue);
            }
        }
    }

    /// <summary>Ids count per queue, so the message must be that of the task too.</summary>
    private void Renew(RowChange change, RunningTask running, InMemoryMessageQueue queue)
    {
        if (queue.Current(running.MessageId) is { } current
            && MessageText.ReadTask(current.Text) is { } hint
            && (hint.RunId, hint.Stage, hint.Task) == (running.RunId, running.Stage, running.Task)
            && hint.Attempt > running.Attempt)
        {
            var text = MessageText.Write(hint with { Attempt = running.Attempt });
            ControlAccount.Now(queue.TryHideAsync(current with { Text = text }, Visibility, CancellationToken.None));
            MessageHidden(change.By, current.Text, text);
        }
    }
}
