using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Published;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Statistics;

namespace AzurePerf.Core.Results.Published;

/// <summary>What was published of the curve over the clients as a whole: where it is highest, what is so there, where it levels.</summary>
internal static class PublishedCurves
{
    /// <summary>Numbers of clients: one is no curve.</summary>
    private const int FewestLevels = 2;

    public static bool Has(PublishedMetric metric) => metric == PublishedMetric.LossPerDoubling || IsPlace(metric);

    /// <summary>Whether it says where on the curve something is so, or what is so there: a number of clients is no performance.</summary>
    public static bool IsPlace(PublishedMetric metric) => metric is PublishedMetric.ClientsAtPeak or PublishedMetric.FailedAtPeak
        or PublishedMetric.RiseAtPeak or PublishedMetric.ClientsAtPlateau;

    /// <summary>Ours of each curve that has one, with the configuration in which it is found and the numbers of clients that it was found
    /// among.</summary>
    /// <param name="metric">One of these.</param>
    /// <param name="groups">Configurations, each with as many operations as a median needs.</param>
    public static IEnumerable<(JsonObject Levels, double Ours, int LevelsOfClients)> Of(
        PublishedMetric metric, IReadOnlyList<LevelSummaries> groups) =>
        In(groups, level => level.Levels)
            .Select(curve => (Found: Find(metric, [.. curve.OrderBy(level => level.Clients)]), Count: curve.Length))
            .Where(curve => curve.Found is not null)
            .Select(curve => (
                curve.Found!.Value.At.Levels, curve.Found.Value.Ours, IsPlace(metric) ? curve.Count : 0));

    /// <summary>The configurations that differ in their clients only, together.</summary>
    public static IEnumerable<T[]> In<T>(IEnumerable<T> configurations, Func<T, JsonObject> levelsOf) =>
        configurations.GroupBy(one => LevelColumns.Without(levelsOf(one), LevelColumns.Clients), (_, same) => same.ToArray())
            .Where(curve => curve.Length >= FewestLevels);

    private static (LevelSummaries At, double Ours)? Find(PublishedMetric metric, LevelSummaries[] clients)
    {
        var peak = clients.MaxBy(group => group.OperationsPerSecond)!;
        return metric switch
        {
            PublishedMetric.LossPerDoubling => LossOf(clients[0], clients[^1]) is { } loss ? (clients[^1], loss) : null,
            // Where the rate still rises at the last number of clients nobody has seen the peak.
            PublishedMetric.ClientsAtPeak or PublishedMetric.FailedAtPeak or PublishedMetric.RiseAtPeak when peak == clients[^1] => null,
            PublishedMetric.ClientsAtPeak => (peak, peak.Clients),
            PublishedMetric.FailedAtPeak => (peak, peak.FailedShare),
            PublishedMetric.RiseAtPeak => clients[0].Clients == 1 && (peak.MeanSeconds / clients[0].MeanSeconds) - 1 is { } rise
                ? (peak, rise)
                : null,
            PublishedMetric.ClientsAtPlateau => PlateauOf([.. clients.Where(group => group.MeanSeconds is > 0)]),
            _ => throw new ArgumentOutOfRangeException(nameof(metric), metric, "no metric of a curve"),
        };
    }

    private static (LevelSummaries At, double Ours)? PlateauOf(LevelSummaries[] clients) =>
        Plateau.StartOf([.. clients.Select(group => group.MeanSeconds!.Value)]) is { } start
            ? (clients[start], clients[start].Clients)
            : null;

    private static double? LossOf(LevelSummaries few, LevelSummaries many) =>
        (few.MegabytesPerSecondPerClient - many.MegabytesPerSecondPerClient) / Math.Log2((double)many.Clients / few.Clients);
}
