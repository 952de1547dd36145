using System.Globalization;
using System.Text.Json;
using AzurePerf.Core.Messages;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Rules;

/// <summary>What the rules know of task rows: the stored properties themselves, so that no fault of the code that maps them can hide from the rules.</summary>
internal static class TaskRow
{
    public const string Running = nameof(BenchmarkTaskStatus.Running);
    public const string Ready = nameof(BenchmarkTaskStatus.Ready);
    public const string Done = nameof(BenchmarkTaskStatus.Done);
    public const string Measured = nameof(BenchmarkTaskStatus.Measured);
    public const string Censored = nameof(BenchmarkTaskStatus.Censored);

    private static readonly HashSet<string> Terminal =
        [.. Enum.GetValues<BenchmarkTaskStatus>().Where(BenchmarkTaskStatusKind.IsTerminal).Select(status => status.ToString())];

    public static string StatusOf(Row row) => row.Text("st");

    public static int AttemptOf(Row row) => row.Integer("a");

    public static string NonceOf(Row row) => row.Text("o");

    public static string OwnerOf(Row row) => row.Text("owner");

    /// <summary>True for a task that is Done because what it was to make was there already: only such a row keeps a cause.</summary>
    public static bool IsReused(Row row) => StatusOf(row) == Done && row.Text("cause").Length > 0;

    public static bool IsTerminal(Row row) => Terminal.Contains(StatusOf(row));

    /// <summary>How many of its executions ended without a result.</summary>
    public static int EndsOf(Row row) => CausesOf(row).Count();

    /// <summary>How they ended, in the order of the attempts.</summary>
    public static IEnumerable<FailureCause> CausesOf(Row row)
    {
        using var document = JsonDocument.Parse(row.Text("ends") is { Length: > 0 } ends ? ends : "{}");
        return [.. document.RootElement.EnumerateObject().Select(end => Enum.Parse<FailureCause>(end.Value.GetString()!, ignoreCase: true))];
    }

    /// <summary>The first task of those that it shares a message with; null for one that is handed out alone.</summary>
    public static int? BundleOf(Row row) => AttemptOf(row) == 1 && row.Values.GetValueOrDefault("b") is int first ? first : null;

    /// <summary>Whether a task that was claimed with others goes back, charged with nothing.</summary>
    public static bool IsReturn(Row before, Row after) => BundleOf(before) is not null
        && StatusOf(before) == Running && StatusOf(after) == Ready && EndsOf(after) == EndsOf(before);

    /// <summary>The run that a task row belongs to.</summary>
    public static string RunOf(Row row) => row.PartitionKey.Split('-')[1];

    /// <summary>The number of its stage, two digits.</summary>
    public static string StageOf(Row row) => row.PartitionKey.Split('-')[2];

    public static StageKind KindOf(Row row) => new StageId(int.Parse(StageOf(row), CultureInfo.InvariantCulture)).Kind;

    /// <summary>True for a task of a bag.</summary>
    public static bool IsOfBag(Row row) => KindOf(row) == StageKind.Bag;

    public static int NumberOf(Row row) => int.Parse(row.RowKey, CultureInfo.InvariantCulture);

    /// <summary>Run and point that a task measures, as <see cref="Executions.Execution.Point"/>; empty for other tasks.</summary>
    public static string PointOf(Row row)
    {
        if (row.Text("params") is not { Length: > 0 } order)
        {
            return "";
        }

        using var document = JsonDocument.Parse(order);
        return document.RootElement.TryGetProperty("point", out var point) ? PointOf(RunOf(row), point.GetInt32()) : "";
    }

    public static string PointOf(string runId, int point) => string.Create(CultureInfo.InvariantCulture, $"{runId}/{point}");

    /// <summary>How many tasks measure the same point together.</summary>
    public static int MembersOf(Row row)
    {
        using var document = JsonDocument.Parse(row.Text("params") is { Length: > 0 } order ? order : "{}");
        return document.RootElement.TryGetProperty("members", out var members) ? members.GetInt32() : 1;
    }

    /// <summary>The row that a message names; null for a text that is no task message.</summary>
    public static (string Table, string Partition, string Row, string RunId)? Named(string text) => MessageText.ReadTask(text) is { } message
        ? (ControlNames.TasksTable,
            string.Create(CultureInfo.InvariantCulture, $"{message.Shard}-{message.RunId}-{message.Stage:D2}"),
            message.Task.ToString("D8", CultureInfo.InvariantCulture),
            message.RunId)
        : null;

    /// <summary>The keys of all rows that a message names.</summary>
    public static IEnumerable<string> KeysOf(string text) => Named(text) is { } first
        ? MessageText.ReadTask(text)!.Tasks.Select(task => $"{first.Partition}/{task.Task.ToString("D8", CultureInfo.InvariantCulture)}")
        : [];

    /// <summary>Partition and row of a task.</summary>
    public static string KeyOf(BenchmarkTask task) => string.Create(
        CultureInfo.InvariantCulture, $"{task.Key.Shard:D2}-{task.Key.RunId}-{task.Key.Stage.Number:D2}/{task.Key.Number:D8}");

    public static string KeyOf(Row row) => $"{row.PartitionKey}/{row.RowKey}";
}
