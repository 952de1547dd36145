using System.Collections.Immutable;
using System.Globalization;
using System.Text.Json;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Storage.Tasks;

/// <summary>How tasks stand in rows.</summary>
internal static class TaskRows
{
    public const string StatusColumn = "st";

    private const string OwnerColumn = "owner";
    private const string CauseColumn = "cause";
    private const string EndsColumn = "ends";

    private static readonly TaskOrder Nothing = new();
    private static readonly TaskFailures NoFailures = new();
    private static readonly ImmutableSortedDictionary<int, FailureCause> NoEnds = ImmutableSortedDictionary<int, FailureCause>.Empty;

    public static string PartitionOf(TaskKey key) => PartitionOf(key.RunId, key.Stage, key.Shard);

    public static string PartitionOf(string runId, StageId stage, int shard) =>
        string.Create(CultureInfo.InvariantCulture, $"{shard:D2}-{runId}-{stage.Number:D2}");

    public static string RowKeyOf(int number) => number.ToString("D8", CultureInfo.InvariantCulture);

    public static Row FromTask(BenchmarkTask task) => new(PartitionOf(task.Key), RowKeyOf(task.Key.Number))
    {
        ["v"] = 1,
        [StatusColumn] = task.Status.ToString(),
        ["a"] = task.Attempt,
        ["b"] = task.Bundle,
        ["owner"] = task.Owner,
        ["sku"] = task.Sku.Length == 0 ? null : task.Sku,
        ["o"] = task.Nonce,
        ["params"] = task.Order == Nothing ? null : JsonSerializer.Serialize(task.Order, RowJson.Options),
        ["readyAt"] = task.ReadyAt,
        ["notBefore"] = task.NotBefore,
        ["claimedAt"] = task.ClaimedAt,
        ["endedAt"] = task.EndedAt,
        ["failures"] = task.Failures == NoFailures ? null : JsonSerializer.Serialize(task.Failures, RowJson.Options),
        ["ends"] = task.Ends.IsEmpty ? null : JsonSerializer.Serialize(task.Ends, RowJson.Options),
        ["cause"] = task.FailureCause?.ToString(),
        ["error"] = task.Error,
        ["result"] = task.Result,
    };

    /// <summary>What a claim changes in a Ready row.</summary>
    public static Row ClaimOf(BenchmarkTask claimed) => new(PartitionOf(claimed.Key), RowKeyOf(claimed.Key.Number))
    {
        [StatusColumn] = claimed.Status.ToString(),
        ["owner"] = claimed.Owner,
        ["sku"] = claimed.Sku,
        ["o"] = claimed.Nonce,
        ["claimedAt"] = claimed.ClaimedAt,
    };

    /// <summary>What a result changes in a Running row.</summary>
    public static Row CompletionOf(BenchmarkTask completed) => new(PartitionOf(completed.Key), RowKeyOf(completed.Key.Number))
    {
        [StatusColumn] = completed.Status.ToString(),
        ["claimedAt"] = completed.ClaimedAt,
        ["endedAt"] = completed.EndedAt,
        ["cause"] = "",
        ["error"] = "",
        ["result"] = completed.Result,
    };

    /// <summary>The query without what the service can leave out of what a filter does not admit: not all of it, so the filter decides.
    /// Outcomes that would be too many comparisons are left to it wholly.</summary>
    public static RowQuery Filtered(RowQuery query, TaskFilter filter)
    {
        var conditions = new List<RowCondition>();
        if (filter.States.Count > 0)
        {
            conditions.Add(
                new([.. TaskStates.StatusesOf(filter.States).Select(status => new RowMatch(StatusColumn, status.ToString()))]));
        }

        if (filter.Worker is { } worker)
        {
            conditions.Add(new([new(OwnerColumn, worker)]));
        }

        query = query with { Conditions = conditions };
        var outcomes = new RowCondition([.. filter.Outcomes.SelectMany(MatchesOf).Distinct()]);
        return outcomes.AnyOf.Count > 0 && query.Comparisons + outcomes.AnyOf.Count <= RowLimits.Comparisons
            ? query with { Conditions = [.. conditions, outcomes] }
            : query;
    }

    /// <summary>Of executions that another followed a row has the causes in one text, which the service cannot search.</summary>
    private static IEnumerable<RowMatch> MatchesOf(TaskOutcome outcome) =>
        outcome.Cause is not { } cause ? [new(StatusColumn, nameof(BenchmarkTaskStatus.Done))]
        : FailureTaxonomy.IsReuse(cause) ? [new(CauseColumn, cause.ToString())]
        : [new(CauseColumn, cause.ToString()), new(EndsColumn, null)];

    public static BenchmarkTask ToTask(Row row)
    {
        row.RequireVersion(1);
        var task = new BenchmarkTask
        {
            Key = KeyOf(row),
            Order = row.Values.ContainsKey("params") ? row.Json<TaskOrder>("params", RowJson.Options) : Nothing,
            Status = row.Choice<BenchmarkTaskStatus>(StatusColumn),
            Attempt = row.Integer("a"),
            Bundle = row.Values.ContainsKey("b") ? row.Integer("b") : null,
            Owner = row.Text("owner"),
            Sku = row.Text("sku"),
            Nonce = row.Text("o"),
            ReadyAt = row.RequiredInstant("readyAt"),
            NotBefore = row.Instant("notBefore"),
            ClaimedAt = row.Instant("claimedAt"),
            EndedAt = row.Instant("endedAt"),
            Failures = row.Values.ContainsKey("failures") ? row.Json<TaskFailures>("failures", RowJson.Options) : NoFailures,
            Ends = row.Values.ContainsKey("ends")
                ? row.Json<ImmutableSortedDictionary<int, FailureCause>>("ends", RowJson.Options)
                : NoEnds,
            FailureCause = row.Text("cause").Length == 0 ? null : row.Choice<FailureCause>("cause"),
            Error = row.Text("error"),
            Result = row.Text("result"),
            ETag = row.ETag,
        };
        return IsSound(task) ? task : throw row.Corrupt("st, a, owner, o and cause", "do not fit together");
    }

    private static bool IsSound(BenchmarkTask task) => task is { Attempt: >= 1 } && task.Status switch
    {
        BenchmarkTaskStatus.Done when task.IsReused => true,
        BenchmarkTaskStatus.Running or BenchmarkTaskStatus.Measured or BenchmarkTaskStatus.Done =>
            task is { Owner.Length: > 0, Nonce.Length: > 0 },
        BenchmarkTaskStatus.Censored or BenchmarkTaskStatus.Failed or BenchmarkTaskStatus.Dead => task.FailureCause is not null,
        _ => true,
    };

    private static TaskKey KeyOf(Row row)
    {
        var parts = row.PartitionKey.Split('-');
        return parts.Length == 3
            && TryRead(parts[0], out var shard)
            && TryRead(parts[2], out var stage) && new StageId(stage).IsValid
            && TryRead(row.RowKey, out var number)
                ? new(parts[1], new(stage), number, shard)
                : throw row.Corrupt("its key", "names no task");
    }

    private static bool TryRead(string digits, out int number) =>
        int.TryParse(digits, NumberStyles.None, CultureInfo.InvariantCulture, out number);
}
