using AzurePerf.Simulation.Processes;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Sabotages;

/// <summary>The TaskManager looks at tasks with a list of workers from before, in which newcomers are missing.</summary>
internal sealed class WorkersReadBeforeRows : Sabotage
{
    private readonly Dictionary<SimulatedProcess, IReadOnlyList<Row>[]> _before = [];

    public override IReadOnlyList<Row> Seen(SimulatedProcess by, string table, IReadOnlyList<Row> rows)
    {
        if (table != ControlNames.WorkersTable || !by.IsTaskManager)
        {
            return rows;
        }

        var before = _before.GetValueOrDefault(by) ?? [rows, rows, rows, rows];
        _before[by] = [.. before[1..], rows];
        return before[0];
    }
}
