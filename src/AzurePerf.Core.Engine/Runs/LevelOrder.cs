using System.Text.Json.Nodes;

namespace AzurePerf.Core.Runs;

/// <summary>The order in which a spec lists the configurations: how tables show them, because they are measured in a random
/// one.</summary>
public static class LevelOrder
{
    /// <summary>The points by combination, and those of one combination by number.</summary>
    public static IReadOnlyList<PointRecord> Of(RunSpec spec, IEnumerable<PointRecord> points) =>
        [.. points.OrderBy(point => RankOf(spec, point.Levels)).ThenBy(point => point.Number)];

    /// <summary>The place of a combination among all of the spec; levels that it does not list come last.</summary>
    public static long RankOf(RunSpec spec, JsonObject levels)
    {
        ArgumentNullException.ThrowIfNull(spec);
        var rank = 0L;
        foreach (var (name, value) in spec.Parameters)
        {
            if (value is JsonArray listed)
            {
                var place = listed.TakeWhile(level => !JsonNode.DeepEquals(level, levels[name])).Count();
                rank = (rank * (listed.Count + 1)) + place;
            }
        }

        return rank;
    }
}
