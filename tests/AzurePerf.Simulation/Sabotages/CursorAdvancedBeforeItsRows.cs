using AzurePerf.Simulation.Processes;
using AzurePerf.Simulation.Rules;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Sabotages;

/// <summary>The TaskManager says of a stage that tasks are made before it makes their rows.</summary>
internal sealed class CursorAdvancedBeforeItsRows : Sabotage
{
    public override void BeforeWrite(SimulatedProcess by, string table, Row? before, Row after)
    {
        if (table == ControlNames.TasksTable && by.IsTaskManager && before is null
            && Account.Find(ControlNames.RunsTable, TaskRow.RunOf(after), "s" + TaskRow.StageOf(after)) is { } stage
            && stage.Integer("created") <= TaskRow.NumberOf(after))
        {
            Account.Write(by, ControlNames.RunsTable, [new(With(stage, "created", TaskRow.NumberOf(after) + 1), stage.ETag)], unconditional: false);
        }
    }
}
