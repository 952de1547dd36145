using System.Text.Json;
using AzurePerf.Simulation.Processes;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Sabotages;

/// <summary>A TaskManager takes a stage for planned as soon as orders of it are stored, before its row says so.</summary>
internal sealed class PlanReadBeforeItsManifest : Sabotage
{
    private readonly Dictionary<string, (string PlanId, int Orders)> _stored = [];

    public override bool StoresBlob(string name, BinaryData content)
    {
        if (name.Split('/') is [var runId, var stage, var plan, _] && plan.StartsWith("plan-", StringComparison.Ordinal))
        {
            var (key, id, orders) = ($"{runId}/s{stage}", plan["plan-".Length..], JsonSerializer.Deserialize<string[]>(content)!.Length);
            _stored[key] = (id, orders + (_stored.TryGetValue(key, out var before) && before.PlanId == id ? before.Orders : 0));
        }

        return true;
    }

    public override IReadOnlyList<Row> Seen(SimulatedProcess by, string table, IReadOnlyList<Row> rows) =>
        table == ControlNames.RunsTable && by.IsTaskManager ? [.. rows.Select(AsPlanned)] : rows;

    private Row AsPlanned(Row row)
    {
        if (!row.Flag("unplanned") || !_stored.TryGetValue($"{row.PartitionKey}/{row.RowKey}", out var plan))
        {
            return row;
        }

        var planned = With(With(row, "plan", plan.PlanId), "total", plan.Orders);
        planned.Values.Remove("unplanned");
        return planned;
    }
}
