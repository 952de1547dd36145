using System.Globalization;
using AzurePerf.Core.Reports.Outcomes;

namespace AzurePerf.Web.Reports;

/// <summary>Timeouts by day as bars with their intervals, beside the range that was published: the picture of ModisAzure's figure 7 with our own days.</summary>
internal sealed class TimeoutChart(OutcomeReport report)
{
    public const int Width = 900;
    public const int Height = 240;
    private const int Left = 52;
    private const int Right = 12;
    private const int Top = 24;
    private const int Bottom = 30;
    private const double Fill = 0.6;

    private readonly double _scale = ShareBar.ScaleFor(report.Days.Select(day => day.All.TimedOut), report.PublishedTimedOut);

    public static string PlotLeft => Text(Left);

    public static string PlotRight => Text(Width - Right);

    public static string PlotWidth => Text(Width - Left - Right);

    public static string LabelBottom => Text(Height - Bottom + 18);

    public string BarWidth => Text(Slot * Fill);

    /// <summary>Places and texts of the vertical axis, in per cent.</summary>
    public IEnumerable<(string Y, string Text)> Ticks => Enumerable.Range(0, 5).Select(tick =>
        (Y(_scale * tick / 4), (100 * _scale * tick / 4).ToString("0.#", CultureInfo.InvariantCulture)));

    /// <summary>Days with executions; one without has no bar.</summary>
    public IEnumerable<(OutcomeDay Day, string X, string Middle, bool Labelled)> Bars => report.Days.Index().Select(entry =>
        (entry.Item, Text(Left + (Slot * (entry.Index + ((1 - Fill) / 2)))), Text(Left + (Slot * (entry.Index + 0.5))), entry.Index % Every == 0));

    private double Slot => (Width - Left - Right) / (double)Math.Max(report.Days.Count, 1);

    /// <summary>Every how many days there is room for a date.</summary>
    private int Every => (int)Math.Ceiling(report.Days.Count / 10.0);

    public string Y(double share) => Text(YOf(share));

    public string BarHeight(double from, double to) => Text(Math.Abs(YOf(from) - YOf(to)));

    private static string Text(double place) => place.ToString("0.#", CultureInfo.InvariantCulture);

    private double YOf(double share) => Top + ((Height - Top - Bottom) * (1 - Math.Clamp(share / _scale, 0, 1)));
}
