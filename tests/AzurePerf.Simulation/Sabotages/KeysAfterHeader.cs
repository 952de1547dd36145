using AzurePerf.Simulation.Ports;
using AzurePerf.Simulation.Processes;
using AzurePerf.Simulation.Rules;
using AzurePerf.Storage;

namespace AzurePerf.Simulation.Sabotages;

/// <summary>The TaskManager gives the keys of a run back only when its header has ended.</summary>
internal sealed class KeysAfterHeader : Sabotage
{
    private readonly List<(SimulatedProcess By, string Partition, string Row)> _later = [];

    public override bool DeletesNow(SimulatedProcess by, string table, string partitionKey, string rowKey)
    {
        var later = table == ControlNames.LeasesTable && by.IsTaskManager && rowKey == "lease";
        if (later)
        {
            _later.Add((by, partitionKey, rowKey));
        }

        return !later;
    }

    public override void AfterWrite(RowChange change)
    {
        if (change is { Table: ControlNames.RunsTable, Row.RowKey: "h", After: { } header } && TaskIndex.IsTerminal(header.Text("status")))
        {
            foreach (var (by, partition, row) in _later)
            {
                Account.Remove(by, ControlNames.LeasesTable, partition, row, null);
            }

            _later.Clear();
        }
    }
}
