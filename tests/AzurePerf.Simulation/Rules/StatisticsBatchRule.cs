using System.Text.Json;
using AzurePerf.Core.Tasks;
using AzurePerf.Simulation.Ports;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Rules;

/// <summary>
/// What is added to the statistics in the name of a bag is what the rows of its tasks say, once: successes are the tasks that are done and whose product was not there before, all
/// else has its cause, and each task that was executed counts as one.
/// </summary>
internal sealed class StatisticsBatchRule(RuleBook book) : Rule(book)
{
    private readonly Dictionary<string, (long Successes, SortedDictionary<string, long> Causes, long Tasks)> _added = [];
    private readonly Dictionary<string, Row> _terminal = [];

    public override void Changed(IReadOnlyList<RowChange> changes)
    {
        foreach (var change in changes)
        {
            if (change is { Table: ControlNames.TasksTable, After: { } task } && TaskRow.IsTerminal(task))
            {
                _terminal[TaskRow.KeyOf(task)] = task;
            }
            else if (change is { Table: ControlNames.ExecutionsTable, After: { } statistics } && statistics.Text("batch") is { Length: > 0 } batches)
            {
                Add(batches.Split(' ')[^1], change.Before, statistics);
            }
        }
    }

    public override void AtEnd()
    {
        foreach (var (batch, added) in _added)
        {
            // Those of other stages name a task too.
            if (batch.Split('-') is [var runId, var stage])
            {
                Check(batch, added, [.. _terminal.Values.Where(row => TaskRow.RunOf(row) == runId && TaskRow.StageOf(row) == stage)]);
            }
        }
    }

    private void Add(string batch, Row? before, Row after)
    {
        var (successes, causes, tasks) = _added.GetValueOrDefault(batch, (0, [], 0));
        var known = CausesOf(before);
        foreach (var (cause, count) in CausesOf(after))
        {
            causes[cause] = causes.GetValueOrDefault(cause) + count - known.GetValueOrDefault(cause);
        }

        _added[batch] = (successes + after.Long("successes") - (before?.Long("successes") ?? 0), causes, tasks + after.Long("tasks") - (before?.Long("tasks") ?? 0));
    }

    private void Check(string batch, (long Successes, SortedDictionary<string, long> Causes, long Tasks) added, Row[] rows)
    {
        var successes = rows.Count(IsSuccess);
        var causes = rows.SelectMany(EndsOf).CountBy(cause => cause).Select(count => $"{count.Value} {count.Key}").Order(StringComparer.Ordinal);
        var tasks = rows.Count(row => IsSuccess(row) || EndsOf(row).Any());
        var said = $"{added.Successes} successes, {string.Join(", ", added.Causes.Where(cause => cause.Value != 0).Select(cause => $"{cause.Value} {cause.Key}").Order(StringComparer.Ordinal))} of {added.Tasks} tasks";
        var stored = $"{successes} successes, {string.Join(", ", causes)} of {tasks} tasks";
        if (said != stored)
        {
            Break($"of the bag {batch} {said} are counted; the rows say {stored}");
        }
    }

    private static bool IsSuccess(Row row) => TaskRow.StatusOf(row) == TaskRow.Done && !TaskRow.IsReused(row);

    private static IEnumerable<FailureCause> EndsOf(Row row) =>
        TaskRow.IsReused(row) ? TaskRow.CausesOf(row).Append(FailureCause.AlreadyExists) : TaskRow.CausesOf(row);

    private static Dictionary<string, long> CausesOf(Row? statistics) =>
        statistics?.Text("causes") is { Length: > 0 } text ? JsonSerializer.Deserialize<Dictionary<string, long>>(text)! : [];
}
