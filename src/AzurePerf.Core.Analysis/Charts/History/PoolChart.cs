using AzurePerf.Core.Texts;
using AzurePerf.Core.Workers;

namespace AzurePerf.Core.Charts.History;

/// <summary>How many workers each pool had over the last day: a point per minute, and a gap where nobody counted.</summary>
public static class PoolChart
{
    public const string Id = "pools";

    /// <summary>Minutes this far apart leave a gap: one look may come late, two may not.</summary>
    private static readonly TimeSpan Longest = TimeSpan.FromMinutes(2.5);

    /// <summary>Null before anything was counted.</summary>
    /// <param name="minutes">In the order of time.</param>
    public static Chart? Of(IReadOnlyList<PoolMinute> minutes)
    {
        ArgumentNullException.ThrowIfNull(minutes);
        string[] pools = [.. WorkerPool.All.Where(pool => minutes.Any(minute => CountOf(minute, pool) is { Workers: > 0 }))];
        if (minutes.Count == 0)
        {
            return null;
        }

        ChartSeries[] series = [.. pools.Select(pool => new ChartSeries(pool, SeriesRole.Measured, [.. Points(minutes, pool)]))];
        return new()
        {
            Id = Id,
            Kind = ChartKind.Line,
            Title = "Workers over time",
            Caption = CaptionOf(minutes, pools),
            Notes = series.Any(one => one.Points.Any(point => point.Y is null))
                ? ["No line joins minutes in which no TaskManager counted."]
                : [],
            X = new("time, UTC", "", ChartScale.Time),
            Y = new("workers", "", ChartScale.Linear) { Whole = true },
            Steps = true,
            Series = series,
            Lines = [],
            Table = TableOf(minutes, pools),
        };
    }

    private static IEnumerable<ChartPoint> Points(IReadOnlyList<PoolMinute> minutes, string pool)
    {
        PoolMinute? before = null;
        foreach (var minute in minutes)
        {
            if (before is not null && minute.At - before.At > Longest)
            {
                yield return new((before.At.ToUnixTimeMilliseconds() + minute.At.ToUnixTimeMilliseconds()) / 2, null)
                {
                    Note = "nobody counted",
                };
            }

            var count = CountOf(minute, pool);
            yield return new(minute.At.ToUnixTimeMilliseconds(), count?.Workers ?? 0)
            {
                Note = count is { Slots: > 0 }
                    ? $"{NumberFormat.Count(count.Running)} of {NumberFormat.Counted(count.Slots, "slot")} in use"
                    : null,
            };
            before = minute;
        }
    }

    private static ChartTable TableOf(IReadOnlyList<PoolMinute> minutes, string[] pools) => new(
        [new("time"),
            .. pools.SelectMany(pool =>
                new ChartColumn[] { new($"{pool}: workers"), new($"{pool}: slots"), new($"{pool}: slots in use") })],
        [.. minutes.Select(minute => (IReadOnlyList<object?>)
            [NumberFormat.InstantAttribute(minute.At),
                .. pools.SelectMany(pool =>
                    CountOf(minute, pool) is { } count
                        ? new object?[] { (long)count.Workers, (long)count.Slots, (long)count.Running }
                        : [0L, 0L, 0L])])]);

    private static string CaptionOf(IReadOnlyList<PoolMinute> minutes, string[] pools) => pools.Length == 0
        ? "No pool had a worker."
        : Sentence.Start(string.Join("; ",
            pools.Select(pool => $"pool {pool} had {Range([.. minutes.Select(minute => CountOf(minute, pool)?.Workers ?? 0)])}")) + ".");

    private static string Range(int[] workers) => workers.Min() == workers.Max()
        ? NumberFormat.Counted(workers.Max(), "worker") + " throughout"
        : $"{NumberFormat.Count(workers.Min())} to {NumberFormat.Counted(workers.Max(), "worker")}, now {NumberFormat.Count(workers[^1])}";

    private static PoolCount? CountOf(PoolMinute minute, string pool) => minute.Pools.FirstOrDefault(count => count.Pool == pool);
}
