using System.Collections.Frozen;
using System.Globalization;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace AzurePerf.Core.Experiments.Published;

/// <summary>Which published point is comparable with which figure of ours. The publications' "1 KB" counts as 1 KiB, as in the
/// presets.</summary>
public static class PublishedFigures
{
    private const string Clients = LevelColumns.Clients;
    private const string EntityBytes = "entityBytes";
    private const string MessageBytes = "messageBytes";

    private static readonly FrozenDictionary<string, PublishedFigure[]> ByExperiment =
        PublishedPoints.All.Select(Read).OfType<PublishedFigure>().GroupBy(figure => figure.Point.Experiment)
            .ToFrozenDictionary(group => group.Key, group => group.ToArray());

    /// <summary>What is comparable with an experiment's figures, in the order of the data set; empty for most experiments.</summary>
    public static IReadOnlyList<PublishedFigure> Of(string experiment) => ByExperiment.GetValueOrDefault(experiment, []);

    /// <summary>What was published of a metric at these levels; <paramref name="levels"/> may name more factors than a publication
    /// does.</summary>
    public static IEnumerable<PublishedFigure> Find(string experiment, JsonObject levels, PublishedMetric metric) =>
        Of(experiment).Where(figure => figure.Metric == metric && Matches(figure, levels));

    /// <summary>True when the levels are those that the figure was published for.</summary>
    public static bool Matches(PublishedFigure figure, JsonObject levels)
    {
        ArgumentNullException.ThrowIfNull(figure);
        ArgumentNullException.ThrowIfNull(levels);
        return figure.Levels.All(level => levels[level.Key]?.ToJsonString() == level.Value);
    }

    /// <summary>The figure that a point is comparable with; null when there is none of ours.</summary>
    public static PublishedFigure? Read(PublishedPoint point)
    {
        ArgumentNullException.ThrowIfNull(point);
        return (point.Experiment, point.Series) switch
        {
            ("blob.download" or "blob.upload", "aggregate") =>
                At(point, PublishedMetric.MegabytesPerSecond),
            ("blob.download" or "blob.upload", "per client") => At(point, PublishedMetric.MegabytesPerSecondPerClient, (Clients, X(point))),
            ("blob.download", "share of one client") => At(point, PublishedMetric.ShareOfLoneClient, (Clients, X(point))),
            ("blob.download", "loss per doubling") => At(point, PublishedMetric.LossPerDoubling),
            ("sql.scale", "cloud, share of single-client commits per client") =>
                At(point, PublishedMetric.ShareOfLoneClient, (Clients, X(point))),
            ("sql.scale", "cloud, rise of mean time") => At(point, PublishedMetric.RiseOfMeanTime, (Clients, X(point))),
            ("sql.scale", "cloud throughput peak" or "LAN throughput peak") => At(point, PublishedMetric.ClientsAtPeak),
            ("sql.scale", "plateau starts") => At(point, PublishedMetric.ClientsAtPlateau),
            ("sql.scale", "at the peak: failed transactions") => At(point, PublishedMetric.FailedAtPeak),
            ("sql.scale", "at the peak: rise of mean time") => At(point, PublishedMetric.RiseAtPeak),
            ("table.insert" or "table.query" or "table.update" or "table.delete", "aggregate maximum") =>
                At(point, PublishedMetric.OperationsPerSecond, (EntityBytes, X(point) << 10)),
            ("table.insert", "clients finishing all 500 ops, 64 KB") =>
                At(point, PublishedMetric.ClientsFinished, (Clients, X(point)), (EntityBytes, 64 << 10)),
            ("table.filter", "clients with time-outs") => At(point, PublishedMetric.ShareOfClientsWithFailures, (Clients, X(point))),
            ("queue.add" or "queue.peek" or "queue.receive", "aggregate maximum") =>
                At(point, PublishedMetric.OperationsPerSecond, (MessageBytes, X(point))),
            ("queue.add", "per client, up to 32 writers" or "per client, up to 16 writers") =>
                At(point, PublishedMetric.OperationsPerSecondPerClient, (Clients, X(point))),
            ("queue.length", "rate over that at 200000 messages") when point.NotCompared.Length == 0 =>
                At(point, PublishedMetric.RateOverShorterQueue, ("queueLength", X(point))),
            ("insert.ratio", "time of one insert: blob") => OfInsert(point, InsertService.Blob),
            ("insert.ratio", "time of one insert: entity") => OfInsert(point, InsertService.Table),
            ("insert.ratio", "1 clients") => At(point, PublishedMetric.BlobOverTable, (Clients, 1), ("objectBytes", X(point) << 10)),
            ("insert.ratio", "8 clients") => At(point, PublishedMetric.BlobOverTable, (Clients, 8), ("objectBytes", X(point) << 10)),
            ("insert.ratio", "16 clients") => At(point, PublishedMetric.BlobOverTable, (Clients, 16), ("objectBytes", X(point) << 10)),
            ("disk.mark", _) => OfDisk(point),
            ("disk.warm", "first-touch penalty") => At(point, PublishedMetric.FirstOperationPenalty),
            ("tcp.rtt", "small instances") => At(point, PublishedMetric.ShareWithin) with { Bound = X(point) },
            ("tcp.bandwidth", "small instances") =>
                At(point, point.Statistic == "share at or above" ? PublishedMetric.ShareAtOrAbove : PublishedMetric.ShareAtOrBelow) with
                {
                    Bound = X(point),
                },
            ("tcp.bandwidth", "time of one transfer of 2 GB") =>
                At(point, PublishedMetric.SecondsPerOperation, ("transferBytes", 2_000_000_000)),
            ("tcp.series", "typical level") => At(point, PublishedMetric.MegabytesPerSecondMedian),
            ("tcp.series", "dips") => At(point, PublishedMetric.MegabytesPerSecondLowest),
            _ => null,
        };
    }

    private static PublishedFigure OfInsert(PublishedPoint point, InsertService service)
    {
        var figure = At(point, PublishedMetric.MillisecondsPerOperation, ("objectBytes", X(point) << 10));
        return figure with
        {
            Levels = new Dictionary<string, string>(figure.Levels)
            {
                ["service"] = JsonSerializer.Serialize(service, ExperimentJson.Options),
            },
        };
    }

    /// <summary>Tests are named by size and queue; the series is the volume, which the reader must be told as a note.</summary>
    private static PublishedFigure? OfDisk(PublishedPoint point)
    {
        var words = point.X.Split(' ');
        var test = point.X[..^words[^1].Length].TrimEnd() switch
        {
            "seq QD32" => "seq128KQ32T1",
            "4K QD32" => "rnd4KQ32T1",
            "seq QD1" => "seq1MQ1T1",
            "4K QD1" => "rnd4KQ1T1",
            _ => null,
        };
        return test is null
            ? null
            : new(point with { Note = point.Series }, PublishedMetric.MegabytesPerSecondBestOfThree,
                new Dictionary<string, string> { ["test"] = Json(test), ["direction"] = Json(words[^1]) });

        static string Json(string word) => JsonValue.Create(word).ToJsonString();
    }

    private static PublishedFigure At(PublishedPoint point, PublishedMetric metric, params (string Factor, long Level)[] levels) =>
        new(point, metric, levels.ToDictionary(level => level.Factor, level => level.Level.ToString(CultureInfo.InvariantCulture)));

    private static long X(PublishedPoint point) => long.Parse(point.X, NumberStyles.None, CultureInfo.InvariantCulture);
}

/// <summary>A published point of which it is known what it is comparable with.</summary>
/// <param name="Point">As published.</param>
/// <param name="Metric">What of ours.</param>
/// <param name="Levels">At which levels of which factors, as JSON; factors that are not named may have any.</param>
public sealed record PublishedFigure(PublishedPoint Point, PublishedMetric Metric, IReadOnlyDictionary<string, string> Levels)
{
    /// <summary>Of a share, the milliseconds or MB/s up to which, or from which, it counts; else null.</summary>
    public double? Bound { get; init; }

    /// <summary>True for a maximum over all numbers of clients.</summary>
    public bool IsMaximumOverClients => Point.Statistic == "maximum" && !Levels.ContainsKey(LevelColumns.Clients);
}
