using AzurePerf.Core.Runs;
using AzurePerf.Simulation.Ports;
using AzurePerf.Simulation.Processes;
using AzurePerf.Storage;

namespace AzurePerf.Simulation.Rules;

/// <summary>
/// No run is ended because its rows make no sense: nothing here but the engine writes rows, so it wrote that row itself. And no duty or round of a TaskManager meets a fault that is not
/// storage's: whatever a TaskManager logs as an error is one. Only a run whose results the account refuses is ended, and has to be.
/// </summary>
internal sealed class QuarantineRule(RuleBook book) : Rule(book)
{
    public override void ErrorLogged(SimulatedProcess by, string text)
    {
        if (by.IsTaskManager && !Book.Tasks.Headers.Keys.Any(runId => Book.IsRefused(runId) && text.Contains(runId, StringComparison.Ordinal)))
        {
            Break(text);
        }
    }

    public override void Changed(IReadOnlyList<RowChange> changes)
    {
        foreach (var change in changes)
        {
            if (change is { Table: ControlNames.RunsTable, Row.RowKey: "h", After: { } header } && header.Text("fault") is { Length: > 0 } reason && !Book.IsRefused(header.PartitionKey))
            {
                Break($"{change.By} gives up run {header.PartitionKey}: {reason}");
            }
        }
    }

    public override void AtEnd()
    {
        if (Book.Tasks.Headers.FirstOrDefault(run => Book.IsRefused(run.Key) && run.Value != nameof(RunStatus.Failed)) is { Key: { } runId, Value: var status })
        {
            Break($"the account refused what run {runId} measured, which is {status}");
        }
    }
}
