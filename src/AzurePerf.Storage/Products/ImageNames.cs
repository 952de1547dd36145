using AzurePerf.Core.Experiments.Images;
using AzurePerf.Core.Tasks;
using AzurePerf.Imagery.Products;

namespace AzurePerf.Storage.Products;

/// <summary>The names of what the pipeline of images makes in the catalogue of products.</summary>
public static class ImageNames
{
    /// <summary>A file of the archive.</summary>
    /// <param name="key">Its key.</param>
    /// <exception cref="ExecutionEndedException">The key is none of a granule: bad input.</exception>
    public static ProductName OfSource(string key) =>
        key.LastIndexOf('.') is > 0 and var end && GranuleName.Parse(key[..end]) is { } granule
            ? new(ProductKinds.Source, granule.Product, granule.Day, key)
            : throw new ExecutionEndedException(FailureCause.BadInput, "the order names no granule of an archive");

    /// <summary>An image of a day.</summary>
    public static ProductName OfDay(ImageRequest request, DateOnly day, string key) => Of(ProductKinds.Image, request, day, key);

    /// <summary>What the days of a period became.</summary>
    public static ProductName OfPeriod(ImageRequest request, DateOnly first, string key) => Of(ProductKinds.Period, request, first, key);

    /// <summary>A picture or a table.</summary>
    public static ProductName OfResult(ImageRequest request, DateOnly first, string key) => Of(ProductKinds.Result, request, first, key);

    /// <summary>What a request made of what.</summary>
    public static ProductName ManifestOf(ImageRequest request, string runId) =>
        Of(ProductKinds.Request, request, request.Days[0], $"{runId}-manifest.json");

    /// <summary>Who made what a request brought.</summary>
    public static ProductName ProvenanceOf(ImageRequest request, string runId) =>
        Of(ProductKinds.Request, request, request.Days[0], $"{runId}-provenance.json");

    private static ProductName Of(string kind, ImageRequest request, DateOnly day, string key) =>
        new(kind, request.Subject.Product.Id, day, key);
}
