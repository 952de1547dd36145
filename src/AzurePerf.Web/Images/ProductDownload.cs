using System.Reflection;
using AzurePerf.Storage.Products;
using AzurePerf.Web.Problems;
using Microsoft.AspNetCore.Http.Metadata;
using Microsoft.Net.Http.Headers;

namespace AzurePerf.Web.Images;

/// <summary>
/// A file of a product as it arrives from the store. What a name stands for never changes, so that a browser that has it does not ask
/// again; bytes may differ where the same was made anew, so that the tag is a weak one.
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

    public static void PopulateMetadata(MethodInfo method, EndpointBuilder builder)
    {
        builder.Metadata.Add(new ProducesResponseTypeMetadata(StatusCodes.Status200OK));
        builder.Metadata.Add(new ProducesResponseTypeMetadata(StatusCodes.Status304NotModified));
    }

    public async Task ExecuteAsync(HttpContext httpContext)
    {
        var (request, response, stop) = (httpContext.Request, httpContext.Response, httpContext.RequestAborted);
        var tag = new EntityTagHeaderValue($"\"{product.Facts.ValuesHash}{suffix}\"", isWeak: true);
        if (request.GetTypedHeaders().IfNoneMatch.Any(known => known.Compare(tag, useStrongComparison: false) || known.Tag == "*"))
        {
            Mark(response, tag);
            response.StatusCode = StatusCodes.Status304NotModified;
            return;
        }

        await using var content = await store.OpenAsync(product.Name, suffix, stop);
        if (content is null)
        {
            await ApiProblem.From(httpContext, ProblemTypes.NotFound, Gone).ExecuteAsync(httpContext);
            return;
        }

        Mark(response, tag);
        response.ContentType = contentType;
        response.ContentLength = content.Bytes;
        response.Headers.ContentDisposition = new ContentDispositionHeaderValue(
            contentType is "image/png" or "application/json" ? "inline" : "attachment")
        {
            FileName = fileName,
        }.ToString();
        if (!HttpMethods.IsHead(request.Method))
        {
            await content.CopyToAsync(response.Body, stop);
        }
    }

    /// <summary>Why something that the manifest names is not there.</summary>
    public const string Gone =
        "it was removed because nobody used it for long; submit the run again, and what is still there is used again";

    private static void Mark(HttpResponse response, EntityTagHeaderValue tag)
    {
        response.Headers.ETag = tag.ToString();
        response.Headers.CacheControl = Forever;
    }
}
