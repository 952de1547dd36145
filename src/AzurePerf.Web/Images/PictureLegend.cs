using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;
using AzurePerf.Core.Texts;

namespace AzurePerf.Web.Images;

/// <summary>What a picture says in colours, as the file next to it has it.</summary>
/// <param name="Title">What is shown, for people.</param>
/// <param name="Aggregate">What the days became, such as mean.</param>
/// <param name="Unit">Of the values; empty for a ratio.</param>
/// <param name="Low">Value of the first colour, and of all below it.</param>
/// <param name="High">Value of the last colour, and of all above it.</param>
/// <param name="Coverage">The share of the map that has a value, 0 to 1.</param>
/// <param name="Columns">Pixels across.</param>
/// <param name="Rows">Pixels down.</param>
/// <param name="Bounds">The edges of the map in degrees.</param>
/// <param name="Colours">From the lowest value to the highest, as #rrggbb.</param>
internal sealed partial record PictureLegend(
    string Title, string Aggregate, string Unit, double Low, double High, double Coverage, int Columns, int Rows, PictureBounds Bounds,
    IReadOnlyList<string> Colours)
{
    /// <summary>Colours that are shown side by side.</summary>
    public const int Steps = 32;

    private static readonly JsonSerializerOptions Options = new(JsonSerializerDefaults.Web)
    {
        RespectNullableAnnotations = true,
        RespectRequiredConstructorParameters = true,
    };

    /// <summary>Some of the colours, evenly spread.</summary>
    public IEnumerable<string> Shown => Enumerable.Range(0, Steps).Select(step => Colours[step * (Colours.Count - 1) / (Steps - 1)]);

    /// <summary>Values below the colours, from the lowest to the highest, evenly spread.</summary>
    public IEnumerable<string> Marks => Enumerable.Range(0, 5).Select(mark => Value(Low + ((High - Low) * mark / 4)));

    /// <summary>What the picture shows, for those who do not see it.</summary>
    /// <param name="period">Its days in words.</param>
    public string Words(string period) =>
        $"Map of {Title}, {Aggregate} of {period}, {Bounds.Words}. Colours go from {Value(Low)} to {Value(High)}; "
            + $"{NumberFormat.Percent(Coverage)} of the map has a value.";

    /// <summary>A value with its unit.</summary>
    public string Value(double value) => Number(value) + (Unit.Length > 0 ? " " + Unit : "");

    /// <summary>A legend from its file; null when this build cannot read it: then the picture stands without one.</summary>
    public static PictureLegend? Read(ReadOnlySpan<byte> json)
    {
        try
        {
            return JsonSerializer.Deserialize<PictureLegend>(json, Options) is { Colours.Count: > 1, Columns: > 0, Rows: > 0 } legend
                && legend.Colours.All(Colour().IsMatch)
                    ? legend
                    : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }

    private static string Number(double value) => value.ToString("0.####", CultureInfo.InvariantCulture);

    [GeneratedRegex(@"^#[0-9a-f]{6}\z")]
    private static partial Regex Colour();
}

/// <summary>The edges of a map in degrees; across the date line the east is above 180.</summary>
internal sealed record PictureBounds(double West, double South, double East, double North)
{
    /// <summary>"longitude -5 to 16, latitude 45 to 55".</summary>
    public string Words => string.Create(
        CultureInfo.InvariantCulture, $"longitude {West:0.##} to {East:0.##}, latitude {South:0.##} to {North:0.##}");
}
