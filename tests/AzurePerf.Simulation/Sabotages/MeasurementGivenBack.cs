using AzurePerf.Simulation.Processes;
using AzurePerf.Simulation.Rules;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Sabotages;

/// <summary>A worker that stops a measurement makes its task Ready again by itself, as it would with a task of a bag.</summary>
internal sealed class MeasurementGivenBack : Sabotage
{
    public override Row Instead(SimulatedProcess by, string table, Row? before, Row after) =>
        table != ControlNames.TasksTable || by.IsTaskManager || TaskRow.StatusOf(after) != TaskRow.Censored
            ? after
            : new(after.PartitionKey, after.RowKey)
            {
                Values = new(after.Values, StringComparer.Ordinal) { ["st"] = TaskRow.Ready, ["a"] = TaskRow.AttemptOf(after) + 1 },
            };
}
