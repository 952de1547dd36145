using AzurePerf.Core.Measurements;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Reports;

/// <summary>Why points have their flags, and what else was noted of them, in lines for people. Tool and portal say the same.</summary>
public static class PointRemarks
{
    private const int Shown = 10;

    /// <summary>What stands below a table: of each point when it has a row of its own, else one line per flag with the first point that
    /// says why.</summary>
    public static IEnumerable<string> Of(IEnumerable<PointRecord> points, bool eachPoint)
    {
        PointRecord[] measured = [.. Measured(points)];
        return eachPoint
            ? Cut(
                [.. measured.SelectMany(point =>
                    point.Result!.Reasons.Select(reason => $"{Place(point)}: {CamelCase.Of(reason.Flag)}: {reason.Text}")
                        .Concat(NotesOf(point)))])
            : ByFlag(measured)
                .Select(flag =>
                    $"{CamelCase.Of(flag.Key)} in {NumberFormat.Count(flag.Count())} of "
                        + $"{NumberFormat.Counted(measured.Length, "point")}; {flag.First()}");
    }

    /// <summary>"Point 3: the worker used 93 % of its processors; ..." for each flag that has a reason.</summary>
    public static IReadOnlyDictionary<PointFlag, string> FirstReasons(IEnumerable<PointRecord> points) =>
        ByFlag(Measured(points)).ToDictionary(flag => flag.Key, flag => $"For example {flag.First()}.");

    /// <summary>"point 3: 12 connections opened while it was measured: ...", the first ten.</summary>
    public static IReadOnlyList<string> Notes(IEnumerable<PointRecord> points) => [.. Cut([.. Measured(points).SelectMany(NotesOf)])];

    private static IEnumerable<IGrouping<PointFlag, string>> ByFlag(IEnumerable<PointRecord> points) => points
        .SelectMany(point =>
            point.Result!.Reasons.GroupBy(reason => reason.Flag,
                (flag, same) => (Flag: flag, Text: $"{Place(point)}: {string.Join("; ", same.Select(reason => reason.Text))}")))
        .GroupBy(reason => reason.Flag, reason => reason.Text)
        .OrderBy(flag => flag.Key);

    private static IEnumerable<PointRecord> Measured(IEnumerable<PointRecord> points) =>
        points.Where(point => point.Result is not null).OrderBy(point => point.Number);

    private static IEnumerable<string> NotesOf(PointRecord point) =>
        ProbeValueText.Of(point.Result!).Concat(point.Result!.Notes).Select(note => $"{Place(point)}: {note}");

    private static string Place(PointRecord point) => "point " + NumberFormat.Count(point.Number);

    private static IEnumerable<string> Cut(IReadOnlyList<string> lines) =>
        lines.Take(Shown)
            .Concat(lines.Count > Shown ? [$"... and {NumberFormat.Count(lines.Count - Shown)} more notes; csv and json have all"] : []);
}
