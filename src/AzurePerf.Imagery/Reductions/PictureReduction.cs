using System.Globalization;
using System.Text;
using System.Text.Json;
using AzurePerf.Imagery.Grids;
using AzurePerf.Imagery.Images;
using AzurePerf.Imagery.Kernels;
using AzurePerf.Imagery.Pictures;

namespace AzurePerf.Imagery.Reductions;

/// <summary>
/// A map of the region: as a picture with its legend, and as a GeoTIFF of the stored numbers. Colours go from the value that 2 % of the
/// cells are below to the one that 2 % are above, both rounded outwards. Cells without a value are transparent.
/// </summary>
public sealed class PictureReduction : IReduction
{
    private const double Share = 0.02;
    private const int Classes = 4096;

    /// <summary>Its name.</summary>
    public const string OfName = "picture";

    /// <inheritdoc/>
    public string Name => OfName;

    /// <inheritdoc/>
    public string Title => "Map as a picture and as a GeoTIFF";

    /// <inheritdoc/>
    public async Task<Reduced> MakeAsync(ReductionInput input, CancellationToken cancellationToken)
    {
        MapDrawing? drawing = null;
        StoredImage? like = null;
        var isMade = false;
        await foreach (var image in input.ImagesAsync(cancellationToken))
        {
            like ??= image;
            isMade |= image.Tags.OfMadeGranules;
            drawing ??= new MapDrawing(MapOf(input, image.Raster.Grid.CellWidth), image.Raster.Fill, input.Resampling);
            drawing.Draw(image.Raster);
        }

        var map = like! with { Raster = drawing!.Raster, Tags = like.Tags with { OfMadeGranules = isMade } };
        var (values, coverage) = (map.Physical(), map.Raster.Coverage());
        var (low, high) = Range(values);
        var scale = ColoursOf(map.Tags.Unit);
        using var png = new MemoryStream();
        PngWriter.Write(png, values, low, high, scale);
        var (tiff, hash) = map.Write();
        var legend = LegendOf(input, map, (low, high), scale, coverage);
        // What is seen is the values in the colours of the legend.
        var seen = ValuesHash.Of(Encoding.ASCII.GetBytes(hash + legend.ValuesHash));
        return new Reduced(
            [
                new ReducedFile("picture.png", "image/png", png.ToArray(), seen),
                legend,
                new ReducedFile("picture.tif", ImageFile.GeoTiffType, tiff, hash),
            ],
            coverage);
    }

    private static Grid MapOf(ReductionInput input, double cell) => (input.Area ?? MapArea.Of(input.Tiles)).Map(input.Projection, cell);

    private static ColourScale ColoursOf(string unit) => unit switch
    {
        "K" => ColourScale.Inferno,
        "m2/m2" => ColourScale.Vegetation,
        _ => ColourScale.Viridis,
    };

    private static (double Low, double High) Range(Raster<double> values)
    {
        var bounds = ValueBounds.Of(values);
        var (least, most) = bounds.Range();
        if (!(bounds.Least < bounds.Most))
            return (least, most);
        var counts = RasterHistogram.Of(values, least, most, Classes).Counts;
        var tail = counts.Sum() * Share;
        var (low, high) = (0, Classes);
        for (double below = 0; (below += counts[low]) <= tail; low++)
            ;
        for (double above = 0; (above += counts[high - 1]) <= tail; high--)
            ;
        return Rounded(least + (most - least) * low / Classes, least + (most - least) * high / Classes);
    }

    // Outwards to whole steps, of which the range has 10 to 100.
    private static (double Low, double High) Rounded(double low, double high)
    {
        var (step, digits) = (1.0, 0);
        while (step * 100 < high - low)
            step *= 10;
        while (step * 10 > high - low && digits < 12)
            (step, digits) = (step / 10, digits + 1);
        return (Math.Round(Math.Floor(low / step) * step, digits), Math.Round(Math.Ceiling(high / step) * step, digits));
    }

    /// <summary>Its hash is that of the legend without the mark of made granules, which no hash of values knows.</summary>
    private static ReducedFile LegendOf(
        ReductionInput input, StoredImage map, (double Low, double High) range, ColourScale scale, double coverage)
    {
        var plain = ReducedFile.OfText("picture.json", "application/json", Text(isMarked: false));
        return plain with { Content = Encoding.UTF8.GetBytes(Text(isMarked: true)) };

        string Text(bool isMarked) => Legend(input, map, range, scale, coverage, isMarked);
    }

    private static string Legend(
        ReductionInput input, StoredImage map, (double Low, double High) range, ColourScale scale, double coverage, bool isMarked)
    {
        using var stream = new MemoryStream();
        using (var json = new Utf8JsonWriter(stream, new JsonWriterOptions { Indented = true, NewLine = "\n" }))
        {
            var grid = map.Raster.Grid;
            json.WriteStartObject();
            json.WriteString("title", map.Tags.Description);
            json.WriteString("subject", input.Subject.Name);
            json.WriteString("aggregate", input.Aggregate.ToString().ToLowerInvariant());
            json.WriteString("first", input.First.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture));
            json.WriteString("last", input.Last.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture));
            json.WriteString("unit", map.Tags.Unit);
            json.WriteNumber("low", range.Low);
            json.WriteNumber("high", range.High);
            json.WriteNumber("coverage", coverage);
            if (isMarked)
                json.WriteBoolean("ofMadeGranules", map.Tags.OfMadeGranules);
            json.WriteString("projection", grid.Projection == Projection.WebMercator ? "webMercator" : "geographic");
            json.WriteString("resampling", input.Resampling.ToString().ToLowerInvariant());
            json.WriteNumber("columns", grid.Columns);
            json.WriteNumber("rows", grid.Rows);
            json.WriteStartObject("bounds");
            var degree = grid.Projection.XPerDegree(0);
            json.WriteNumber("west", Degrees(grid.Left / degree));
            json.WriteNumber("south", Degrees(Math.Max(-90, grid.Projection.Latitude(grid.Bottom))));
            json.WriteNumber("east", Degrees(grid.Right / degree));
            json.WriteNumber("north", Degrees(Math.Min(90, grid.Projection.Latitude(grid.Top))));
            json.WriteEndObject();
            json.WriteStartArray("colours");
            for (var step = 0; step < ColourScale.Steps; step++)
                json.WriteStringValue(Hex(scale, step));
            json.WriteEndArray();
            json.WriteEndObject();
        }

        return Encoding.UTF8.GetString(stream.ToArray());
    }

    // To a hundred-millionth, so that no rounding of the last bit shows.
    private static double Degrees(double value) => Math.Round(value, 8);

    private static string Hex(ColourScale scale, int step) => scale[step] is var (red, green, blue) ? $"#{red:x2}{green:x2}{blue:x2}" : "";
}
