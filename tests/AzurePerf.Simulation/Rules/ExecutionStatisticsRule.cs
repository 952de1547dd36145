using System.Text.Json;
using AzurePerf.Core.Tasks;
using AzurePerf.Simulation.Ports;
using AzurePerf.Simulation.Workloads;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Rules;

/// <summary>
/// The statistics of executions by kind never say more than there was: no task that was done counts twice, and no task is more than one, whatever answer was lost; no cause has more tasks
/// than executions, nor than were begun.
/// </summary>
internal sealed class ExecutionStatisticsRule(RuleBook book) : Rule(book)
{
    private readonly Dictionary<bool, long> _done = [];
    private readonly Dictionary<bool, HashSet<string>> _claimed = new() { [false] = [], [true] = [] };

    public override void Changed(IReadOnlyList<RowChange> changes)
    {
        foreach (var change in changes)
        {
            if (change is { Table: ControlNames.TasksTable, After: { } claimed } && TaskRow.StatusOf(claimed) == TaskRow.Running)
            {
                _claimed[TaskRow.IsOfBag(claimed)].Add(TaskRow.KeyOf(change.Row));
            }

            if (change is { Table: ControlNames.TasksTable, After: { } row } && TaskRow.StatusOf(row) == TaskRow.Done && !TaskRow.IsReused(row))
            {
                _done[TaskRow.IsOfBag(row)] = _done.GetValueOrDefault(TaskRow.IsOfBag(row)) + 1;
            }
        }
    }

    public override void AtEnd()
    {
        var rows = Book.Account.All(ControlNames.ExecutionsTable).Where(row => row.Values.ContainsKey("successes") && row.Text("batch") != KnownDurations.Batch).ToArray();
        foreach (var ofBags in new[] { false, true })
        {
            var own = rows.Where(row => IsOfBag(row) == ofBags).ToArray();
            var (counted, tasks) = (own.Sum(row => row.Long("successes")), own.Sum(row => row.Long("tasks")));
            if (own.FirstOrDefault(row => StoppedOf(row) > TimedOutOf(row)) is { } odd)
            {
                Break($"{odd.PartitionKey} has times of {StoppedOf(odd)} stopped executions, but {TimedOutOf(odd)} timed out");
            }

            if (own.FirstOrDefault(row => CausesOf(row, "causeTasks").Any(cause => cause.Value > CausesOf(row, "causes").GetValueOrDefault(cause.Key))) is { } many)
            {
                Break($"{many.PartitionKey} counts more tasks for a cause than executions: {many.Text("causeTasks")} of {many.Text("causes")}");
            }

            var ofCauses = own.SelectMany(row => CausesOf(row, "causeTasks")).GroupBy(cause => cause.Key, cause => cause.Value);
            if (ofCauses.FirstOrDefault(cause => cause.Sum() > _claimed[ofBags].Count) is { } more)
            {
                Break($"{_claimed[ofBags].Count} tasks {(ofBags ? "of bags" : "of other stages")} were begun; {more.Sum()} are counted for {more.Key}");
            }

            if (tasks > _claimed[ofBags].Count)
            {
                Break($"{_claimed[ofBags].Count} tasks {(ofBags ? "of bags" : "of other stages")} were begun; {tasks} are counted");
            }

            if (counted > _done.GetValueOrDefault(ofBags))
            {
                Break($"{_done.GetValueOrDefault(ofBags)} tasks {(ofBags ? "of bags" : "of other stages")} were done; {counted} are counted");
            }
        }
    }

    private static long StoppedOf(Row row) => row.Text("stopped") is { Length: > 0 } text ? JsonSerializer.Deserialize<Dictionary<int, long>>(text)!.Values.Sum() : 0;

    private static Dictionary<string, long> CausesOf(Row row, string column) =>
        row.Text(column) is { Length: > 0 } text ? JsonSerializer.Deserialize<Dictionary<string, long>>(text)! : [];

    private static long TimedOutOf(Row row) => CausesOf(row, "causes")
        .Where(cause => FailureTaxonomy.ClassOf(Enum.Parse<FailureCause>(cause.Key, ignoreCase: true)) == FailureClass.TimedOut).Sum(cause => cause.Value);

    /// <summary>Bags have the names that the experiment gives them; each other kind of stage has one name.</summary>
    private static bool IsOfBag(Row row) =>
        !Enum.GetValues<StageKind>().Any(kind => kind != StageKind.Bag && row.Text("stage") == ((StageId)kind).ToString());
}
