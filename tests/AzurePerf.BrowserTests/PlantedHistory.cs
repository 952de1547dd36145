using System.Collections.Immutable;
using System.Text.Json.Nodes;
using AzurePerf.Core.Access;
using AzurePerf.Core.Executions;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Schedules;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Trends;
using AzurePerf.Core.Views;
using AzurePerf.Core.Workers;
using AzurePerf.Storage.Access;
using AzurePerf.Storage.Executions;
using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Schedules;
using AzurePerf.Storage.Trends;
using AzurePerf.Storage.Views;
using AzurePerf.Storage.Workers;

namespace AzurePerf.BrowserTests;

/// <summary>What months of use leave behind, so that pages about many runs have something to show: made-up figures, which no page but those of these tests ever shows.</summary>
internal static class PlantedHistory
{
    public static readonly string ScheduleId = IdText.Hash("planted", "schedule");

    /// <summary>A schedule with 30 nights: a lasting change, a run that failed, five nights on which nothing ran, another build.</summary>
    public static async Task PlantAsync(IRowStore rows, CancellationToken cancellationToken)
    {
        await PlantTrendAsync(rows, cancellationToken);
        await PlantOutcomesAsync(rows, cancellationToken);
        await PlantAuditAsync(rows, cancellationToken);
        await PlantPoolsAsync(rows, cancellationToken);
        await PlantViewsAsync(rows, cancellationToken);
    }

    /// <summary>An hour and a half of two pools, with ten minutes in which nobody counted.</summary>
    private static async Task PlantPoolsAsync(IRowStore rows, CancellationToken cancellationToken)
    {
        var store = new PoolHistoryStore(rows, TimeProvider.System);
        foreach (var ago in Enumerable.Range(1, 90).Where(ago => ago is < 40 or > 50))
        {
            await store.PutAsync(
                new(TimeProvider.System.GetUtcNow().AddMinutes(-ago), [new(WorkerPool.Measure, 1 + (ago / 20), 1 + (ago / 20), 1), new(WorkerPool.Bag, ago > 60 ? 3 : 0, ago > 60 ? 24 : 0, 0)]),
                cancellationToken);
        }
    }

    private static async Task PlantViewsAsync(IRowStore rows, CancellationToken cancellationToken)
    {
        (string Name, string Address, string Owner)[] views =
        [
            ("Failed at night", "/runs?state=failed&tag=nightly", "local"),
            ("Downloads: every night in west europe, with all that changed between the builds of last winter", "/trends?schedule=" + ScheduleId, "ci"),
            ("Timeouts of a month", "/outcomes?days=30", "ann@example.com"),
        ];
        foreach (var (name, address, owner) in views)
        {
            await new ViewStore(rows).TryAddAsync(
                new() { Id = ViewName.IdOf(name), Name = name, Address = ViewAddress.Read(address, out _)!, Owner = owner, CreatedAt = Today() },
                cancellationToken);
        }
    }

    private static async Task PlantTrendAsync(IRowStore rows, CancellationToken cancellationToken)
    {
        var today = Today();
        await new ScheduleStore(rows).TryAddAsync(Schedule(today), cancellationToken);
        await new ScheduleStore(rows).TryAddAsync(Schedule(today) with { Id = IdText.Hash("planted", "paused"), Name = "", Enabled = false, JitterSeconds = 0 }, cancellationToken);
        var store = new TrendStore(rows);
        foreach (var night in Enumerable.Range(0, 30).Where(night => night is < 18 or > 22))
        {
            await store.PutAsync(Run(night, today), cancellationToken);
        }
    }

    private static Schedule Schedule(DateTimeOffset today) => new()
    {
        Id = ScheduleId,
        Name = "every night",
        Owner = "local",
        Request = """{"experiment": "blob.download", "preset": "reduced"}""",
        BodyHash = "x",
        Experiment = "blob.download",
        Target = "default",
        Cron = "0 2 * * *",
        Zone = "Europe/Berlin",
        JitterSeconds = 300,
        CreatedAt = today.AddDays(-31),
        ConsideredUpTo = today,
        LastRunId = IdText.Hash("planted", "29"),
        LastRunAt = today.AddHours(-22),
        Missed = 5,
        MissedTimes = [.. Enumerable.Range(18, 5).Select(night => today.AddDays(night - 30).AddHours(2))],
    };

    private static TrendRun Run(int night, DateTimeOffset today)
    {
        var failed = night == 7;
        var median = (night < 12 ? 160e6 : 130e6) + (4e6 * ((night * 7) % 5));
        JsonObject levels = new() { ["blobBytes"] = 1 << 20, ["clients"] = 4, ["containers"] = 1 };
        return new()
        {
            RunId = IdText.Hash("planted", night.ToString(System.Globalization.CultureInfo.InvariantCulture)),
            Experiment = "blob.download",
            Target = "default",
            Status = failed ? RunStatus.Failed : RunStatus.Completed,
            At = today.AddDays(night - 30).AddHours(2),
            Scale = "reduced",
            Settings = "planted",
            ScheduleId = ScheduleId,
            Build = night < 15 ? "1" : "2",
            Figures = failed ? null : new("bytesPerSecond", "B/s", true, [new(levels, median, median * 0.95, median * 1.06, 8)]),
        };
    }

    private static async Task PlantOutcomesAsync(IRowStore rows, CancellationToken cancellationToken)
    {
        var today = Today();
        var hours = Enumerable.Range(0, 7).Where(day => day != 3).SelectMany(day => new[]
        {
            Hour("blob.download", today.AddDays(-day), 400, (FailureCause.TimedOut, (day * 11) % 40), (FailureCause.ServerBusy, 6)),
            Hour("queue.add", today.AddDays(-day), 90 + day, (FailureCause.TimedOut, 1), (FailureCause.WorkerLost, 1)),
            Hour("modis.pipeline", today.AddDays(-day), 120, "source download", (FailureCause.SourceDownloadFailed, 2 + day), (FailureCause.ConnectionFailure, 1)),
            Hour("modis.pipeline", today.AddDays(-day), 700, "reprojection", (FailureCause.TimedOut, (day * 17) % 120), (FailureCause.AlreadyExists, 60)),
            Hour("modis.pipeline", today.AddDays(-day), 12, "aggregation", (FailureCause.TimedOut, day % 2)),
            Hour("modis.pipeline", today.AddDays(-day), 300, "reduction", (FailureCause.UserCodeError, 21), (FailureCause.TimedOut, 3)),
        });
        await new ExecutionStatisticsStore(rows, TimeProvider.System).AddAsync([.. hours], "planted", cancellationToken);
    }

    private static HourlyStatistics Hour(string experiment, DateTimeOffset at, int successes, params (FailureCause Cause, int Count)[] ends) =>
        Hour(experiment, at, successes, "measure", ends);

    private static HourlyStatistics Hour(
        string experiment, DateTimeOffset at, int successes, string stage, params (FailureCause Cause, int Count)[] ends)
    {
        var statistics = Enumerable.Repeat(ExecutionStatistics.OfSuccess(TimeSpan.FromSeconds(9)), successes).Aggregate(ExecutionStatistics.Empty, (sum, next) => sum.Plus(next))
            .Plus(new() { Causes = ends.Where(end => end.Count > 0).ToImmutableSortedDictionary(end => end.Cause, end => (long)end.Count) });
        return new(new(experiment, stage, "{}", "local"), at, statistics);
    }

    private static async Task PlantAuditAsync(IRowStore rows, CancellationToken cancellationToken)
    {
        var audit = new AuditStore(rows, new RandomIdSource(), TimeProvider.System);
        await audit.AppendAsync(new("ann", AccessScope.Admin, "k7dq2x"), "POST /api/v1/keys", "ci", "203.0.113.7", AuditOutcome.Done, cancellationToken);
        await audit.AppendAsync(new("ci", AccessScope.Submit, "p3f9aa"), "POST /runs/{id}?handler=Cancel", ScheduleId, "2001:db8::17", AuditOutcome.Refused, cancellationToken);
    }

    private static DateTimeOffset Today() => new(TimeProvider.System.GetUtcNow().UtcDateTime.Date, TimeSpan.Zero);
}
