using System.Globalization;
using System.Text.Json;
using AzurePerf.Core.Workers;
using AzurePerf.Simulation.Processes;
using AzurePerf.Simulation.Rules;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Sabotages;

/// <summary>The TaskManager takes an overdue task from its worker, whichever attempt at it is under way by then.</summary>
internal sealed class FenceOfAnyAttempt : Sabotage
{
    public override IReadOnlyList<Row> Seen(SimulatedProcess by, string table, IReadOnlyList<Row> rows) =>
        table == ControlNames.WorkersTable && IsTaskManager(by) ? [.. rows.Select(WithLatestAttempts)] : rows;

    private Row WithLatestAttempts(Row worker)
    {
        if (worker.Text("running") is not { Length: > 2 } text)
        {
            return worker;
        }

        var running = JsonSerializer.Deserialize<RunningTask[]>(text, RowJson.Options)!.Select(task => task with { Attempt = LatestOf(task) });
        return new(worker.PartitionKey, worker.RowKey)
        {
            ETag = worker.ETag,
            Values = new(worker.Values, StringComparer.Ordinal) { ["running"] = JsonSerializer.Serialize(running, RowJson.Options) },
        };
    }

    private int LatestOf(RunningTask task) => Account.Find(
        ControlNames.TasksTable,
        string.Create(CultureInfo.InvariantCulture, $"{task.Shard:D2}-{task.RunId}-{task.Stage:D2}"),
        task.Task.ToString("D8", CultureInfo.InvariantCulture)) is { } row ? TaskRow.AttemptOf(row) : task.Attempt;
}
