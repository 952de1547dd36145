using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments;

namespace AzurePerf.Core.Runs;

/// <summary>Derives what an experiment publishes beside its points.</summary>
public static class DerivedRatios
{
    private const string ServiceFactor = "service";

    /// <summary>
    /// insert.ratio: per object size and concurrency, blob operations per second divided by table operations per second
    /// (Hill et al. 2010, table 2), from the repetitions in which both were measured in closed loops and are
    /// <see cref="ConclusivePoints"/>: in an open loop the rate was given. Empty for any other experiment.
    /// </summary>
    public static IReadOnlyList<DerivedRatio> Derive(string experiment, IEnumerable<PointRecord> points)
    {
        if (experiment != InsertRatioOptions.Definition.Id)
        {
            return [];
        }

        return [.. points
            .Where(point => ConclusivePoints.Contains(point) && point.Summary!.OpenLoop is null)
            .GroupBy(SharedLevels)
            .Select(group => Divide(JsonNode.Parse(group.Key)!.AsObject(), [.. group]))
            .OfType<DerivedRatio>()];
    }

    private static string SharedLevels(PointRecord point)
    {
        var shared = point.Levels.DeepClone().AsObject();
        shared.Remove(ServiceFactor);
        return shared.ToJsonString();
    }

    private static DerivedRatio? Divide(JsonObject levels, PointRecord[] points)
    {
        var pairs = Of(points, "blob").Join(Of(points, "table"), blob => blob.Repetition, table => table.Repetition,
            (blob, table) => (Blob: RateOf(blob), Table: RateOf(table))).ToArray();
        var divisor = pairs.Sum(pair => pair.Table);
        return divisor > 0 ? new("blob/table", levels, pairs.Sum(pair => pair.Blob) / divisor, pairs.Length) : null;
    }

    private static IEnumerable<PointRecord> Of(IEnumerable<PointRecord> points, string service) =>
        points.Where(point => point.Levels[ServiceFactor]?.GetValue<string>() == service);

    private static double RateOf(PointRecord point) => point.Summary!.OperationsPerSecond.SumOfClientMeans;
}
