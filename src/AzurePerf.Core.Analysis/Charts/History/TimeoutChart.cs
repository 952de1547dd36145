using AzurePerf.Core.Executions.Outcomes;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Charts.History;

/// <summary>Timeouts by day beside the range that was published: ModisAzure's figure 7 with our own days.</summary>
public static class TimeoutChart
{
    public const string Id = "timeouts";

    private const string Unit = "% of executions";

    public static Chart Of(OutcomeReport report)
    {
        ArgumentNullException.ThrowIfNull(report);
        ChartPoint[] points = [.. report.Days.Select(PointOf)];
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
                .. points.Any(point => point.Y is null) ? new[] { "A day without executions has no point." } : [],
            ],
            X = new("day, UTC", "", ChartScale.Time),
            Y = new("timed out", Unit, ChartScale.Linear),
            Series = [new("timed out", SeriesRole.Measured, points)],
            Lines = [new(ChartLineRole.Published, $"ModisAzure at most {NumberFormat.Percent(report.PublishedTimedOut.High)}",
                Percent(report.PublishedTimedOut.High))],
            Table = new(
                [new("day"), new("executions"), new("timed out"), new("share", "%"), new("low", "%"), new("high", "%")],
                [.. report.Days.Zip(points, (day, point) => (IReadOnlyList<object?>)
                    [day.Day.ToString("O"), day.All.Executions, day.All.TimedOut.Count, point.Y, point.Low, point.High])]),
        };
    }

    private static ChartPoint PointOf(OutcomeDay day)
    {
        var at = new DateTimeOffset(day.Day, TimeOnly.MinValue, TimeSpan.Zero).ToUnixTimeMilliseconds();
        return day.All.TimedOut is { Share: { } share } timedOut
            ? new(at, Percent(share)) { Low = Percent(timedOut.Low), High = Percent(timedOut.High) }
            : new(at, null) { Note = "no execution ended" };
    }

    private static string CaptionOf(OutcomeReport report)
    {
        var worst = report.Days.Where(day => day.All.TimedOut.Share is not null).MaxBy(day => day.All.TimedOut.Share);
        var most = worst is { All.TimedOut.Share: > 0 } ? $", at most {OutcomeText.Share(worst.All.TimedOut)} on {worst.Day:O}" : "";
        return $"Of {NumberFormat.Counted(report.All.Executions, "execution")} {OutcomeText.Share(report.All.TimedOut)} timed out{most}.";
    }

    private static double Percent(double share) => ChartNumber.Round(100 * share);
}
