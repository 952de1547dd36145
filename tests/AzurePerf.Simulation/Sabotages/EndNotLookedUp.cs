using AzurePerf.Simulation.Processes;
using AzurePerf.Simulation.Rules;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Sabotages;

/// <summary>A worker that stored how an execution ended, and lost the answer, takes the refusal of the repetition for the loss of its task.</summary>
internal sealed class EndNotLookedUp : Sabotage
{
    private readonly HashSet<(SimulatedProcess By, string Task)> _refused = [];

    public override void Refused(SimulatedProcess by, string table, Row? stored, Row after)
    {
        if (table == ControlNames.TasksTable && !by.IsTaskManager && TaskRow.StatusOf(after) is not TaskRow.Running)
        {
            _refused.Add((by, TaskRow.KeyOf(after)));
        }
    }

    public override Row? Found(SimulatedProcess by, string table, Row? row) =>
        table == ControlNames.TasksTable && row is not null && _refused.Remove((by, TaskRow.KeyOf(row))) ? null : row;
}
