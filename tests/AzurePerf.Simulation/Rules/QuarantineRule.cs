using AzurePerf.Simulation.Ports;
using AzurePerf.Storage;

namespace AzurePerf.Simulation.Rules;

/// <summary>No run is ended because its rows make no sense: nothing here but the engine writes rows, so it wrote that row itself.</summary>
internal sealed class QuarantineRule(RuleBook book) : Rule(book)
{
    public override void Changed(IReadOnlyList<RowChange> changes)
    {
        foreach (var change in changes)
        {
            if (change is { Table: ControlNames.RunsTable, Row.RowKey: "h", After: { } header } && header.Text("condemned") is { Length: > 0 } reason)
            {
                Break($"{change.By} gives up run {header.PartitionKey}: {reason}");
            }
        }
    }
}
