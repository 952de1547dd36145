using AzurePerf.Simulation.Rules;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Ports;

/// <summary>Names writes of rows by what they change, whoever makes them, so that faults can be counted by the arrow that they struck.</summary>
internal static class RowArrows
{
    /// <summary>The heartbeat of a worker: so many that only what goes wrong with one is worth a line.</summary>
    public const string Heartbeat = "worker: changed";

    /// <summary>What a stage that closes tells of its executions: no step of the engine follows from it. Of slot time and stored bytes the run
    /// is charged at its end.</summary>
    private static readonly string[] Statistics = ["workMs", "longestMs", "slots", "slotMs", "storedBytes"];

    /// <summary>What a write or a transaction would change in what is stored now; null for nothing, because a condition fails.</summary>
    public static string? Of(string table, IReadOnlyList<RowWrite> writes, bool unconditional, Func<RowWrite, Row?> find)
    {
        var stored = writes.Select(find).ToArray();
        var holds = unconditional || writes.Zip(stored).All(pair => pair.First.ETag == pair.Second?.ETag);
        return holds ? string.Join(" + ", writes.Zip(stored).Select(pair => Of(table, pair.Second, pair.First.Row, writes.Count)).Distinct().Order(StringComparer.Ordinal)) : null;
    }

    /// <summary>Whether it is about several tasks at once, or about what a stage is to do.</summary>
    public static bool IsOfBundleOrPlan(string arrow) =>
        arrow.StartsWith("bundle: ", StringComparison.Ordinal) || arrow.StartsWith("header: changed + stage: plan", StringComparison.Ordinal);

    public static string OfDelete(string table, string rowKey) => $"{NounOf(table, rowKey)}: removed";

    private static string Of(string table, Row? before, Row after, int together)
    {
        var noun = NounOf(table, after.RowKey);
        return noun switch
        {
            "task" when before is not null && IsOfBundle(before, after, together) => $"bundle: {StatusOf(before, "st")} > {StatusOf(after, "st")}",
            "task" => $"task: {StatusOf(before, "st")} > {StatusOf(after, "st")}",
            "header" when StatusOf(before, "status") != StatusOf(after, "status") => $"header: {StatusOf(before, "status")} > {StatusOf(after, "status")}",
            _ when before is null => $"{noun}: new",
            "stage" => $"stage: {string.Join(" ", ChangedIn(before, after))}",
            _ => $"{noun}: changed",
        };
    }

    /// <summary>What one transaction claims, stores or cancels of tasks that share a message, and what of them goes back uncharged, be it one.</summary>
    private static bool IsOfBundle(Row before, Row after, int together) =>
        (together > 1 && TaskRow.BundleOf(before) is not null) || TaskRow.IsReturn(before, after);

    private static string NounOf(string table, string rowKey) => table switch
    {
        ControlNames.TasksTable => "task",
        ControlNames.RunsTable when rowKey == "h" => "header",
        ControlNames.RunsTable when rowKey[0] == 's' => "stage",
        ControlNames.RunsTable => "run row " + rowKey[0],
        ControlNames.WorkersTable => rowKey.EndsWith("!orders", StringComparison.Ordinal) ? "orders" : "worker",
        ControlNames.RunIndexTable => "index",
        ControlNames.LeasesTable => rowKey == "lease" ? "key" : rowKey,
        ControlNames.ExecutionsTable => "kind",
        ControlNames.PointsTable => "point",
        ControlNames.EventsTable => "event",
        ControlNames.AttemptsTable => "attempt",
        ControlNames.ResourcesTable => "resource",
        _ => table,
    };

    private static string StatusOf(Row? row, string name) => row is null ? "none" : row.Text(name);

    private static IEnumerable<string> ChangedIn(Row before, Row after) =>
        after.Values.Where(value => !value.Value.Equals(before.Values.GetValueOrDefault(value.Key))).Select(value => value.Key).Except(Statistics).DefaultIfEmpty("unchanged");
}
