using System.Collections.Immutable;
using System.Globalization;
using System.Text.Json;
using System.Text.Json.Nodes;
using AzurePerf.Core.Executions;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Storage.Executions;

/// <summary>How statistics stand in rows.</summary>
internal static class ExecutionStatisticsRows
{
    /// <summary>The partition that lists which classes ended executions on which day. No class has this key: a class begins with the id of
    /// an experiment.</summary>
    public const string Days = "!days";

    private const string HourFormat = "yyyyMMddHH";
    private const string DayFormat = "yyyyMMdd";

    public static string RowKeyOf(DateTimeOffset hour) => hour.UtcDateTime.ToString(HourFormat, CultureInfo.InvariantCulture);

    /// <summary>The key that sorts before every hour, and every class in the list, of the day.</summary>
    public static string RowKeyOf(DateOnly day) => day.ToString(DayFormat, CultureInfo.InvariantCulture);

    public static Row FromDay(HourlyStatistics entry) =>
        new(Days, RowKeyOf(DateOnly.FromDateTime(entry.Hour.UtcDateTime)) + "!" + entry.TaskClass.RowKey) { ["v"] = 1 };

    /// <summary>The key of the class that an entry of the list names; it needs no column, so there is none to be wrong.</summary>
    public static string ClassOfDay(Row row) => row.RowKey[(row.RowKey.IndexOf('!', StringComparison.Ordinal) + 1)..];

    /// <summary>The key that no hour of the day sorts before, and one that sorts after all of them.</summary>
    public static (string From, string Before) HoursOfDay(Row row)
    {
        var day = row.RowKey.Split('!')[0];
        return (day, day + ":");
    }

    public static Row FromHour(HourlyStatistics entry, IReadOnlyList<string> batches) => new(entry.TaskClass.RowKey, RowKeyOf(entry.Hour))
    {
        ["v"] = 1,
        ["experiment"] = entry.TaskClass.Experiment,
        ["stage"] = entry.TaskClass.Stage,
        ["levels"] = entry.TaskClass.Levels,
        ["sku"] = entry.TaskClass.Sku,
        ["successes"] = entry.Statistics.Successes,
        ["sum"] = Text(entry.Statistics.Microseconds),
        ["squares"] = Text(entry.Statistics.SquareMicroseconds),
        ["sketch"] = JsonSerializer.Serialize(entry.Statistics.Sketch.Bins, RowJson.Options),
        ["stopped"] = TextUnlessEmpty(entry.Statistics.Stopped),
        ["repeated"] = TextUnlessEmpty(entry.Statistics.Repeated),
        ["repeatedStopped"] = TextUnlessEmpty(entry.Statistics.RepeatedStopped),
        ["adaptive"] = entry.Statistics.Adaptive == 0 ? null : entry.Statistics.Adaptive,
        ["causes"] = Text(entry.Statistics.Causes),
        ["tasks"] = entry.Statistics.Tasks?.All,
        ["causeTasks"] = entry.Statistics.Tasks is { } tasks ? Text(tasks.ByCause) : null,
        ["batch"] = string.Join(' ', batches),
    };

    /// <summary>The batches that were added to a row last, the newest at the end.</summary>
    public static string[] BatchesOf(Row row) => row.Text("batch").Split(' ');

    public static HourlyStatistics ToHour(Row row)
    {
        row.RequireVersion(1);

        // Builds before wrote the number.
        var stage = row.Values.GetValueOrDefault("stage") is int number ? new StageId(number).ToString() : row.RequiredText("stage");
        var taskClass = new TaskClass(row.RequiredText("experiment"), stage,
            row.Json<JsonObject>("levels", RowJson.Options).ToJsonString(), row.RequiredText("sku"));
        if (taskClass.RowKey != row.PartitionKey)
        {
            throw row.Corrupt("its key", "is not that of its experiment, stage, levels and sku");
        }

        var statistics = new ExecutionStatistics
        {
            Successes = row.Long("successes"),
            Microseconds = Number(row, "sum"),
            SquareMicroseconds = Number(row, "squares"),
            Sketch = SketchOf(row, "sketch"),

            // Builds before wrote none of these.
            Stopped = SketchUnlessEmpty(row, "stopped"),
            Repeated = SketchUnlessEmpty(row, "repeated"),
            RepeatedStopped = SketchUnlessEmpty(row, "repeatedStopped"),
            Adaptive = row.Values.ContainsKey("adaptive") ? row.Long("adaptive") : 0,
            Causes = CausesOf(row, "causes"),

            // A build that did not count tasks wrote neither.
            Tasks = row.Values.ContainsKey("tasks") ? new(row.Long("tasks"), CausesOf(row, "causeTasks")) : null,
        };
        return statistics.Successes == statistics.Sketch.Count
            ? new(taskClass, HourOf(row), statistics)
            : throw row.Corrupt("sketch", "does not hold one duration of each success");
    }

    private static DateTimeOffset HourOf(Row row) =>
        DateTimeOffset.TryParseExact(row.RowKey, HourFormat, CultureInfo.InvariantCulture,
            DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal, out var hour)
            ? hour
            : throw row.Corrupt("its key", "is no hour");

    private static string Text(UInt128 number) => number.ToString(CultureInfo.InvariantCulture);

    private static string Text(ImmutableSortedDictionary<FailureCause, long> counts) => JsonSerializer.Serialize(
        counts.ToImmutableSortedDictionary(pair => pair.Key.ToString(), pair => pair.Value), RowJson.Options);

    private static UInt128 Number(Row row, string name) =>
        UInt128.TryParse(row.Text(name), NumberStyles.None, CultureInfo.InvariantCulture, out var number)
            ? number
            : throw row.Corrupt(name, "is not a whole number");

    private static string? TextUnlessEmpty(DurationSketch sketch) =>
        sketch.Bins.IsEmpty ? null : JsonSerializer.Serialize(sketch.Bins, RowJson.Options);

    private static DurationSketch SketchUnlessEmpty(Row row, string column) =>
        row.Values.ContainsKey(column) ? SketchOf(row, column) : DurationSketch.Empty;

    private static DurationSketch SketchOf(Row row, string column)
    {
        try
        {
            return DurationSketch.From(row.Json<Dictionary<int, long>>(column, RowJson.Options));
        }
        catch (FormatException exception)
        {
            throw row.Corrupt(column, "is none: " + exception.Message);
        }
    }

    private static ImmutableSortedDictionary<FailureCause, long> CausesOf(Row row, string column)
    {
        var causes = ImmutableSortedDictionary.CreateBuilder<FailureCause, long>();
        foreach (var (name, count) in row.Json<Dictionary<string, long>>(column, RowJson.Options))
        {
            var index = Array.IndexOf(Enum.GetNames<FailureCause>(), name);
            if (index < 0 || count <= 0)
            {
                throw row.Corrupt(column, $"has '{name}' {count.ToString(CultureInfo.InvariantCulture)} times");
            }

            causes.Add(Enum.GetValues<FailureCause>()[index], count);
        }

        return causes.ToImmutable();
    }
}
