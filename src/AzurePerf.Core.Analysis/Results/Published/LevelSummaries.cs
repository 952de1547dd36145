using System.Globalization;
using System.Text.Json.Nodes;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Statistics;

namespace AzurePerf.Core.Results.Published;

/// <summary>The repetitions of one configuration that count, of which figures next to published ones are made as those were: of
/// means, not of medians.</summary>
internal sealed record LevelSummaries(JsonObject Levels, IReadOnlyList<PointResult> Results)
{
    /// <summary>Their level, which every experiment has that varies it.</summary>
    public int Clients => int.Parse(Levels["clients"]!.ToJsonString(), CultureInfo.InvariantCulture);

    /// <summary>True when its operations together are enough for the median latency.</summary>
    public bool HasMedian => QuantileSupport.Exists(Operations, 0.5);

    public double OperationsPerSecond => Mean(summary => summary.OperationsPerSecond.SumOfClientMeans);

    public double OperationsPerSecondPerClient => Mean(summary => summary.OperationsPerSecond.PerClientMean);

    /// <summary>Payload of all clients in each repetition; 1 MB = 10^6 bytes.</summary>
    public IEnumerable<double> MegabytesPerSecond => Summaries.Select(summary => summary.BytesPerSecond.SumOfClientMeans / 1e6);

    public double MegabytesPerSecondPerClient => Mean(summary => summary.BytesPerSecond.PerClientMean) / 1e6;

    /// <summary>Mean latency of the repetitions' means; null where one of them has no successful operation.</summary>
    public double? MeanSeconds =>
        Summaries.All(summary => summary.Latency.MeanNanoseconds is not null)
            ? Mean(summary => summary.Latency.MeanNanoseconds!.Value) / 1e9
            : null;

    /// <summary>Of the operations that ended.</summary>
    public double FailedShare =>
        1 - ((double)Summaries.Sum(summary => summary.Outcomes.GetValueOrDefault(OperationOutcome.Ok))
            / Math.Max(1, Summaries.Sum(summary => summary.Operations)));

    private long Operations => Summaries.Sum(summary => summary.Latency.Count);

    public double Mean(Func<OperationSummary, double> figure) => Summaries.Average(figure);

    public IReadOnlyList<OperationSummary> Summaries { get; } = [.. Results.Select(result => result.Operations!)];

    /// <summary>Of the repetitions' rates in MB/s; null where they are too few.</summary>
    public double? Quantile(double share) =>
        QuantileSupport.Exists(Summaries.Count, share) ? Statistics.Sample.QuantileOfSorted([.. MegabytesPerSecond.Order()], share) : null;

    /// <summary>Share of the repetitions whose rate is as asked for; null where they are too few for a quantile at the published
    /// share.</summary>
    public double? Share(double published, Func<double, bool> isCounted) =>
        QuantileSupport.Exists(Summaries.Count, published) ? (double)MegabytesPerSecond.Count(isCounted) / Summaries.Count : null;

    /// <summary>Share of the operations within a bin of the cumulative histogram that points have; null where one of them has
    /// none.</summary>
    public double? ShareWithin(double milliseconds)
    {
        double?[] shares = [.. Results.Select(result => ShareOf(result, milliseconds))];
        return shares.Contains(null) ? null : shares.Average();
    }

    /// <summary>Bins end with the first that holds all operations.</summary>
    private static double? ShareOf(PointResult result, double milliseconds)
    {
        var bins = result.Values.Where(figure => figure.Name.StartsWith(PointValue.ShareWithin, StringComparison.Ordinal)).ToArray();
        var name = PointValue.NameOfShare(milliseconds);
        return bins.FirstOrDefault(figure => figure.Name == name)?.Value ?? (bins is [.., { Value: 1 }] ? 1 : null);
    }
}
