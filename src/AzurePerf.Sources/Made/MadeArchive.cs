using System.Globalization;
using AzurePerf.Imagery.Grids;
using AzurePerf.Imagery.Hdf4;
using AzurePerf.Imagery.Images;
using AzurePerf.Imagery.Products;

namespace AzurePerf.Sources.Made;

/// <summary>
/// The granules there are, and their bytes, the same for the same settings. A day has 288 swaths of five minutes, and every tile that has
/// a part of the Earth, be it land or sea: the field knows no coast.
/// </summary>
internal sealed class MadeArchive(MadeSettings settings)
{
    /// <summary>The only one.</summary>
    public const int Collection = 61;

    private const int GranuleMinutes = 5;
    private const int MinutesOfDay = 24 * 60;
    private const int SecondsOfDay = MinutesOfDay * 60;

    private static readonly Lazy<SinusoidalTile[]> Tiles = new(() =>
    [
        .. from h in Enumerable.Range(0, 36)
           from v in Enumerable.Range(0, 18)
           let tile = new SinusoidalTile(h, v)
           where MadeTileFile.IsOnEarth(tile)
           select tile,
    ]);

    public MadeSettings Settings { get; } = settings;

    /// <summary>The product of an id, or null when it is unknown or nothing of it is made.</summary>
    public static ImageProduct? Find(string id) =>
        ProductCatalogue.Shipped.Find(id) is { } product && IsMade(product.File) ? product : null;

    /// <summary>Names of the files of a day, in order; none where the product has none.</summary>
    public IEnumerable<string> Names(ImageProduct product, DateOnly day) => !product.IsDay(day) ? [] : product.File.Kind switch
    {
        ProductKind.Swath => Enumerable.Range(0, MinutesOfDay / GranuleMinutes)
            .Select(granule => GranuleName.OfSwath(product.Id, day, new TimeOnly(0).AddMinutes(granule * GranuleMinutes), Collection))
            .Select(FileName),
        _ => Tiles.Value.Select(tile => GranuleName.OfTile(product.Id, day, new(tile.H, tile.V), Collection)).Select(FileName),
    };

    /// <summary>What a name says, or null when no file is called so.</summary>
    public GranuleName? Parse(string file) =>
        GranuleName.Parse(file) is { Day.Year: < 9999 } name && Find(name.Product) is { } product && FileName(name) == file
            && product.IsDay(name.Day)
            && (name.Tile is not null) == (product.File.Kind == ProductKind.Tile)
            && (name.Tile is not { } tile || MadeTileFile.IsOnEarth(new(tile.Horizontal, tile.Vertical)))
                ? name
                : null;

    /// <summary>
    /// When a granule claims to be made: on the day (UTC) after its own, so that its bytes and its name do not depend on now; at a second
    /// that the settings choose, so that granules of other bytes have other names, as those have that an archive makes anew.
    /// </summary>
    public DateTimeOffset MadeAt(DateOnly day) =>
        new DateTimeOffset(day.AddDays(1).ToDateTime(TimeOnly.MinValue), TimeSpan.Zero).AddSeconds(
            ((Settings.Seed * 101L) + Settings.Coarseness) % SecondsOfDay);

    /// <summary>The bytes of a granule, an HDF4 file.</summary>
    /// <param name="name">Of a file, as <see cref="Parse"/> gave it.</param>
    public byte[] Make(GranuleName name)
    {
        var product = Find(name.Product) ?? throw new ArgumentException($"{name.Product} is not made.", nameof(name));
        var writer = new Hdf4Writer();
        writer.Add(new Hdf4Attribute("title", product.File.Title));
        writer.Add(new Hdf4Attribute("identifier", FileName(name)));
        writer.Add(new Hdf4Attribute("comment", "Made from a field and an orbit: nobody measured it."));
        writer.Add(Hdf4Attribute.Of(GranuleFile.MadeMark, Settings.Seed));
        writer.Add(Hdf4Attribute.Of("made_lines_and_columns_divided_by", Settings.Coarseness));
        writer.Add(name.Tile is { } tile
            ? new MadeTileFile(Settings, product, name.Day, new(tile.Horizontal, tile.Vertical)).AddTo(writer)
            : new MadeSwathFile(Settings, product, name.Day, name.Time!.Value).AddTo(writer));
        using var bytes = new MemoryStream();
        writer.WriteTo(bytes);
        return bytes.ToArray();
    }

    // A product of bands has scales that are attributes of each granule, which no data file says; one of positions has nothing else.
    private static bool IsMade(ProductFile file) =>
        file.DataSets.Any(set => MadeQuantity.Of(set.Name) is not null)
        || file.Shapes.Any(shape => file.DataSets.Any(set => set.Name == shape.Geolocation?.Latitude));

    private string FileName(GranuleName name)
    {
        var made = MadeAt(name.Day);
        return string.Create(CultureInfo.InvariantCulture, $"{name.Prefix}{made.Year:0000}{made.DayOfYear:000}{made:HHmmss}.hdf");
    }
}
