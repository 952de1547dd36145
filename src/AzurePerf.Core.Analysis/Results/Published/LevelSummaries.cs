using System.Globalization;
using System.Text.Json.Nodes;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Runs;
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

    public double? OperationsPerSecond => MeanOfSucceeded(summary => summary.OperationsPerSecond.SumOfClientMeans);

    public double? OperationsPerSecondPerClient => MeanOfSucceeded(summary => summary.OperationsPerSecond.PerClientMean);

    /// <summary>Payload of all clients in each repetition that has a successful operation; 1 MB = 10^6 bytes.</summary>
    public IEnumerable<double> MegabytesPerSecond =>
        Succeeded.Select(result => result.Operations!.BytesPerSecond.SumOfClientMeans / 1e6);

    public double? MegabytesPerSecondPerClient => MeanOfSucceeded(summary => summary.BytesPerSecond.PerClientMean) / 1e6;

    /// <summary>Mean latency of the repetitions' means.</summary>
    public double? MeanSeconds => MeanOfSucceeded(summary => summary.Latency.MeanNanoseconds) / 1e9;

    /// <summary>By how much the first operation is slower, over the repetitions that have one.</summary>
    public double? FirstOperationPenalty => MeanOfSucceeded(summary => summary.FirstOperation?.Penalty);

    /// <summary>Of the operations that ended.</summary>
    public double FailedShare =>
        1 - ((double)Summaries.Sum(summary => summary.Outcomes.GetValueOrDefault(OperationOutcome.Ok))
            / Math.Max(1, Summaries.Sum(summary => summary.Operations)));

    private long Operations => Summaries.Sum(summary => summary.Latency.Count);

    /// <summary>Over all repetitions, also those of which no operation succeeded.</summary>
    public double Mean(Func<OperationSummary, double> figure) => Summaries.Average(figure);

    public IReadOnlyList<OperationSummary> Summaries { get; } = [.. Results.Select(result => result.Operations!)];

    /// <summary>Without a success there is no rate and no time: one of 0 was never measured.</summary>
    private IReadOnlyList<PointResult> Succeeded { get; } = [.. Results.Where(RunSuccess.HasSuccess)];

    /// <summary>Null where no repetition has one.</summary>
    private double? MeanOfSucceeded(Func<OperationSummary, double?> figure) =>
        Succeeded.Select(result => figure(result.Operations!)).Average();

    /// <summary>Of the repetitions' rates in MB/s; null where they are too few.</summary>
    public double? Quantile(double share) =>
        QuantileSupport.Exists(Succeeded.Count, share) ? Statistics.Sample.QuantileOfSorted([.. MegabytesPerSecond.Order()], share) : null;

    /// <summary>Share of the repetitions whose rate is as asked for; null where they are too few for a quantile at the published
    /// share.</summary>
    public double? Share(double published, Func<double, bool> isCounted) =>
        QuantileSupport.Exists(Succeeded.Count, published) ? (double)MegabytesPerSecond.Count(isCounted) / Succeeded.Count : null;

    /// <summary>Share of the successful operations within a bin of the cumulative histogram that points have; null where one with such
    /// operations has none.</summary>
    public double? ShareWithin(double milliseconds)
    {
        double?[] shares = [.. Succeeded.Select(result => ShareOf(result, milliseconds))];
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
