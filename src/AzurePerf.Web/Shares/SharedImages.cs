using AzurePerf.Core.Experiments.Images;
using AzurePerf.Storage.Products;
using AzurePerf.Web.Images;

namespace AzurePerf.Web.Shares;

/// <summary>Finds the pictures and tables of the one run that a link shows.</summary>
internal sealed class SharedImages(ProductStore store)
{
    /// <summary>Results that a page shows. Each is a request to the store, and people with the link can open it as often as they
    /// like.</summary>
    private const int Most = 24;

    /// <summary>The first results, with their legends and tables.</summary>
    public async Task<IReadOnlyList<ShownResult>> ReadAsync(ListedImages images, CancellationToken cancellationToken) =>
        await ShownResult.ReadAllAsync(store, images.Request, [.. ShownOf(images)], cancellationToken);

    /// <summary>A picture or a table that the page shows; null for anything else, and where it is gone.</summary>
    /// <param name="images">Of the run that the link shows.</param>
    /// <param name="key">Of the result.</param>
    /// <param name="name">Of its file.</param>
    /// <param name="cancellationToken">Ends the requests.</param>
    public async Task<ProductDownload?> FindAsync(ListedImages images, string key, string name, CancellationToken cancellationToken)
    {
        if (ShownOf(images).FirstOrDefault(shown => shown.Key == key) is not { } result
            || result.Files.FirstOrDefault(file => file.Name == name) is not { } file || !Shows(file))
        {
            return null;
        }

        try
        {
            return await store.FindAsync(ImageNames.OfResult(images.Request, result.First, result.Key), cancellationToken) is { } product
                && await store.FindFileAsync(product.Name, file.Suffix, cancellationToken) is not null
                ? new(store, product, file.Suffix, ImageFileNames.TypeOf(file.ContentType), ImageFileNames.SavedAs(result, file))
                {
                    CacheControl = "no-store",
                }
                : null;
        }
        catch (InvalidDataException)
        {
            // Its own page says what is wrong with it.
            return null;
        }
    }

    private static IEnumerable<ManifestResult> ShownOf(ListedImages images) => images.Index.Results.Take(Most);

    /// <summary>Whether a file of a result is shown below a link.</summary>
    public static bool Shows(MadeFile file) => file.ContentType is "image/png" or "text/csv";
}
