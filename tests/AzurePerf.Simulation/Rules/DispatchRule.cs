using System.Globalization;
using AzurePerf.Core.Runs;
using AzurePerf.Simulation.Ports;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Rules;

/// <summary>
/// A stage says that a task is made only after its row was. The cursor of a stage is its outbox: it passes a Ready task only after a message of it was put; but of a gang that is given up while its messages are put,
/// members without one are given up too.
/// </summary>
internal sealed class DispatchRule(RuleBook book) : Rule(book)
{
    private const string Cursor = "dispatched";
    private const string Created = "created";

    public override void Changed(IReadOnlyList<RowChange> changes)
    {
        foreach (var change in changes.Where(change => change.Table == ControlNames.RunsTable && change.Row.RowKey[0] == 's'))
        {
            for (var number = change.Before?.Integer(Created) ?? 0; number < (change.After?.Integer(Created) ?? 0); number++)
            {
                CheckMade(change, number);
            }

            for (var number = change.Before?.Integer(Cursor) ?? 0; number < (change.After?.Integer(Cursor) ?? 0); number++)
            {
                Check(change, number);
            }
        }
    }

    private static (string Partition, string Row) KeyOf(RowChange stage, int number) =>
        ($"00-{stage.Row.PartitionKey}-{stage.Row.RowKey[1..]}", number.ToString("D8", CultureInfo.InvariantCulture));

    private void CheckMade(RowChange change, int number)
    {
        var (partition, row) = KeyOf(change, number);
        if (Book.Account.Find(ControlNames.TasksTable, partition, row) is null)
        {
            Break($"{change.By} says that {partition}/{row} is made, which is not there");
        }
    }

    private void Check(RowChange change, int number)
    {
        var (partition, row) = KeyOf(change, number);
        if (!Book.Tasks.HadMessage($"{partition}/{row}")
            && Book.Account.Find(ControlNames.TasksTable, partition, row) is { } task
            && TaskRow.StatusOf(task) == TaskRow.Ready
            && !(TaskRow.MembersOf(task) > 1 && IsGivenUp(change)))
        {
            Break($"{change.By} moved the cursor past {partition}/{row}, which is Ready and has never had a message");
        }
    }

    private bool IsGivenUp(RowChange stage) =>
        Book.Tasks.Headers.GetValueOrDefault(stage.Row.PartitionKey) == nameof(RunStatus.Cancelling) || stage.After!.Integer("failed") > 0;
}
