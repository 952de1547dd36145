using System.Globalization;
using System.Numerics;
using System.Text.Json;
using AzurePerf.Imagery.GeoTiff;
using AzurePerf.Imagery.Grids;

namespace AzurePerf.Imagery.Images;

/// <summary>
/// Describes an image of a tile as catalogues of images do: an item of STAC 1.1.0 with the extensions for projections and rasters
/// (stacspec.org). It says nothing that differs between two makings.
/// </summary>
internal static class StacItem
{
    private const string Plane = """
        PROJCRS["MODIS Sinusoidal",BASEGEOGCRS["MODIS sphere",
        DATUM["MODIS sphere",ELLIPSOID["MODIS sphere",6371007.181,0,LENGTHUNIT["metre",1]]],
        PRIMEM["Greenwich",0,ANGLEUNIT["degree",0.0174532925199433]]],
        CONVERSION["Sinusoidal",METHOD["Sinusoidal"],
        PARAMETER["Longitude of natural origin",0,ANGLEUNIT["degree",0.0174532925199433]],
        PARAMETER["False easting",0,LENGTHUNIT["metre",1]],
        PARAMETER["False northing",0,LENGTHUNIT["metre",1]]],
        CS[Cartesian,2],AXIS["easting",east],AXIS["northing",north],LENGTHUNIT["metre",1]]
        """;

    /// <summary>Of the tiles at the edge of the world some are on the Earth for less than a degree of latitude.</summary>
    private const int StepsOfOutline = 64;

    /// <summary>How an item is written.</summary>
    public static JsonWriterOptions Layout => new() { Indented = true, NewLine = "\n" };

    private static readonly string[] Extensions =
    [
        "https://stac-extensions.github.io/projection/v2.0.0/schema.json",
        "https://stac-extensions.github.io/raster/v2.0.0/schema.json",
    ];

    public static byte[] Of<T>(
        string name,
        ImageSubject subject,
        SinusoidalTile tile,
        (DateOnly First, DateOnly Last) days,
        Raster<T> raster,
        ProductTags tags,
        string valuesHash,
        double coverage)
        where T : unmanaged, INumber<T>
    {
        using var stream = new MemoryStream();
        using (var json = new Utf8JsonWriter(stream, Layout))
        {
            json.WriteStartObject();
            json.WriteString("type", "Feature");
            json.WriteString("stac_version", "1.1.0");
            Texts(json, "stac_extensions", Extensions);
            json.WriteString("id", name);
            Place(json, TileOutline.Of(tile, StepsOfOutline));

            json.WriteStartObject("properties");
            json.WriteString("title", tags.Description);
            json.WriteNull("datetime");
            json.WriteString("start_datetime", Moment(days.First, "00:00:00Z"));
            json.WriteString("end_datetime", Moment(days.Last, "23:59:59Z"));
            json.WriteString("platform", subject.Product.Twin.Platform.ToString().ToLowerInvariant());
            Texts(json, "instruments", ["modis"]);
            json.WriteNull("proj:code");
            json.WriteString("proj:wkt2", Plane.ReplaceLineEndings(""));
            Numbers(json, "proj:shape", raster.Grid.Rows, raster.Grid.Columns);
            var grid = raster.Grid;
            Numbers(json, "proj:transform", grid.CellWidth, 0, grid.Left, 0, -grid.CellHeight, grid.Top);
            json.WriteString("azureperf:product", subject.Product.Id);
            json.WriteString("azureperf:data_set", subject.DataSet.Name);
            json.WriteString("azureperf:quality", subject.Quality);
            if (subject.Light.Length > 0)
                json.WriteString("azureperf:light", subject.Light);
            json.WriteString("azureperf:tile", tile.ToString());
            json.WriteString("azureperf:kernel", KernelVersion.Current);
            json.WriteString("azureperf:values_sha256", valuesHash);
            json.WriteNumber("azureperf:coverage", coverage);
            json.WriteBoolean("azureperf:made_granules", tags.OfMadeGranules);
            json.WriteEndObject();

            json.WriteStartArray("links");
            json.WriteEndArray();
            Asset(json, name, raster, tags);
            json.WriteEndObject();
        }

        return stream.ToArray();
    }

    private static void Place(Utf8JsonWriter json, IReadOnlyList<(double Longitude, double Latitude)> outline)
    {
        if (outline.Count == 0)
        {
            json.WriteNull("geometry");
            return;
        }

        Numbers(
            json,
            "bbox",
            outline.Min(point => point.Longitude),
            outline.Min(point => point.Latitude),
            outline.Max(point => point.Longitude),
            outline.Max(point => point.Latitude));
        json.WriteStartObject("geometry");
        json.WriteString("type", "Polygon");
        json.WriteStartArray("coordinates");
        json.WriteStartArray();
        foreach (var (longitude, latitude) in outline.Append(outline[0]))
        {
            json.WriteStartArray();
            json.WriteNumberValue(longitude);
            json.WriteNumberValue(latitude);
            json.WriteEndArray();
        }

        json.WriteEndArray();
        json.WriteEndArray();
        json.WriteEndObject();
    }

    private static void Asset<T>(Utf8JsonWriter json, string name, Raster<T> raster, ProductTags tags)
        where T : unmanaged, INumber<T>
    {
        json.WriteStartObject("assets");
        json.WriteStartObject("image");
        json.WriteString("href", $"./{name}.tif");
        json.WriteString("type", ImageFile.GeoTiffType);
        Texts(json, "roles", ["data"]);
        json.WriteString("data_type", DataType<T>());
        if (T.IsNaN(raster.Fill))
            json.WriteString("nodata", "nan");
        else
            json.WriteNumber("nodata", double.CreateTruncating(raster.Fill));
        if (tags.Unit.Length > 0)
            json.WriteString("unit", tags.Unit);
        json.WriteNumber("raster:scale", tags.Scale);
        json.WriteNumber("raster:offset", tags.Offset);
        json.WriteEndObject();
        json.WriteEndObject();
    }

    private static string DataType<T>() => typeof(T).Name switch
    {
        nameof(SByte) => "int8",
        nameof(Byte) => "uint8",
        nameof(Single) => "float32",
        nameof(Double) => "float64",
        var other => other.ToLowerInvariant(),
    };

    private static void Texts(Utf8JsonWriter json, string name, IEnumerable<string> texts)
    {
        json.WriteStartArray(name);
        foreach (var text in texts)
            json.WriteStringValue(text);
        json.WriteEndArray();
    }

    private static void Numbers(Utf8JsonWriter json, string name, params ReadOnlySpan<double> numbers)
    {
        json.WriteStartArray(name);
        foreach (var number in numbers)
            json.WriteNumberValue(number);
        json.WriteEndArray();
    }

    private static string Moment(DateOnly day, string time) => day.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture) + "T" + time;
}
