using System.Globalization;
using AzurePerf.Imagery.GeoTiff;
using AzurePerf.Imagery.Products;

namespace AzurePerf.Imagery.Images;

/// <summary>What images are made of: one data set of a product, or one band of it, where the flags say that it is good enough.</summary>
/// <param name="Product">The product of one satellite.</param>
/// <param name="DataSet">One of its data sets.</param>
/// <param name="Band">The place of the band in the data set, from 0; null where it has no bands.</param>
/// <param name="Quality">The choice of flags that are accepted; empty where the data set has none.</param>
public sealed record ImageSubject(ImageProduct Product, DataSet DataSet, int? Band, string Quality)
{
    /// <summary>
    /// Its name in files and texts, such as MOD11A1.LST_Day_1km.good: product, data set, band, quality and light; letters, digits, - and _
    /// alone between the dots.
    /// </summary>
    public string Name =>
        string.Join('.', new[] { Product.Id, DataSet.Name, BandName, Quality, Light }.Where(part => part.Length > 0).Select(Plain));

    /// <summary>Of which swaths alone images are made, day or night; empty for all of a day, and for tiles.</summary>
    public string Light { get; init; } = "";

    /// <summary>What was measured, for people.</summary>
    public string Title => DataSet.Title + (Band is null ? "" : $", band {BandName}") + (Light.Length == 0 ? "" : $", by {Light}");

    /// <summary>The product whose granules have the latitudes and longitudes; null where the granules have their own or need
    /// none.</summary>
    /// <param name="catalogue">The products known.</param>
    public ImageProduct? Geolocation(ProductCatalogue catalogue) => catalogue.GeolocationOf(Product, Shape);

    /// <summary>The grid of the data set.</summary>
    internal Shape Shape => Product.ShapeOf(DataSet);

    /// <summary>Cells along a side of an image of a tile at its nominal size: granules that were made may have fewer.</summary>
    public int NominalSide => Shape.Geolocation is null ? Shape.Rows : SwathPositions.CellsOf(Shape, Shape.Columns);

    /// <summary>The flags that are accepted; null where the data set has none.</summary>
    internal QualityMask? Mask => Product.QualityOf(DataSet) is { } quality ? new QualityMask(quality, Quality) : null;

    /// <summary>Name of the band; empty where the data set has none.</summary>
    public string BandName => Band is { } band ? DataSet.Bands![band] : "";

    /// <summary>The subject of a request.</summary>
    /// <param name="catalogue">The products known.</param>
    /// <param name="product">Id of a product, such as MOD11A1.</param>
    /// <param name="dataSet">Name of one of its data sets, such as LST_Day_1km.</param>
    /// <param name="band">Name of a band, such as 31 or 500 hPa; empty where the data set has none.</param>
    /// <param name="quality">A choice of the flags of the data set; empty for the usual one, and where it has no flags.</param>
    /// <exception cref="ArgumentException">One of them is unknown; the message is one sentence that lists those known.</exception>
    public static ImageSubject Of(ProductCatalogue catalogue, string product, string dataSet, string band, string quality)
    {
        ArgumentNullException.ThrowIfNull(catalogue);
        var found = catalogue.Find(product) ?? throw Unknown("product", product, catalogue.Products.Select(known => known.Id));
        var set = found.FindDataSet(dataSet)
            ?? throw Unknown($"data set of {product}", dataSet, found.File.DataSets.Select(known => known.Name));
        return new ImageSubject(found, set, BandOf(set, band), QualityOf(found, set, quality));
    }

    /// <summary>What the stored numbers of an image mean.</summary>
    internal ProductTags Tags(double scale, double addend) => new(scale, addend, DataSet.Unit == "1" ? "" : DataSet.Unit, Title);

    private static int? BandOf(DataSet set, string band)
    {
        if (set.Bands is null)
            return band.Length == 0 ? null : throw new ArgumentException($"{set.Name} has no bands: leave the band empty.");
        var at = set.Bands.ToList().IndexOf(band);
        return at >= 0 ? at : throw Unknown($"band of {set.Name}", band, set.Bands);
    }

    private static string QualityOf(ImageProduct product, DataSet set, string quality)
    {
        if (product.QualityOf(set) is not { } flags)
            return quality.Length == 0 ? "" : throw new ArgumentException($"{set.Name} has no quality flags: leave the quality empty.");
        if (quality.Length == 0)
            return flags.DefaultChoice;
        return flags.Choices.ContainsKey(quality) ? quality : throw Unknown($"quality of {set.Name}", quality, flags.Choices.Keys);
    }

    private static ArgumentException Unknown(string what, string given, IEnumerable<string> known) =>
        new(string.Create(CultureInfo.InvariantCulture, $"unknown {what}: {(given.Length == 0 ? "none given" : given)}; known: ")
            + string.Join(", ", known));

    /// <summary>A name for files: what is neither letter nor digit nor _, as in Land/SeaMask, becomes -.</summary>
    /// <param name="part">Of the name: a data set, a band, a tile.</param>
    public static string Plain(string part) =>
        string.Concat(part.Select(character => char.IsAsciiLetterOrDigit(character) || character is '-' or '_' ? character : '-'));
}
