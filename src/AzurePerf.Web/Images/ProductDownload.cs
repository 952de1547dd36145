using System.Reflection;
using AzurePerf.Storage.Products;
using AzurePerf.Web.Documents;
using AzurePerf.Web.Problems;
using Microsoft.AspNetCore.Http.Metadata;
using Microsoft.Net.Http.Headers;

namespace AzurePerf.Web.Images;

/// <summary>
/// A file of a product as it arrives from the store, or a part of it. What a name stands for never changes, so that a browser that has it
/// does not ask again; bytes may differ where the same was made anew, so that the tag is that of the blob, and a weak one where the
/// answer may be compressed.
/// </summary>
/// <param name="store">Has the product.</param>
/// <param name="product">The product.</param>
/// <param name="suffix">Of the file next to it; empty for the product itself.</param>
/// <param name="contentType">Its media type.</param>
/// <param name="fileName">What it is called when it is saved: ASCII.</param>
internal sealed class ProductDownload(ProductStore store, StoredProduct product, string suffix, string contentType, string fileName)
    : IResult, IEndpointMetadataProvider
{
    private const string Forever = "private, max-age=31536000, immutable";

    /// <summary>How long the answer may be kept.</summary>
    public string CacheControl { get; init; } = Forever;

    public static void PopulateMetadata(MethodInfo method, EndpointBuilder builder)
    {
        builder.Metadata.Add(new ProducesResponseTypeMetadata(StatusCodes.Status200OK, typeof(void)));
        builder.Metadata.Add(new ProducesResponseTypeMetadata(StatusCodes.Status206PartialContent, typeof(void)));
        builder.Metadata.Add(new ProducesResponseTypeMetadata(StatusCodes.Status304NotModified, typeof(void)));
        builder.Metadata.Add(new ProducesResponseTypeMetadata(StatusCodes.Status412PreconditionFailed, typeof(void)));
        builder.Metadata.Add(new ProducesResponseTypeMetadata(StatusCodes.Status416RangeNotSatisfiable, typeof(void)));
    }

    public async Task ExecuteAsync(HttpContext httpContext)
    {
        if (await store.FindFileAsync(product.Name, suffix, httpContext.RequestAborted) is not { } file)
        {
            await ApiProblem.From(httpContext, ProblemTypes.NotFound, Gone).ExecuteAsync(httpContext);
            return;
        }

        var headers = httpContext.Response.Headers;
        headers.CacheControl = CacheControl;
        headers.ContentDisposition = new ContentDispositionHeaderValue(
            contentType is "image/png" or "application/json" ? "inline" : "attachment")
        {
            FileName = fileName,
        }.ToString();
        var isCompressed = Compression.MayCompress(httpContext.Request, contentType);
        if (file.Digest is { } digest && !isCompressed)
        {
            headers["Repr-Digest"] = $"sha-256=:{Convert.ToBase64String(digest)}:";
        }

        // It answers for a part, for what the caller has already, and for the head alone.
        await TypedResults.Stream(
            new StoredFileStream(store, file),
            contentType,
            lastModified: file.Blob.ModifiedAt,
            entityTag: new EntityTagHeaderValue($"\"{file.Blob.ETag}\"", isWeak: isCompressed),
            enableRangeProcessing: true).ExecuteAsync(httpContext);
        if (httpContext.Response is { HasStarted: false, StatusCode: >= StatusCodes.Status400BadRequest })
        {
            DescribeNothing(httpContext.Response);
        }
    }

    /// <summary>A refusal has no file: nobody may keep it as one, nor save it under its name. It has no text either, which an answer
    /// without a length would get.</summary>
    private static void DescribeNothing(HttpResponse response)
    {
        response.ContentLength = 0;
        response.Headers.CacheControl = "no-store";
        response.Headers.Remove(HeaderNames.ContentDisposition);
        response.Headers.Remove("Repr-Digest");
    }

    /// <summary>Why something that the manifest names is not there.</summary>
    public const string Gone =
        "it was removed because nobody used it for long; submit the run again, and what is still there is used again";
}
