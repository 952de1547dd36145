using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments.Published;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Statistics;

namespace AzurePerf.Core.Reports.Published;

/// <summary>Holds the points of a run against what was published of the same experiment.</summary>
public static class PublishedComparisons
{
    private const string Clients = "clients";

    /// <summary>Of clients: the best of one is no maximum over them.</summary>
    private const int MinimumLevels = 2;

    /// <summary>
    /// Every published figure for which the run has <see cref="ConclusivePoints"/>, in the order of the data set; one entry per combination of the factors that it does not name.
    /// All were measured in closed loops: what an open loop gave at a rate of its own is held against none. A maximum needs at least two numbers of clients, each with as many
    /// operations as a median.
    /// </summary>
    public static IReadOnlyList<PublishedComparison> Of(string experiment, IEnumerable<PointRecord> points, IReadOnlyList<DerivedRatio> ratios)
    {
        var groups = points.Where(point => ConclusivePoints.Contains(point) && point.Summary!.OpenLoop is null)
            .GroupBy(point => point.Levels.ToJsonString(), (_, same) => same.ToArray())
            .Select(same => new LevelSummaries(same[0].Levels, [.. same.OrderBy(point => point.Repetition).Select(point => point.Summary!)]))
            .ToArray();
        return [.. PublishedFigures.Of(experiment).SelectMany(figure => figure.IsMaximumOverClients
            ? Maxima(figure, Candidates(figure, [.. groups.Where(group => group.HasMedian)], ratios))
            : Candidates(figure, groups, ratios).Select(candidate => Compare(figure, candidate)))];
    }

    private static IEnumerable<(JsonObject Levels, double Ours)> Candidates(PublishedFigure figure, LevelSummaries[] groups, IReadOnlyList<DerivedRatio> ratios) =>
        figure.Metric == PublishedMetric.BlobOverTable
            ? ratios.Where(ratio => PublishedFigures.Matches(figure, ratio.Levels)).Select(ratio => (ratio.Levels, ratio.Value))
            : groups.Where(group => PublishedFigures.Matches(figure, group.Levels))
                .Select(group => (group.Levels, Ours: Ours(figure.Metric, group, groups)))
                .Where(candidate => candidate.Ours is not null)
                .Select(candidate => (candidate.Levels, candidate.Ours!.Value));

    private static IEnumerable<PublishedComparison> Maxima(PublishedFigure figure, IEnumerable<(JsonObject Levels, double Ours)> candidates) => candidates
        .GroupBy(candidate => WithoutClients(candidate.Levels), (_, same) => same.ToArray())
        .Where(same => same.Length >= MinimumLevels)
        .Select(same => Compare(figure, same.MaxBy(candidate => candidate.Ours)) with { LevelsOfClients = same.Length });

    private static PublishedComparison Compare(PublishedFigure figure, (JsonObject Levels, double Ours) candidate)
    {
        var point = figure.Point;
        return new(
            point.Source, point.Reference, figure.Metric, candidate.Levels.DeepClone().AsObject(), point.Value, point.Statistic, point.Note, candidate.Ours, candidate.Ours / point.Value);
    }

    private static double? Ours(PublishedMetric metric, LevelSummaries group, LevelSummaries[] all) => metric switch
    {
        PublishedMetric.OperationsPerSecond => group.Mean(summary => summary.OperationsPerSecond.SumOfClientMeans),
        PublishedMetric.OperationsPerSecondPerClient => group.Mean(summary => summary.OperationsPerSecond.PerClientMean),
        PublishedMetric.MegabytesPerSecond => group.Mean(summary => summary.BytesPerSecond.SumOfClientMeans) / 1e6,
        PublishedMetric.MegabytesPerSecondPerClient => group.Mean(summary => summary.BytesPerSecond.PerClientMean) / 1e6,
        PublishedMetric.ShareOfLoneClient => Lone(group, all) is { } lone ? group.Mean(summary => summary.BytesPerSecond.PerClientMean) / lone : null,
        PublishedMetric.ClientsFinished => group.Mean(summary => summary.ClientsFinished),
        PublishedMetric.ShareOfClientsWithFailures => group.Mean(summary => 1 - ((double)summary.ClientsFinished / summary.Clients)),
        PublishedMetric.MegabytesPerSecondBestOfThree => group.Summaries.Take(3).Max(summary => summary.BytesPerSecond.SumOfClientMeans) / 1e6,
        PublishedMetric.FirstOperationPenalty => group.Summaries.All(summary => summary.FirstOperation is not null) ? group.Mean(summary => summary.FirstOperation!.Penalty) : null,
        _ => throw new InvalidOperationException($"{metric} is no figure of points"),
    };

    private static double? Lone(LevelSummaries group, LevelSummaries[] all)
    {
        var others = WithoutClients(group.Levels);
        return all.FirstOrDefault(other => other.Levels[Clients]?.ToJsonString() == "1" && WithoutClients(other.Levels) == others)
            ?.Mean(summary => summary.BytesPerSecond.PerClientMean) is > 0 and var rate ? rate : null;
    }

    private static string WithoutClients(JsonObject levels)
    {
        var others = levels.DeepClone().AsObject();
        others.Remove(Clients);
        return others.ToJsonString();
    }

    private sealed record LevelSummaries(JsonObject Levels, IReadOnlyList<PointSummary> Summaries)
    {
        /// <summary>True when its operations together are enough for the median latency.</summary>
        public bool HasMedian => QuantileSupport.Exists(Summaries.Sum(summary => summary.Latency.Count), 0.5);

        public double Mean(Func<PointSummary, double> figure) => Summaries.Average(figure);
    }
}
