using System.Globalization;
using System.Numerics;
using AzurePerf.Imagery.GeoTiff;
using AzurePerf.Imagery.Grids;

namespace AzurePerf.Imagery.Images;

/// <summary>An image of a tile, ready to be stored.</summary>
/// <param name="Name">Of the image without an ending, such as MOD11A1.LST_Day_1km.good.2024-01-25.h18v04; the item leads to a file of this
/// name and .tif. Who stores it under another one leads it there with <see cref="ItemLink"/>.</param>
/// <param name="GeoTiff">The image: a cloud-optimised GeoTIFF of one band, with scale, offset, unit and title.</param>
/// <param name="Item">Its STAC item (JSON, UTF-8), which says neither when nor where it was made.</param>
/// <param name="ValuesHash">SHA-256 of grid, number type, fill, scale and decoded values: 64 small hexadecimal digits, the same on every
/// machine.</param>
/// <param name="Coverage">The share of the tile's cells on the Earth that have a value, 0 to 1.</param>
public sealed record ImageFile(string Name, byte[] GeoTiff, byte[] Item, string ValuesHash, double Coverage)
{
    /// <summary>The media type of <see cref="GeoTiff"/>.</summary>
    public const string GeoTiffType = "image/tiff; application=geotiff; profile=cloud-optimized";

    /// <summary>The media type of <see cref="Item"/>.</summary>
    public const string ItemType = "application/geo+json";

    /// <inheritdoc cref="ProductTags.OfMadeGranules"/>
    public bool OfMadeGranules { get; init; }

    /// <summary>Names of granules that could not be read, of which it therefore has nothing.</summary>
    public IReadOnlyList<string> Unreadable { get; init; } = [];

    /// <param name="subject">What it is of.</param>
    /// <param name="part">Stands in its name after the days; empty for the values themselves.</param>
    /// <param name="place">The tile.</param>
    /// <param name="days">First and last day.</param>
    /// <param name="raster">The stored values.</param>
    /// <param name="tags">What they mean.</param>
    internal static ImageFile Of<T>(
        ImageSubject subject, string part, SinusoidalTile place, (DateOnly First, DateOnly Last) days, Raster<T> raster, ProductTags tags)
        where T : unmanaged, INumber<T>
    {
        using var stream = new MemoryStream();
        GeoTiffWriter.Write(stream, raster, tags);
        var span = days.First == days.Last ? Iso(days.First) : $"{Iso(days.First)}_{Iso(days.Last)}";
        var name = string.Join('.', new[] { subject.Name, span, part, place.ToString() }.Where(word => word.Length > 0));
        var (hash, coverage) = (Images.ValuesHash.Of(raster, tags), raster.Coverage());
        var item = StacItem.Of(name, subject, place, days, raster, tags, hash, coverage);
        return new ImageFile(name, stream.ToArray(), item, hash, coverage) { OfMadeGranules = tags.OfMadeGranules };
    }

    private static string Iso(DateOnly day) => day.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);
}
