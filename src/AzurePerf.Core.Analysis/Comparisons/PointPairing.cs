using System.Text.Json.Nodes;

namespace AzurePerf.Core.Comparisons;

/// <summary>Which points of two runs belong together: those with the same value of every factor.</summary>
/// <param name="Pairs">In the order of the first run.</param>
/// <param name="OnlyFirst">Points of the first run that the second one does not have.</param>
/// <param name="OnlySecond">The other way round.</param>
public sealed record PointPairing(
    IReadOnlyList<PointPair> Pairs, IReadOnlyList<ComparedPoint> OnlyFirst, IReadOnlyList<ComparedPoint> OnlySecond)
{
    /// <exception cref="ArgumentException">Two points of one run have the same levels.</exception>
    public static PointPairing Of(IReadOnlyList<ComparedPoint> first, IReadOnlyList<ComparedPoint> second)
    {
        var (left, right) = (ByLevels(first), ByLevels(second));
        return new(
            [.. left.Where(point => right.ContainsKey(point.Key)).Select(point => new PointPair(point.Value, right[point.Key]))],
            [.. left.Where(point => !right.ContainsKey(point.Key)).Select(point => point.Value)],
            [.. right.Where(point => !left.ContainsKey(point.Key)).Select(point => point.Value)]);
    }

    private static OrderedDictionary<string, ComparedPoint> ByLevels(IReadOnlyList<ComparedPoint> points)
    {
        var byLevels = new OrderedDictionary<string, ComparedPoint>(points.Count, StringComparer.Ordinal);
        foreach (var point in points)
        {
            if (!byLevels.TryAdd(KeyOf(point.Levels), point))
            {
                throw new ArgumentException($"Two points have the levels {point.Levels.ToJsonString()}.", nameof(points));
            }
        }

        return byLevels;
    }

    // The order of members says nothing: the same factors may have been written in another one.
    private static string KeyOf(JsonObject levels)
    {
        var sorted = levels.OrderBy(level => level.Key, StringComparer.Ordinal);
        return new JsonObject(sorted.Select(level => KeyValuePair.Create(level.Key, level.Value?.DeepClone()))).ToJsonString();
    }
}
