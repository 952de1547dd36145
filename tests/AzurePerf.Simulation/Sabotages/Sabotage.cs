using System.Text.Json;
using Azure;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Tasks;
using AzurePerf.Simulation.Ports;
using AzurePerf.Simulation.Processes;
using AzurePerf.Simulation.Rules;
using AzurePerf.Storage;
using AzurePerf.Storage.Queues;
using AzurePerf.Storage.Rows;
using AzurePerf.Testing.Storage;

namespace AzurePerf.Simulation.Sabotages;

/// <summary>
/// One rule of the engine broken, by what stands between the engine and the account: the engine itself has no switches. The suite must notice each; one that goes
/// unnoticed is a hole in its rules. This one breaks nothing.
/// </summary>
internal class Sabotage
{
    /// <summary>The account that the broken engine works on.</summary>
    public ControlAccount Account { get; set; } = null!;

    /// <summary>Told of each message that is deleted against the rule.</summary>
    public Action<SimulatedProcess, string> MessageDeleted { get; set; } = (_, _) => { };

    /// <summary>Told of each message that is hidden against the rule, with its text before and now.</summary>
    public Action<SimulatedProcess, string, string> MessageHidden { get; set; } = (_, _, _) => { };

    /// <summary>True where questions to the barrier reach a TaskManager that does not lead, if there is one, and it answers.</summary>
    public virtual bool AnswersWithoutTheLead => false;

    /// <summary>True to write a row whatever its ETag is.</summary>
    public virtual bool IgnoresETag(SimulatedProcess by, string table, Row before, Row after) => false;

    /// <summary>What is written in place of a row.</summary>
    public virtual Row Instead(SimulatedProcess by, string table, Row? before, Row after) => after;

    /// <summary>The rows of a transaction that are really sent; those left out are answered as written.</summary>
    public virtual IReadOnlyList<RowWrite> Sent(SimulatedProcess by, string table, IReadOnlyList<RowWrite> writes) => writes;

    /// <summary>After a write of one row was refused, because another state than it expects is stored.</summary>
    public virtual void Refused(SimulatedProcess by, string table, Row? stored, Row after)
    {
    }

    /// <summary>What a look at one row shows.</summary>
    public virtual Row? Found(SimulatedProcess by, string table, Row? row) => row;

    /// <summary>Just before a row is written.</summary>
    public virtual void BeforeWrite(SimulatedProcess by, string table, Row? before, Row after)
    {
    }

    /// <summary>Just after a row was written.</summary>
    public virtual void AfterWrite(RowChange change)
    {
    }

    /// <summary>False to put the deletion of a row off; it is answered as done.</summary>
    public virtual bool DeletesNow(SimulatedProcess by, string table, string partitionKey, string rowKey) => true;

    /// <summary>After rows of one partition were deleted together.</summary>
    public virtual void AfterDeletions(SimulatedProcess by, string table, string partitionKey)
    {
    }

    /// <summary>What a scan shows.</summary>
    public virtual IReadOnlyList<Row> Seen(SimulatedProcess by, string table, IReadOnlyList<Row> rows) => rows;

    /// <summary>False to put a message off; it is answered as put.</summary>
    public virtual bool PutsNow(SimulatedProcess by, InMemoryMessageQueue queue, string text, TimeSpan delay) => true;

    /// <summary>Just after messages were received.</summary>
    public virtual void AfterGet(SimulatedProcess by, InMemoryMessageQueue queue, IReadOnlyList<ReceivedMessage> messages)
    {
    }

    /// <summary>False to leave a message as it is; it is answered as hidden.</summary>
    public virtual bool HidesNow(SimulatedProcess by, ReceivedMessage message, TimeSpan visibility) => true;

    /// <summary>What a process is told when the account refuses a write for good.</summary>
    public virtual RequestFailedException ToldAs(RequestFailedException refusal) => refusal;

    /// <summary>True where the wall clock of a suspended machine stands still as its monotonic clock does.</summary>
    public virtual bool WallClocksStand => false;

    /// <summary>False to lose a blob; it is answered as stored.</summary>
    public virtual bool StoresBlob(string name, BinaryData content) => true;

    /// <summary>The name under which a blob is kept.</summary>
    public virtual string BlobName(string name) => name;

    /// <summary>Where a process has its identifiers from.</summary>
    public virtual IIdSource IdsOf(SimulatedProcess process, IIdSource ids) => ids;

    /// <summary>A row with one property changed.</summary>
    protected static Row With(Row row, string property, object value) => new(row.PartitionKey, row.RowKey)
    {
        ETag = row.ETag,
        Values = new(row.Values, StringComparer.Ordinal) { [property] = value },
    };

    /// <summary>The row of a worker with what it lists changed.</summary>
    protected static Row WithRunning(Row worker, Func<RunningTask, RunningTask> change) => worker.Text("running") is not { Length: > 2 } text
        ? worker
        : With(worker, "running", JsonSerializer.Serialize(JsonSerializer.Deserialize<RunningTask[]>(text, RowJson.Options)!.Select(change), RowJson.Options));

    /// <summary>Whether a worker gives a task back that has not begun.</summary>
    protected static bool IsReturned(SimulatedProcess by, string table, Row? before, Row after) =>
        table == ControlNames.TasksTable && !by.IsTaskManager && before is not null && TaskRow.IsReturn(before, after);

    /// <summary>Whether a transaction of a worker brings several tasks to a state.</summary>
    protected static bool IsOfSeveral(SimulatedProcess by, string table, IReadOnlyList<RowWrite> writes, string status) =>
        table == ControlNames.TasksTable && !by.IsTaskManager && writes.Count > 1 && writes.All(write => TaskRow.StatusOf(write.Row) == status);

    /// <summary>The same writes, whatever is stored by now.</summary>
    protected IReadOnlyList<RowWrite> Unfenced(string table, IReadOnlyList<RowWrite> writes) =>
        [.. writes.Select(write => write with { ETag = Account.Find(table, write.Row.PartitionKey, write.Row.RowKey)?.ETag ?? write.ETag })];

    /// <summary>Deletes messages of a task as a process would that forgot the rule.</summary>
    protected void DeleteMessages(SimulatedProcess by, Func<string, bool> which)
    {
        foreach (var text in Account.TaskQueues.SelectMany(queue => queue.Lose(which)))
        {
            MessageDeleted(by, text);
        }
    }
}
