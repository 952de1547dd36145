using System.Globalization;
using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Published;

namespace AzurePerf.Core.Results.Published;

/// <summary>Holds the points of a run against what was published of the same experiment.</summary>
public static class PublishedComparisons
{
    /// <summary>Passes of a disk that the best one is taken of.</summary>
    internal const int BestOf = 3;

    /// <summary>Messages in the queue that longer ones are compared with.</summary>
    private const long ShorterQueue = 200_000;

    /// <summary>
    /// Every published figure for which repetitions of the run count, in the order of the data set; one entry per combination of the
    /// factors that it does not name. All were measured in closed loops: what an open loop gave at a rate of its own is compared with none.
    /// A maximum needs at least two numbers of clients, each with as many operations as a median.
    /// </summary>
    public static IReadOnlyList<PublishedComparison> Of(LevelResults results, IReadOnlyList<DerivedRatio> ratios)
    {
        ArgumentNullException.ThrowIfNull(results);
        var groups = results.Levels
            .Select(level =>
                new LevelSummaries(level.Levels,
                    [.. level.Counted.Select(point => point.Result!).Where(result => result.Operations is { OpenLoop: null })]))
            .Where(group => group.Summaries.Count > 0)
            .ToArray();
        var supported = groups.Where(group => group.HasMedian).ToArray();
        return [.. PublishedFigures.Of(results.Spec.Experiment)
            .SelectMany(figure => figure.IsMaximumOverClients ? Maxima(Candidates(figure, supported, ratios))
            : PublishedCurves.Has(figure.Metric) ? PublishedCurves.Of(figure.Metric, supported)
                .Select(found => Compare(figure, found.Levels, found.Ours) with { LevelsOfClients = found.LevelsOfClients })
            : Candidates(figure, groups, ratios))];
    }

    private static IEnumerable<PublishedComparison> Candidates(
        PublishedFigure figure, LevelSummaries[] groups, IReadOnlyList<DerivedRatio> ratios) =>
        figure.Metric == PublishedMetric.BlobOverTable
            ? ratios.Where(ratio => PublishedFigures.Matches(figure, ratio.Levels))
                .Select(ratio => Compare(figure, ratio.Levels, ratio.Value))
            : groups.Where(group => PublishedFigures.Matches(figure, group.Levels))
                .Select(group => (Group: group, Ours: Ours(figure, group, groups)))
                .Where(candidate => candidate.Ours is not null)
                .Select(candidate => Compare(figure, candidate.Group.Levels, candidate.Ours!.Value) with
                {
                    Passes = figure.Metric == PublishedMetric.MegabytesPerSecondBestOfThree ? FirstOf(candidate.Group).Count() : 0,
                });

    private static IEnumerable<PublishedComparison> Maxima(IEnumerable<PublishedComparison> candidates) =>
        PublishedCurves.In(candidates, candidate => candidate.Levels)
            .Select(same => same.MaxBy(candidate => candidate.Ours)! with { LevelsOfClients = same.Length });

    private static IEnumerable<double> FirstOf(LevelSummaries group) => group.MegabytesPerSecond.Take(BestOf);

    private static PublishedComparison Compare(PublishedFigure figure, JsonObject levels, double ours)
    {
        var point = figure.Point;
        return new(
            point.Source, point.Reference, figure.Metric, levels.DeepClone().AsObject(), point.Value, point.Statistic, point.Note, ours,
            ours / point.Value)
        {
            Bound = figure.Bound,
        };
    }

    private static double? Ours(PublishedFigure figure, LevelSummaries group, LevelSummaries[] all) => figure.Metric switch
    {
        PublishedMetric.OperationsPerSecond => group.OperationsPerSecond,
        PublishedMetric.OperationsPerSecondPerClient => group.OperationsPerSecondPerClient,
        PublishedMetric.MegabytesPerSecond => group.MegabytesPerSecond.Select(rate => (double?)rate).Average(),
        PublishedMetric.MegabytesPerSecondPerClient => group.MegabytesPerSecondPerClient,
        PublishedMetric.ShareOfLoneClient =>
            group.OperationsPerSecondPerClient / Positive(SameBut(group, all, LevelColumns.Clients, 1)?.OperationsPerSecondPerClient),
        PublishedMetric.RiseOfMeanTime =>
            (group.MeanSeconds / Positive(SameBut(group, all, LevelColumns.Clients, 1)?.MeanSeconds)) - 1,
        PublishedMetric.RateOverShorterQueue =>
            group.OperationsPerSecond / Positive(SameBut(group, all, "queueLength", ShorterQueue)?.OperationsPerSecond),
        PublishedMetric.ClientsFinished => group.Mean(summary => summary.ClientsFinished),
        PublishedMetric.ShareOfClientsWithFailures => group.Mean(summary => 1 - ((double)summary.ClientsFinished / summary.Clients)),
        PublishedMetric.MegabytesPerSecondBestOfThree => FirstOf(group).Select(rate => (double?)rate).Max(),
        PublishedMetric.MegabytesPerSecondMedian => group.Quantile(0.5),
        PublishedMetric.MegabytesPerSecondLowest => group.Quantile(0.5) is null ? null : group.MegabytesPerSecond.Min(),
        PublishedMetric.ShareAtOrAbove => group.Share(figure.Point.Value, rate => rate >= figure.Bound),
        PublishedMetric.ShareAtOrBelow => group.Share(figure.Point.Value, rate => rate <= figure.Bound),
        PublishedMetric.ShareWithin => group.ShareWithin(figure.Bound!.Value),
        PublishedMetric.MillisecondsPerOperation => group.MeanSeconds * 1e3,
        PublishedMetric.SecondsPerOperation => group.MeanSeconds,
        PublishedMetric.FirstOperationPenalty => group.FirstOperationPenalty,
        _ => throw new InvalidOperationException($"{figure.Metric} is no metric of points"),
    };

    /// <summary>What was measured at another level of one factor and the same levels of all others.</summary>
    private static LevelSummaries? SameBut(LevelSummaries group, LevelSummaries[] all, string factor, long level) =>
        all.FirstOrDefault(other =>
            other.Levels[factor]?.ToJsonString() == level.ToString(CultureInfo.InvariantCulture)
                && LevelColumns.Without(other.Levels, factor) == LevelColumns.Without(group.Levels, factor));

    private static double? Positive(double? rate) => rate > 0 ? rate : null;
}
