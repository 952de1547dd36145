using AzurePerf.Core.Api;

namespace AzurePerf.Cli.Demo;

/// <summary>The time between consecutive points of a run: what the engine costs beside the measurements.</summary>
internal static class PointGaps
{
    /// <summary>From the stored result of each point to the moment a worker took the next one.</summary>
    public static IEnumerable<TimeSpan> Of(PointListResponse run)
    {
        var points = run.Points.OrderBy(point => point.Number).ToArray();
        return points.Zip(points.Skip(1))
            .Where(pair => pair.First.Number + 1 == pair.Second.Number)
            .Select(pair => pair.Second.ClaimedAt - pair.First.EndedAt)
            .OfType<TimeSpan>();
    }
}
