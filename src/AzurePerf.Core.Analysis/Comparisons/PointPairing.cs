using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments;

namespace AzurePerf.Core.Comparisons;

/// <summary>Which points of two runs belong together: those with the same value of every factor.</summary>
/// <param name="Pairs">In the order of the first run.</param>
/// <param name="OnlyFirst">Points of the first run that the second one does not have.</param>
/// <param name="OnlySecond">The other way round.</param>
public sealed record PointPairing(
    IReadOnlyList<PointPair> Pairs, IReadOnlyList<ComparedPoint> OnlyFirst, IReadOnlyList<ComparedPoint> OnlySecond)
{
    /// <param name="first">Points of one run.</param>
    /// <param name="second">Points of the other one.</param>
    /// <param name="experiment">Of both; tells which factors a run names only where it lists more than their default. Null where nobody
    /// knows it any more.</param>
    /// <exception cref="ArgumentException">Two points of one run have the same levels.</exception>
    public static PointPairing Of(
        IReadOnlyList<ComparedPoint> first, IReadOnlyList<ComparedPoint> second, ExperimentDefinition? experiment = null)
    {
        var (left, right) = (ByLevels(first, experiment), ByLevels(second, experiment));
        return new(
            [.. left.Where(point => right.ContainsKey(point.Key)).Select(point => new PointPair(point.Value, right[point.Key]))],
            [.. left.Where(point => !right.ContainsKey(point.Key)).Select(point => point.Value)],
            [.. right.Where(point => !left.ContainsKey(point.Key)).Select(point => point.Value)]);
    }

    /// <summary>Two points with the same text have the same value of every factor, also where one run names a factor at its default and the
    /// other one does not.</summary>
    /// <param name="levels">Of a point.</param>
    /// <param name="experiment">Of its run; null where nobody knows it any more.</param>
    public static string KeyOf(JsonObject levels, ExperimentDefinition? experiment)
    {
        ArgumentNullException.ThrowIfNull(levels);

        // The order of members says nothing: the same factors may have been written in another one.
        var sorted = levels.Where(level => !IsSilent(level, experiment)).OrderBy(level => level.Key, StringComparer.Ordinal);
        return new JsonObject(sorted.Select(level => KeyValuePair.Create(level.Key, level.Value?.DeepClone()))).ToJsonString();
    }

    /// <summary>What both points of a pair are called by: the levels of the side that names more of them.</summary>
    internal static JsonObject NameOf(JsonObject first, JsonObject second) => second.Count > first.Count ? second : first;

    private static bool IsSilent(KeyValuePair<string, JsonNode?> level, ExperimentDefinition? experiment) =>
        experiment?.FindParameter(level.Key) is { SilentAtDefault: true } factor
        && JsonNode.DeepEquals(level.Value, factor.Default);

    private static OrderedDictionary<string, ComparedPoint> ByLevels(
        IReadOnlyList<ComparedPoint> points, ExperimentDefinition? experiment)
    {
        var byLevels = new OrderedDictionary<string, ComparedPoint>(points.Count, StringComparer.Ordinal);
        foreach (var point in points)
        {
            if (!byLevels.TryAdd(KeyOf(point.Levels, experiment), point))
            {
                throw new ArgumentException($"Two points have the levels {point.Levels.ToJsonString()}.", nameof(points));
            }
        }

        return byLevels;
    }
}
