using System.Globalization;
using System.Runtime.InteropServices;
using System.Text.Json;
using AzurePerf.Imagery.GeoTiff;
using AzurePerf.Imagery.Grids;
using AzurePerf.Imagery.Images;
using AzurePerf.Imagery.Kernels;

namespace AzurePerf.Worker.Programs;

/// <summary>An image that a program is given.</summary>
/// <param name="Subject">What it shows: product, data set and band.</param>
/// <param name="Tile">Of which tile.</param>
internal sealed record ProgramImage(ImageSubject Subject, string Tile)
{
    /// <summary>The name of its file without what follows the dot: data set, band where there is one, and tile.</summary>
    public string FileName => string.Join(
        '-', new[] { Subject.DataSet.Name, Subject.BandName, Tile }.Where(part => part.Length > 0).Select(ImageSubject.Plain));
}

/// <summary>How large the images of a program may be on disk, known before one of them is read.</summary>
internal static class InputSize
{
    private const int TileSide = GeoTiffWriter.TileSide;
    private const long Head = 1 << 20;

    /// <summary>Bytes that an image takes at most.</summary>
    /// <param name="subject">What it shows.</param>
    /// <param name="isFlat">As for <see cref="ProgramInputs"/>.</param>
    public static long MostOf(ImageSubject subject, bool isFlat)
    {
        long side = subject.NominalSide;
        if (isFlat)
        {
            return side * side * sizeof(double);
        }

        // Whole tiles, and overviews of a third of that and a part of a tile each; deflate may gain nothing.
        var whole = (side + TileSide - 1) / TileSide * TileSide;
        return Head + (whole * whole * sizeof(double) * 3 / 2);
    }
}

/// <summary>Writes the folder <c>in</c> of a program: a file for each image, and <c>inputs.json</c>, which says what each is.</summary>
/// <param name="folder">Of the program; has no folder <c>in</c>.</param>
/// <param name="isFlat">True for values as little-endian doubles, NaN where there is none; false for the stored GeoTIFFs.</param>
/// <param name="first">First day of the period.</param>
/// <param name="last">Last day.</param>
/// <param name="aggregate">What became of the days.</param>
internal sealed class ProgramInputs(string folder, bool isFlat, DateOnly first, DateOnly last, Aggregate aggregate) : IDisposable
{
    public const string Folder = "in";
    private const string List = "inputs.json";

    private readonly MemoryStream _list = new();
    private Utf8JsonWriter? _json;
    private long _cells;
    private long _values;

    /// <summary>Share of the cells of all images that have a value.</summary>
    public double Coverage => _cells == 0 ? 0 : Math.Min(1, _values / (double)_cells);

    /// <summary>Whether one of the images is of made granules.</summary>
    public bool OfMadeGranules { get; private set; }

    private string Place => Path.Combine(folder, Folder);

    /// <summary>Adds an image.</summary>
    /// <param name="input">Which one.</param>
    /// <param name="geoTiff">As it is stored.</param>
    /// <param name="stop">Ends the writing.</param>
    public async Task AddAsync(ProgramImage input, byte[] geoTiff, CancellationToken stop)
    {
        Directory.CreateDirectory(Place);
        var image = StoredImage.Read(geoTiff);
        var values = image.Physical().Values;
        OfMadeGranules |= image.Tags.OfMadeGranules;
        _cells += image.Raster.Grid.CellsOnEarth();
        _values += values.LongCount(value => !double.IsNaN(value));
        var name = input.FileName + (isFlat ? ".bin" : ".tif");
        await using (var file = new FileStream(Path.Combine(Place, name), FileMode.CreateNew, FileAccess.Write))
        {
            if (isFlat)
            {
                file.Write(MemoryMarshal.AsBytes(values.AsSpan()));
            }
            else
            {
                await file.WriteAsync(geoTiff, stop);
            }
        }

        Describe(input, name, image);
    }

    /// <summary>Writes the list, after the last image.</summary>
    public async Task EndAsync(CancellationToken stop)
    {
        Directory.CreateDirectory(Place);
        var json = Json();
        json.WriteEndArray();
        await json.FlushAsync(stop);
        await File.WriteAllBytesAsync(Path.Combine(Place, List), _list.ToArray(), stop);
    }

    public void Dispose()
    {
        _json?.Dispose();
        _list.Dispose();
    }

    private Utf8JsonWriter Json()
    {
        if (_json is null)
        {
            _json = new(_list, new() { Indented = true, NewLine = "\n" });
            _json.WriteStartArray();
        }

        return _json;
    }

    private void Describe(ProgramImage input, string name, StoredImage image)
    {
        var json = Json();
        var (grid, tags) = (image.Raster.Grid, image.Tags);
        json.WriteStartObject();
        json.WriteString("file", name);
        json.WriteString("product", input.Subject.Product.Id);
        json.WriteString("dataSet", input.Subject.DataSet.Name);
        json.WriteString("band", input.Subject.BandName);
        json.WriteString("tile", input.Tile);
        json.WriteString("first", Day(first));
        json.WriteString("last", Day(last));
        json.WriteString("aggregate", JsonNamingPolicy.CamelCase.ConvertName(aggregate.ToString()));
        json.WriteString("unit", tags.Unit);
        json.WriteString("type", isFlat ? "float64" : image.Type.ToString().ToLowerInvariant());
        if (isFlat || double.IsNaN(image.Raster.Fill))
        {
            json.WriteNull("fill");
        }
        else
        {
            json.WriteNumber("fill", image.Raster.Fill);
        }

        json.WriteNumber("scale", isFlat ? 1 : tags.Scale);
        json.WriteNumber("offset", isFlat ? 0 : tags.Offset);
        WriteGrid(json, grid);
        json.WriteBoolean("ofMadeGranules", tags.OfMadeGranules);
        json.WriteEndObject();
    }

    /// <summary>On the sinusoidal plane of MODIS, in metres: the upper left corner of the first cell, and the sides of a cell.</summary>
    private static void WriteGrid(Utf8JsonWriter json, Grid grid)
    {
        json.WriteNumber("rows", grid.Rows);
        json.WriteNumber("columns", grid.Columns);
        json.WriteNumber("left", grid.Left);
        json.WriteNumber("top", grid.Top);
        json.WriteNumber("cellWidth", grid.CellWidth);
        json.WriteNumber("cellHeight", grid.CellHeight);
    }

    private static string Day(DateOnly day) => day.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);
}
