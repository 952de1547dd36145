using System.Globalization;
using AzurePerf.Imagery.Granules;
using AzurePerf.Imagery.Grids;
using AzurePerf.Imagery.Hdf4;
using AzurePerf.Imagery.Images;
using AzurePerf.Imagery.Products;
using AzurePerf.ImageryTests.Hdf4;
using AzurePerf.Sources.Made;

namespace AzurePerf.ImageryTests.Images;

/// <summary>Granules of one day of a made archive, ten times coarser than MODIS, and what a reader of their data sets alone finds in them.</summary>
internal static class MadeDay
{
    public static readonly DateOnly Day = new(2024, 1, 25);
    public static readonly TrueField Field = new(7);
    public static readonly MadeVegetation Vegetation = new(7, Day);

    private static readonly MadeArchive Archive = new(new MadeSettings(Seed: 7, Coarseness: 10));

    public static ImageSubject Subject(string product, string dataSet, string band = "", string quality = "") =>
        ImageSubject.Of(ProductCatalogue.Shipped, product, dataSet, band, quality);

    /// <summary>The granule of a tile.</summary>
    public static byte[] Tile(string product, SinusoidalTile tile, DateOnly? day = null) =>
        Archive.Make(Names(product, day ?? Day).Single(name => name.Tile == new TileNumber(tile.H, tile.V)));

    /// <summary>The granules that begin at these minutes of the day, with their positions where these are of another product.</summary>
    public static SwathFiles[] Swaths(ImageSubject subject, params int[] minutes) =>
    [
        .. from minute in minutes
           let time = new TimeOnly(0).AddMinutes(minute)
           let name = Names(subject.Product.Id, Day).Single(name => name.Time == time)
           select new SwathFiles(name.Prefix, Archive.Make(name)),
    ];

    /// <summary>The stored numbers of a granule, NaN where the data file of the product says that there is none.</summary>
    public static double[] Stored(ImageSubject subject, ReadOnlyMemory<byte> granule)
    {
        var file = Hdf4File.Open(granule);
        var decoder = new ValueDecoder(subject.DataSet);
        var quality = subject.Product.QualityOf(subject.DataSet);
        var mask = quality is null ? null : new QualityMask(quality, subject.Quality);
        var flags = quality is null ? null : file.DataSet(quality.DataSet)!;
        var (step, first) = quality?.Layer is { } layer ? (flags!.Dimensions[2].Length, layer) : (1, 0);
        var numbers = flags?.Read();
        return
        [
            .. file.DataSet(subject.DataSet.Name)!.Read().Cast<object>().Select((value, cell) =>
            {
                var stored = Number(value);
                var decoded = mask is null ? decoder.Decode(stored) : decoder.Decode(stored, mask, (long)Number(numbers!.GetValue(cell * step + first)!));
                return decoded is null ? double.NaN : stored;
            }),
        ];
    }

    /// <summary>Where its pixels lie.</summary>
    public static SwathGeometry Positions(ImageSubject subject, ReadOnlyMemory<byte> granule)
    {
        var file = Hdf4File.Open(granule);
        var lengths = file.DataSet(subject.DataSet.Name)!.Dimensions.Select(axis => axis.Length).ToArray();
        var shape = subject.Product.ShapeOf(subject.DataSet);
        var (latitude, longitude) = (file.DataSet("Latitude")!, file.DataSet("Longitude")!);
        var scan = shape.Name switch { "1km" => 10, "5km" => 2, _ => lengths[0] };
        var kept = new SwathGeometry(
            latitude.Dimensions[0].Length, latitude.Dimensions[1].Length, scan / shape.Geolocation!.Increment, latitude.Read<float>(), longitude.Read<float>());
        return shape.Geolocation.Increment == 1 ? kept : new DimensionMap(2, 5).Expand(kept, lengths[0], lengths[1], scan);
    }

    private static IEnumerable<GranuleName> Names(string product, DateOnly day)
    {
        var archive = new MadeArchive(new());
        return archive.Names(MadeArchive.Find(product)!, day).Select(name => archive.Parse(name)!);
    }

    private static double Number(object value) => Convert.ToDouble(value, CultureInfo.InvariantCulture);
}
