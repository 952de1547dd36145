using System.Runtime.CompilerServices;
using AzurePerf.Imagery.GeoTiff;
using AzurePerf.Imagery.Grids;
using AzurePerf.Imagery.Images;
using AzurePerf.Imagery.Kernels;
using AzurePerf.Imagery.Products;

namespace AzurePerf.Imagery.Reductions;

/// <summary>Brings the image of a tile; null where there is none.</summary>
public delegate Task<ReadOnlyMemory<byte>?> OpenTile(SinusoidalTile tile, CancellationToken cancellationToken);

/// <summary>What reductions are made of: the images of a period, tile by tile.</summary>
/// <param name="Subject">What the images are of.</param>
/// <param name="Aggregate">What became of the days.</param>
/// <param name="First">First day of the period.</param>
/// <param name="Last">Last day of the period.</param>
/// <param name="Tiles">The tiles of the region, one or more; the order does not count.</param>
/// <param name="Open">Brings <see cref="PeriodFiles.Values"/> of a tile; a reduction may ask for a tile twice.</param>
/// <param name="Projection">Of maps: <see cref="Projection.Geographic"/> or <see cref="Projection.WebMercator"/>.</param>
/// <param name="Resampling">How tiles are drawn on maps.</param>
/// <param name="Area">What maps show; null for all of the tiles.</param>
public sealed record ReductionInput(
    ImageSubject Subject,
    Aggregate Aggregate,
    DateOnly First,
    DateOnly Last,
    IReadOnlyList<SinusoidalTile> Tiles,
    OpenTile Open,
    Projection Projection = Projection.Geographic,
    Resampling Resampling = Resampling.Nearest,
    MapArea? Area = null)
{
    /// <summary>
    /// The images one after the other, from north to south and west to east, all of one scale; each says for itself whether its granules
    /// were made. Tiles without one come last, as images without a value, so that they count as not covered.
    /// </summary>
    /// <exception cref="UnreadableFileException">An image is damaged, or its cells are of another size than those before.</exception>
    /// <exception cref="InvalidOperationException">No tile has an image.</exception>
    public async IAsyncEnumerable<StoredImage> ImagesAsync([EnumeratorCancellation] CancellationToken cancellationToken)
    {
        (int Columns, double Fill, NumberType Type, ProductTags Tags)? first = null;
        var missing = new List<SinusoidalTile>();
        foreach (var tile in Tiles.Distinct().OrderBy(tile => tile.V).ThenBy(tile => tile.H))
        {
            cancellationToken.ThrowIfCancellationRequested();
            if (await Open(tile, cancellationToken) is not { } geoTiff)
            {
                missing.Add(tile);
                continue;
            }

            var image = StoredImage.Read(geoTiff);
            var raster = image.Raster;
            var like = first ??= (raster.Grid.Columns, raster.Fill, image.Type, image.Tags);
            if (raster.Grid != tile.Grid(like.Columns) || image.Type != like.Type || raster.Fill != like.Fill)
                throw new UnreadableFileException($"The image of {tile} has other cells or numbers than those of its period.");
            StoredScale.Convert(raster.Values, raster.Fill, image.Tags, like.Tags, Subject.DataSet.ValidRange);
            yield return image with { Tags = like.Tags with { OfMadeGranules = image.Tags.OfMadeGranules } };
        }

        if (first is not { } known)
            throw new InvalidOperationException("A reduction needs an image of a tile.");
        foreach (var tile in missing)
            yield return new StoredImage(tile.Grid(known.Columns).Filled(known.Fill), known.Tags, known.Type);
    }
}
