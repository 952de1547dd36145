using System.Globalization;
using AzurePerf.Core.Api;
using AzurePerf.Core.Results;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;

namespace AzurePerf.Web.Home;

/// <summary>The best results of the newest runs as a small line, oldest left. It shows what the words beside it say.</summary>
internal sealed record Sparkline
{
    public const int Width = 120;
    public const int Height = 28;
    private const double Edge = 4;

    /// <summary>Corners of the line, as an SVG polyline takes them; empty without two results.</summary>
    public required string Points { get; init; }

    /// <summary>Where the newest result stands.</summary>
    public required string LastX { get; init; }

    /// <summary>Where the newest result stands, from the top.</summary>
    public required string LastY { get; init; }

    /// <summary>Height of the baseline's own result; empty where it is not among them.</summary>
    public required string BaselineY { get; init; }

    /// <summary>"12 runs, 1,300 to 1,420 MB/s".</summary>
    public required string Words { get; init; }

    /// <summary>Of the runs that stand with a baseline; null when none of them has a result in the newest's unit.</summary>
    public static Sparkline? Of(BaselineResponse baseline)
    {
        if (baseline.Recent.LastOrDefault(standing => standing.Headline is not null)?.Headline is not { } newest)
        {
            return null;
        }

        BaselineStanding[] shown = [.. baseline.Recent.Where(standing =>
            standing.Headline is { } headline && headline.Unit == newest.Unit && headline.Metric == newest.Metric)];
        var values = Array.ConvertAll(shown, standing => standing.Headline!.Value);
        var (low, high) = (values.Min(), values.Max());
        var held = Array.FindIndex(shown, standing => standing.RunId == baseline.RunId);
        return new()
        {
            Points = values.Length < 2 ? "" : string.Join(' ', values.Select((value, index) => $"{X(index)},{Y(value)}")),
            LastX = X(values.Length - 1),
            LastY = Y(values[^1]),
            BaselineY = held < 0 ? "" : Y(values[held]),
            Words = values.Length == 1
                ? "1 run"
                : $"{NumberFormat.Counted(values.Length, "run")}, {MetricText.Value(low, newest.Unit)} to "
                    + HeadlineText.Value(high, newest.Unit),
        };

        string X(int index) => Text(values.Length == 1 ? Width / 2.0 : Edge + (index * (Width - (2 * Edge)) / (values.Length - 1)));

        string Y(double value) => Text(high > low ? Edge + ((high - value) / (high - low) * (Height - (2 * Edge))) : Height / 2.0);
    }

    private static string Text(double place) => place.ToString("0.#", CultureInfo.InvariantCulture);
}
