using System.Numerics;
using AzurePerf.Imagery.GeoTiff;
using AzurePerf.Imagery.Granules;
using AzurePerf.Imagery.Grids;
using AzurePerf.Imagery.Kernels;
using AzurePerf.Imagery.Products;

namespace AzurePerf.Imagery.Images;

/// <summary>A granule of a swath.</summary>
/// <param name="Name">Name of its file, for the sentence that refuses it.</param>
/// <param name="Data">The file.</param>
/// <param name="Geolocation">The file with its positions; null where it has its own.</param>
public sealed record SwathFiles(string Name, ReadOnlyMemory<byte> Data, ReadOnlyMemory<byte>? Geolocation = null);

/// <summary>
/// What a satellite saw of a tile on a day, in the number type of the product. Cells without a value, outside the valid range or not good
/// enough have the fill value.
/// </summary>
public static class DayImage
{
    /// <summary>The image of a granule that is a tile.</summary>
    /// <param name="subject">Of a product of tiles.</param>
    /// <param name="day">The day (UTC), for a composite the first of its period.</param>
    /// <param name="tile">The tile of the granule.</param>
    /// <param name="granule">The granule, an HDF4 file.</param>
    /// <exception cref="UnreadableFileException">The file is damaged, or is not what the product or the tile says.</exception>
    public static ImageFile OfTile(ImageSubject subject, DateOnly day, SinusoidalTile tile, ReadOnlyMemory<byte> granule)
    {
        Demand(subject, ProductKind.Tile);
        return subject.DataSet.NumberType.Do(new TileWork(subject, day, tile, granule));
    }

    /// <summary>
    /// The image of swaths on a tile; see <see cref="SwathToTile"/>. The cells are as large as the pixels below the satellite. Pixels of a
    /// granule whose bands have another scale are rounded to that of the first.
    /// </summary>
    /// <param name="subject">Of a product of swaths.</param>
    /// <param name="day">The day (UTC).</param>
    /// <param name="tile">The tile.</param>
    /// <param name="granules">
    /// One or more, asked for one after the other and not kept, so that the files of one are in memory at a time. Give them in the order of
    /// their names: it counts for <paramref name="rule"/>, and of equally near pixels the first given is taken.
    /// </param>
    /// <param name="rule">What happens where granules overlap.</param>
    /// <param name="leaveOut">Whether a granule that cannot be read is left out, and named, as long as another can.</param>
    /// <exception cref="UnreadableFileException">A file is damaged, or is not what the product says; the message names the
    /// granule.</exception>
    /// <exception cref="ArgumentException">There is no granule, or one lacks the file with its positions.</exception>
    public static ImageFile OfSwaths(
        ImageSubject subject, DateOnly day, SinusoidalTile tile, IEnumerable<SwathFiles> granules, MergeRule rule,
        bool leaveOut = false)
    {
        Demand(subject, ProductKind.Swath);
        return subject.DataSet.NumberType.Do(new SwathWork(subject, day, tile, granules, rule, leaveOut));
    }

    /// <summary>The days that a granule of a day shows.</summary>
    internal static (DateOnly First, DateOnly Last) Span(ImageSubject subject, DateOnly day) =>
        (day, day.AddDays(subject.Product.File.PeriodDays - 1));

    private static void Demand(ImageSubject subject, ProductKind kind)
    {
        if (subject.Product.File.Kind != kind)
            throw new ArgumentException($"{subject.Product.Id} is no product of kind {kind}.", nameof(subject));
    }

    private sealed record TileWork(ImageSubject Subject, DateOnly Day, SinusoidalTile Tile, ReadOnlyMemory<byte> Granule)
        : INumberWork<ImageFile>
    {
        public ImageFile Do<T>()
            where T : unmanaged, INumber<T>
        {
            var file = GranuleFile.Open(Granule);
            var layer = file.Layer<T>(Subject);
            var raster = new Raster<T>(file.GridOf(Subject, Tile, layer.Rows, layer.Columns), layer.Values, layer.Fill);
            var tags = Subject.Tags(layer.Scale, layer.Addend) with { OfMadeGranules = file.IsMade };
            return ImageFile.Of(Subject, "", Tile, Span(Subject, Day), raster, tags);
        }
    }

    private sealed record SwathWork(
        ImageSubject Subject, DateOnly Day, SinusoidalTile Tile, IEnumerable<SwathFiles> Granules, MergeRule Rule, bool LeaveOut)
        : INumberWork<ImageFile>
    {
        public ImageFile Do<T>()
            where T : unmanaged, INumber<T>
        {
            SwathMosaic<T>? mosaic = null;
            ProductTags? tags = null;
            var isMade = false;
            var unreadable = new List<string>();
            UnreadableFileException? why = null;
            foreach (var granule in Granules)
            {
                GranuleLayer<T> layer;
                Swath<T> swath;
                bool ofMade;
                try
                {
                    (layer, swath, ofMade) = Read<T>(granule);
                }
                catch (UnreadableFileException e) when (LeaveOut)
                {
                    why = e;
                    unreadable.Add(granule.Name);
                    continue;
                }

                isMade |= ofMade;
                var own = Subject.Tags(layer.Scale, layer.Addend);
                tags ??= own;
                StoredScale.Convert(layer.Values, layer.Fill, own, tags, Subject.DataSet.ValidRange);
                var cells = SwathPositions.CellsOf(Subject.Shape, layer.Columns);
                mosaic ??= new SwathMosaic<T>(Tile.Grid(cells), Rule, layer.Fill);
                mosaic.Add(swath);
            }

            return mosaic is null
                ? throw why ?? (Exception)new ArgumentException("An image of swaths needs a granule.")
                : ImageFile.Of(Subject, "", Tile, Span(Subject, Day), mosaic.Raster, tags! with { OfMadeGranules = isMade }) with
                {
                    Unreadable = unreadable,
                };
        }

        private (GranuleLayer<T> Layer, Swath<T> Swath, bool IsMade) Read<T>(SwathFiles granule)
            where T : unmanaged, INumber<T>
        {
            var foreign = Subject.Shape.Geolocation!.Product is not null;
            if (foreign && granule.Geolocation is null)
                throw new ArgumentException($"The positions of {granule.Name} are in a file of another product, which is missing.");
            try
            {
                var file = GranuleFile.Open(granule.Data);
                var layer = file.Layer<T>(Subject);
                var places = foreign ? GranuleFile.Open(granule.Geolocation!.Value) : file;
                var geometry = SwathPositions.Of(places, Subject.Shape, layer.Rows, layer.Columns);
                return (layer, new Swath<T>(geometry, layer.Values, layer.Fill), file.IsMade);
            }
            catch (UnreadableFileException e)
            {
                throw new UnreadableFileException($"{granule.Name}: {e.Message}", e);
            }
        }
    }
}
