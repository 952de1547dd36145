using AzurePerf.Core.Tasks;
using AzurePerf.Simulation.Ports;
using AzurePerf.Storage;

namespace AzurePerf.Simulation.Rules;

/// <summary>The statistics of executions by kind never say more than there was: no task that was done counts twice, whatever answer was lost.</summary>
internal sealed class ExecutionStatisticsRule(RuleBook book) : Rule(book)
{
    private readonly Dictionary<bool, long> _done = [];

    public override void Changed(IReadOnlyList<RowChange> changes)
    {
        foreach (var change in changes)
        {
            if (change is { Table: ControlNames.TasksTable, After: { } row } && TaskRow.StatusOf(row) == TaskRow.Done && !TaskRow.IsReused(row))
            {
                _done[TaskRow.IsOfBag(row)] = _done.GetValueOrDefault(TaskRow.IsOfBag(row)) + 1;
            }
        }
    }

    public override void AtEnd()
    {
        var rows = Book.Account.All(ControlNames.ExecutionsTable).Where(row => row.Values.ContainsKey("successes")).ToArray();
        foreach (var ofBags in new[] { false, true })
        {
            var counted = rows.Where(row => (new StageId(row.Integer("stage")).Kind == StageKind.Bag) == ofBags).Sum(row => row.Long("successes"));
            if (counted > _done.GetValueOrDefault(ofBags))
            {
                Break($"{_done.GetValueOrDefault(ofBags)} tasks {(ofBags ? "of bags" : "of other stages")} were done; {counted} are counted");
            }
        }
    }
}
