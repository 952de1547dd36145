using System.Globalization;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Trends;

namespace AzurePerf.Web.Trends;

/// <summary>A trend as a drawing: values over time with their intervals, no line over a gap, a mark where the level changed.</summary>
internal sealed class TrendChart
{
    public const int Width = 900;
    public const int Height = 300;
    private const int Left = 64;
    private const int Right = 16;
    private const int Top = 26;
    private const int Bottom = 34;
    private const int Ticks = 5;
    private readonly Trend _trend;
    private readonly double _low;
    private readonly double _high;
    private readonly DateTimeOffset _from;
    private readonly TimeSpan _span;

    public TrendChart(Trend trend)
    {
        _trend = trend;
        var values = trend.Values.SelectMany(value => new[] { value.Value, value.Low, value.High }).OfType<double>().ToArray();
        (_low, _high) = Range(values.Min(), values.Max());
        _from = trend.Values[0].At;
        var span = trend.Values[^1].At - _from;
        _span = span > TimeSpan.Zero ? span : TimeSpan.FromMinutes(1);
    }

    /// <summary>Values that are there, joined where none is missing between them: the points of polylines.</summary>
    public IEnumerable<string> Lines
    {
        get
        {
            var line = new List<string>();
            foreach (var value in _trend.Values)
            {
                if ((value.AfterGap || value.Value is null) && line.Count > 0)
                {
                    yield return string.Join(' ', line);
                    line = [];
                }

                if (value.Value is { } there)
                {
                    line.Add($"{X(value.At)},{Y(there)}");
                }
            }

            if (line.Count > 0)
            {
                yield return string.Join(' ', line);
            }
        }
    }

    /// <summary>Places and texts of the vertical axis.</summary>
    public IEnumerable<(string Y, string Text)> ValueTicks => Enumerable.Range(0, Ticks).Select(tick =>
    {
        var value = _low + ((_high - _low) * tick / (Ticks - 1));
        return (Y(value), HeadlineText.Bare(value, _trend.Unit));
    });

    /// <summary>Places and texts of the horizontal axis, in UTC.</summary>
    public IEnumerable<(string X, string Text, string Anchor)> TimeTicks => Enumerable.Range(0, 3).Select(tick =>
    {
        var at = _from + (_span * (tick / 2.0));
        var format = _span > TimeSpan.FromDays(3) ? "yyyy-MM-dd" : "MM-dd HH:mm";
        return (X(at), at.UtcDateTime.ToString(format, CultureInfo.InvariantCulture), tick switch { 0 => "start", 1 => "middle", _ => "end" });
    });

    public static string PlotLeft => Text(Left);

    public static string PlotRight => Text(Width - Right);

    public static string PlotTop => Text(Top);

    public static string PlotBottom => Text(Height - Bottom);

    public static string LabelBottom => Text(Height - Bottom + 18);

    public string X(DateTimeOffset at) => Text(Left + ((Width - Left - Right) * ((at - _from) / _span)));

    public string Y(double value) => Text(Top + ((Height - Top - Bottom) * (1 - ((value - _low) / (_high - _low)))));

    /// <summary>From 0 on where that costs little of the height; else with room around what is there.</summary>
    private static (double Low, double High) Range(double smallest, double greatest)
    {
        var room = Math.Max((greatest - smallest) * 0.1, Math.Abs(greatest) * 0.02);
        var low = smallest >= 0 && smallest < greatest * 0.6 ? 0 : smallest - room;
        return (low, greatest + (room > 0 ? room : 1));
    }

    private static string Text(double place) => place.ToString("0.#", CultureInfo.InvariantCulture);
}
