using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using AzurePerf.Core.Experiments.Published;

namespace AzurePerf.Core.Results.Published;

/// <summary>A published figure next to ours.</summary>
/// <param name="Source">The publication, in short; see <see cref="PublishedPoints.Citations"/>.</param>
/// <param name="Reference">Where in it.</param>
/// <param name="Metric">What is compared.</param>
/// <param name="Levels">The levels of our points.</param>
/// <param name="Published">What was published.</param>
/// <param name="Statistic">What that is: mean, maximum, lower bound, ...</param>
/// <param name="Note">What else must be known about it; may be empty.</param>
/// <param name="Ours">The same of our points, as it was published: where it is a rate or a time the mean over the repetitions that count,
/// of a rate each client's own mean added up. Tables and charts show medians.</param>
/// <param name="Ratio">Ours over the published one.</param>
public sealed record PublishedComparison(
    string Source, string Reference, PublishedMetric Metric, [property: JsonPropertyName("configuration")] JsonObject Levels,
    double Published, string Statistic, string Note, double Ours, double Ratio)
{
    /// <summary>Of a maximum, the numbers of clients that ours is taken over; 0 for any other metric.</summary>
    public int LevelsOfClients { get; init; }

    /// <summary>Of the best of three passes, how many of a run ours is the best of: fewer than three where no more count; 0 for any other
    /// metric.</summary>
    public int Passes { get; init; }

    /// <summary>Of a share, the milliseconds or MB/s up to which, or from which, it counts; else null.</summary>
    public double? Bound { get; init; }
}
