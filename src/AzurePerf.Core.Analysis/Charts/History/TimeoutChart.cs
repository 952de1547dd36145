using AzurePerf.Core.Executions.Outcomes;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Charts.History;

/// <summary>Timeouts by day beside the range that was published: ModisAzure's figure 7 with our own days.</summary>
public static class TimeoutChart
{
    public const string Id = "timeouts";

    private const string Unit = "% of executions";
    private const string NoPoint = "A day without executions has no point.";

    private static readonly ChartColumn[] Columns =
        [new("executions"), new("timed out"), new("share", "%"), new("low", "%"), new("high", "%")];

    /// <summary>The charts of a report: all executions, then those of modis.pipeline by class; none where nothing was executed.</summary>
    public static IReadOnlyList<Chart> Each(OutcomeReport report)
    {
        ArgumentNullException.ThrowIfNull(report);
        return report.All.Executions == 0 ? [] : report.Classes.Count == 0 ? [Of(report)] : [Of(report), ByClass(report)];
    }

    internal static Chart Of(OutcomeReport report)
    {
        ChartPoint[] points = [.. report.Days.Select(day => PointOf(day.Day, day.All))];
        return new()
        {
            Id = Id,
            Kind = ChartKind.Line,
            Title = "Timeouts by day",
            Caption = CaptionOf(report),
            Notes =
            [
                "Bands are 95 % intervals.",
                "In ModisAzure between 0 and nearly 16 % of a day's executions timed out.",
                .. points.Any(point => point.Y is null) ? new[] { NoPoint } : [],
            ],
            X = new("day, UTC", "", ChartScale.Time),
            Y = new("timed out", Unit, ChartScale.Linear),
            Series = [new("timed out", SeriesRole.Measured, points)],
            Lines = [LineOf(report)],
            Table = new(
                [new("day"), .. Columns],
                [.. report.Days.Zip(points, (day, point) => (IReadOnlyList<object?>)
                    [day.Day.ToString("O"), .. Cells(day.All, point)])]),
        };
    }

    /// <summary>The same for each class of modis.pipeline.</summary>
    internal static Chart ByClass(OutcomeReport report)
    {
        var series = report.Classes.Select(one =>
            new ChartSeries(one.Class!, SeriesRole.Measured, [.. report.Days.Select(day => PointOf(day.Day, GroupOf(day, one)))])
            {
                Panel = one.Class!,
            }).ToArray();
        return new()
        {
            Id = Id + "-by-class",
            Kind = ChartKind.Panels,
            Title = "Timeouts of modis.pipeline by day and class",
            Caption = CaptionOf(report.Classes, report.Days),
            Notes = ["Bands are 95 % intervals.", "ModisAzure's share was published for all classes together.", NoPoint],
            X = new("day, UTC", "", ChartScale.Time),
            Y = new("timed out", Unit, ChartScale.Linear),
            Series = series,
            Lines = [LineOf(report)],
            Table = new(
                [new("day"), new("class"), .. Columns],
                [.. report.Days.SelectMany(day => day.Classes, (day, one) => (IReadOnlyList<object?>)
                    [day.Day.ToString("O"), one.Class, .. Cells(one, PointOf(day.Day, one))])]),
        };
    }

    private static OutcomeGroup? GroupOf(OutcomeDay day, OutcomeGroup one) => day.Classes.FirstOrDefault(other => other.Class == one.Class);

    private static ChartLine LineOf(OutcomeReport report) => new(
        ChartLineRole.Published, $"ModisAzure at most {NumberFormat.Percent(report.PublishedTimedOut.High)}",
        Percent(report.PublishedTimedOut.High));

    private static object?[] Cells(OutcomeGroup group, ChartPoint point) =>
        [group.Executions, group.TimedOut.Count, point.Y, point.Low, point.High];

    private static ChartPoint PointOf(DateOnly day, OutcomeGroup? group)
    {
        var at = new DateTimeOffset(day, TimeOnly.MinValue, TimeSpan.Zero).ToUnixTimeMilliseconds();
        return group?.TimedOut is { Share: { } share } timedOut
            ? new(at, Percent(share)) { Low = Percent(timedOut.Low), High = Percent(timedOut.High) }
            : new(at, null) { Note = "no execution ended" };
    }

    private static string CaptionOf(OutcomeReport report)
    {
        var worst = report.Days.Where(day => day.All.TimedOut.Share is not null).MaxBy(day => day.All.TimedOut.Share);
        var most = worst is { All.TimedOut.Share: > 0 } ? $", at most {OutcomeText.Share(worst.All.TimedOut)} on {worst.Day:O}" : "";
        return $"Of {NumberFormat.Counted(report.All.Executions, "execution")} {OutcomeText.Share(report.All.TimedOut)} timed out{most}.";
    }

    /// <summary>The worst class on its worst day.</summary>
    private static string CaptionOf(IReadOnlyList<OutcomeGroup> classes, IReadOnlyList<OutcomeDay> days)
    {
        var (executions, timedOut) = (classes.Sum(one => one.Executions), classes.Sum(one => one.TimedOut.Count));
        var worst = days.SelectMany(day => day.Classes, (day, one) => (day.Day, one.Class, one.TimedOut)).MaxBy(one => one.TimedOut.Share);
        return $"Of {NumberFormat.Counted(executions, "execution")} {NumberFormat.Percent((double)timedOut / executions)} timed out"
            + (worst.TimedOut.Count > 0 ? $", at most {OutcomeText.Share(worst.TimedOut)} of {worst.Class} on {worst.Day:O}." : ".");
    }

    private static double Percent(double share) => ChartNumber.Round(100 * share);
}
