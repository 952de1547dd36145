using System.Globalization;
using AzurePerf.Simulation.Processes;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Sabotages;

/// <summary>The sweep begins with this month: it does not find what somebody submitted whose clock is ahead.</summary>
internal sealed class NextMonthForgotten : Sabotage
{
    public override IReadOnlyList<Row> Seen(SimulatedProcess by, string table, IReadOnlyList<Row> rows)
    {
        if (table != ControlNames.RunIndexTable || !by.IsTaskManager)
        {
            return rows;
        }

        var month = by.Clock.GetUtcNow().ToString("yyyyMM", CultureInfo.InvariantCulture);
        return [.. rows.Where(row => string.CompareOrdinal(row.PartitionKey, month) <= 0)];
    }
}
