using System.Globalization;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Runs;

/// <summary>What came of computing the points of a run again, in sentences.</summary>
internal static class RecomputationText
{
    /// <summary>True when raw data are not what they were, or cannot be used.</summary>
    public static bool IsFault(RecomputationState state) =>
        state is RecomputationState.FileChanged or RecomputationState.LogChanged or RecomputationState.Unreadable;

    public static string Render(IReadOnlyList<PointRecomputation> points, Sheet sheet)
    {
        var lines = new List<string>
        {
            string.Create(
                CultureInfo.InvariantCulture,
                $"computed again from raw data: {NumberFormat.Counted(points.Count, "point")}, {Count(points, RecomputationState.Same)} "
                    + $"as published, {Count(points, RecomputationState.Differs)} other than published, "
                    + $"{points.Count(point => IsFault(point.State))} with raw data changed or unreadable"),
        };
        lines.AddRange(Each(points, RecomputationState.FileChanged, point => $"raw data changed: {point.Problem}"));
        lines.AddRange(Each(points, RecomputationState.LogChanged, point => $"histogram log changed: {point.Problem}"));
        lines.AddRange(Each(points, RecomputationState.Unreadable, point => $"raw data unreadable, numbers as published: {point.Problem}"));
        lines.AddRange(
            Each(points, RecomputationState.Differs,
                point => $"differs from what was published in {string.Join(", ", point.Differences)}"));
        lines.AddRange(Together(points, RecomputationState.FileGone, "numbers as published, because the raw data were removed"));
        lines.AddRange(
            Together(
                points.Where(point => point.Point.Result is not null), RecomputationState.NothingMeasured,
                "numbers as published, because they have no raw data, as those of sample data"));
        lines.AddRange(
            Together(points.Where(point => point.Point.Result is null), RecomputationState.NothingMeasured, "nothing was measured"));
        return string.Concat(lines.SelectMany(line => sheet.Wrap(line)).Select(line => line + "\n"));
    }

    private static int Count(IEnumerable<PointRecomputation> points, RecomputationState state) =>
        points.Count(point => point.State == state);

    private static IEnumerable<string> Each(
        IEnumerable<PointRecomputation> points, RecomputationState state, Func<PointRecomputation, string> sentence)
    {
        var some = points.Where(point => point.State == state).ToArray();
        return [
            .. some.Take(PointNumbers.Shown).Select(point => $"point {NumberFormat.Count(point.Point.Number)}: {sentence(point)}"),
            .. some.Length > PointNumbers.Shown
                ? [$"... and {NumberFormat.Count(some.Length - PointNumbers.Shown)} more such points"]
                : Array.Empty<string>(),
        ];
    }

    private static IEnumerable<string> Together(IEnumerable<PointRecomputation> points, RecomputationState state, string sentence)
    {
        var numbers = points.Where(point => point.State == state).Select(point => point.Point.Number).ToArray();
        return numbers.Length == 0 ? [] : [$"{NumberFormat.Counted(numbers.Length, "point")}: {sentence} ({PointNumbers.Join(numbers)})"];
    }
}
