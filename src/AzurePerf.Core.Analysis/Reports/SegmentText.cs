using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Reports;

/// <summary>Which points of a run came from which build, where there was more than one: figures of different builds are not repetitions of
/// each other.</summary>
public static class SegmentText
{
    /// <summary>One clause per segment, such as "segment 2: points 4 to 8, build abc"; none while all points are of one segment.</summary>
    public static IReadOnlyList<string> Of(IEnumerable<PointRecord> points)
    {
        var segments = points.GroupBy(point => point.Segment).OrderBy(segment => segment.Key).ToArray();
        return segments.Length < 2 ? [] : [.. segments.Select(segment => Clause(segment.Key, [.. segment.OrderBy(point => point.Number)]))];
    }

    private static string Clause(int number, IReadOnlyList<PointRecord> points)
    {
        var (first, last) = (NumberFormat.Count(points[0].Number), NumberFormat.Count(points[^1].Number));
        var build = points.Select(point => point.Build).FirstOrDefault(build => build.Length > 0);
        return $"segment {NumberFormat.Count(number)}: {(first == last ? "point " + first : $"points {first} to {last}")}, "
            + $"{(build is null ? "of no build: none was measured" : "build " + build)}";
    }
}
