namespace AzurePerf.Core.Experiments.Published;

/// <summary>A published point of which it is known what it is comparable with.</summary>
/// <param name="Point">As published.</param>
/// <param name="Metric">What of ours.</param>
/// <param name="Levels">At which levels of which factors, as JSON; factors that are not named may have any.</param>
public sealed record PublishedFigure(PublishedPoint Point, PublishedMetric Metric, IReadOnlyDictionary<string, string> Levels)
{
    /// <summary>Of a share, the milliseconds or MB/s up to which, or from which, it counts; else null.</summary>
    public double? Bound { get; init; }

    /// <summary>True for a maximum over all numbers of clients.</summary>
    public bool IsMaximumOverClients => Point.Statistic == "maximum" && !Levels.ContainsKey("clients");
}
