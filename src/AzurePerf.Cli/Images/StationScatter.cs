using System.Globalization;
using System.Security;
using System.Text;
using AzurePerf.Core.Texts;
using AzurePerf.Imagery.Stations;

namespace AzurePerf.Cli.Images;

/// <summary>Values of images against readings from the ground, as a picture with the line on which both are equal.</summary>
internal static class StationScatter
{
    private const int Width = 640;
    private const int Height = 640;
    private const int Margin = 24;
    private const int Left = 110;
    private const int Top = 100;
    private const int Side = 450;
    private const int MostTicks = 6;

    private static readonly int[] Factors = [1, 2, 5, 10, 20];

    /// <summary>An SVG of its own: title, answer, axes of the same range, a dot for each reading whose pixel has a value.</summary>
    /// <param name="title">What was compared.</param>
    /// <param name="answer">What came of it, in a sentence.</param>
    /// <param name="about">Where it comes from.</param>
    /// <param name="points">One or more.</param>
    /// <param name="unit">Of both axes; empty where values have none.</param>
    public static string Svg(string title, string answer, string about, IReadOnlyList<(double Ground, double Product)> points, string unit)
    {
        var values = points.SelectMany(point => new[] { point.Ground, point.Product }).ToArray();
        var ticks = Ticks(values.Min(), values.Max());
        var (low, high) = (ticks[0], ticks[^1]);
        var svg = new StringBuilder();
        Write($"""<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{Width}" height="{Height}" viewBox="0 0 {Width} {Height}" """);
        Write($"""font-family="sans-serif" font-size="13" fill="#1b1b1b"><title>{Escaped(title)}</title><desc>{Escaped(answer)}</desc>""");
        Write($"""<rect width="{Width}" height="{Height}" fill="#fff"/>""");
        Write($"""<text x="{Margin}" y="32" font-size="16" font-weight="600">{Escaped(title)}</text>""");
        Write($"""<text x="{Margin}" y="56">{Escaped(answer)}</text>""");
        Write($"""<text x="{Margin}" y="78" font-size="12" fill="#555">{Escaped(about)}</text>""");
        foreach (var tick in ticks)
        {
            Write($"""<path d="M{X(tick):0.#} {Top}v{Side}M{Left} {Y(tick):0.#}h{Side}" stroke="#ddd"/>""");
            Write($"""<text x="{X(tick):0.#}" y="{Top + Side + 20}" text-anchor="middle">{tick:#,0.######}</text>""");
            Write($"""<text x="{Left - 8}" y="{Y(tick) + 4:0.#}" text-anchor="end">{tick:#,0.######}</text>""");
        }

        Write($"""<path d="M{Left} {Top + Side}L{Left + Side} {Top}" stroke="#666" stroke-dasharray="6 4"/>""");
        foreach (var (ground, product) in points)
        {
            Write($"""<circle cx="{X(ground):0.#}" cy="{Y(product):0.#}" r="3.5" fill="#0067b8" fill-opacity="0.6"/>""");
        }

        Write($"""<text x="{Left + Side / 2}" y="{Top + Side + 46}" text-anchor="middle">reading from the ground{With(unit)}</text>""");
        Write($"""<g transform="translate({Margin + 16} {Top + Side / 2}) rotate(-90)">""");
        Write($"""<text text-anchor="middle">nearest pixel{With(unit)}</text></g>""");
        svg.Append("</svg>");
        return svg.Append('\n').ToString();

        double X(double value) => Left + (value - low) / (high - low) * Side;

        double Y(double value) => Top + Side - (value - low) / (high - low) * Side;

        void Write(FormattableString text) => svg.Append(text.ToString(CultureInfo.InvariantCulture));
    }

    /// <summary>Round numbers at equal distances that reach over both ends of a range: 1, 2 or 5 times a power of ten apart.</summary>
    /// <param name="low">Its lower end.</param>
    /// <param name="high">Its upper end; where it is the same there is a number on each side of it.</param>
    internal static IReadOnlyList<double> Ticks(double low, double high)
    {
        var least = (high > low ? high - low : Math.Max(1e-3, Math.Abs(low) / 100)) / (MostTicks - 1);
        var power = Math.Pow(10, Math.Floor(Math.Log10(least)));
        // The last step always does: it leaves three numbers or four.
        var step = Factors.Select(factor => power * factor)
            .First(step => step >= least && Last(step) - First(step) < MostTicks);
        var first = First(step);
        return [.. from number in Enumerable.Range(0, (int)Math.Max(Last(step) - first, 1) + 1) select (first + number) * step];

        double First(double step) => Math.Floor(low / step);

        double Last(double step) => Math.Ceiling(high / step);
    }

    private static string With(string unit) => Escaped(unit.Length > 0 ? ", " + unit : "");

    private static string Escaped(string text) => SecurityElement.Escape(text);
}
