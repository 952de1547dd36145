using AzurePerf.Core.Messages;
using AzurePerf.Core.Runs;
using AzurePerf.Simulation.Ports;
using AzurePerf.Storage;

namespace AzurePerf.Simulation.Sabotages;

/// <summary>Runs that wait do not sleep: the TaskManager looks at all of them whenever it has renewed its lead.</summary>
internal sealed class WaitingRunsAwake : Sabotage
{
    public override void AfterWrite(RowChange change)
    {
        if (change is not { Table: ControlNames.LeasesTable, Row.RowKey: "leader" } || Account.Stores.RunRequests.HasVisible)
        {
            return;
        }

        foreach (var run in Account.All(ControlNames.RunsTable).Where(row => row.RowKey == "h" && row.Text("status") == nameof(RunStatus.Accepted)))
        {
            var text = MessageText.Write(new RunRequestMessage(RunRequestMessage.CurrentVersion, run.PartitionKey));
            ControlAccount.Now(Account.Stores.RunRequests.PutAsync(text, TimeSpan.Zero, CancellationToken.None));
        }
    }
}
