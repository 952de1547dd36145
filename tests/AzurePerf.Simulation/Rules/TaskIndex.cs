using AzurePerf.Core.Runs;
using AzurePerf.Simulation.Ports;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Rules;

/// <summary>The task rows, headers and keys as they are stored now, by run.</summary>
internal sealed class TaskIndex(ControlAccount account)
{
    private static readonly string[] TerminalHeaders = [.. Enum.GetValues<RunStatus>().Where(status => status.IsTerminal()).Select(status => status.ToString())];

    private readonly Dictionary<string, Row> _open = [];
    private readonly HashSet<string> _messaged = [];
    private readonly Dictionary<string, Row> _ended = [];
    private readonly Dictionary<string, string> _headers = [];
    private readonly Dictionary<string, string> _keys = [];

    /// <summary>Task rows that are not terminal.</summary>
    public IReadOnlyCollection<Row> Open => _open.Values;

    public IReadOnlyCollection<Row> Ended => _ended.Values;

    public int Count => _open.Count + _ended.Count;

    /// <summary>Headers by run: the status.</summary>
    public IReadOnlyDictionary<string, string> Headers => _headers;

    /// <summary>Exclusivity keys and the runs that hold them.</summary>
    public IReadOnlyDictionary<string, string> Keys => _keys;

    public static bool IsTerminal(string status) => TerminalHeaders.Contains(status);

    public bool HasEnded(string runId) => _headers.TryGetValue(runId, out var status) && IsTerminal(status);

    /// <summary>Whether a message of a task was ever put.</summary>
    public bool HadMessage(string key) => _messaged.Contains(key);

    public void MessagePut(string text)
    {
        _messaged.UnionWith(TaskRow.KeysOf(text));
    }

    public Row? Stage(string runId, string stage) => account.Find(ControlNames.RunsTable, runId, "s" + stage);

    public void Changed(IReadOnlyList<RowChange> changes)
    {
        foreach (var change in changes)
        {
            switch (change.Table)
            {
                case ControlNames.TasksTable:
                    Keep(change);
                    break;
                case ControlNames.RunsTable when change is { Row.RowKey: "h", After: { } header }:
                    _headers[header.PartitionKey] = header.Text("status");
                    break;
                case ControlNames.LeasesTable when change.Row.RowKey != "lease":
                    break;
                case ControlNames.LeasesTable when change.After is { } lease:
                    _keys[lease.PartitionKey] = lease.Text("run");
                    break;
                case ControlNames.LeasesTable:
                    _keys.Remove(change.Row.PartitionKey);
                    break;
            }
        }
    }

    private void Keep(RowChange change)
    {
        var key = TaskRow.KeyOf(change.Row);
        _open.Remove(key);
        _ended.Remove(key);
        if (change.After is { } row)
        {
            (TaskRow.IsTerminal(row) ? _ended : _open)[key] = row;
        }
    }
}
