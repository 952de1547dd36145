using System.Buffers.Text;
using System.Reflection;
using System.Security.Cryptography;
using System.Text.Json;
using AzurePerf.Core.Texts;
using Microsoft.AspNetCore.Http.Metadata;
using Microsoft.Net.Http.Headers;

namespace AzurePerf.Web.Documents;

/// <summary>A document with an ETag of its content: whoever has it already is told so in place of getting it again.</summary>
/// <param name="json">The document as it goes out.</param>
internal sealed class TaggedJson<T>(ReadOnlyMemory<byte> json) : IResult, IEndpointMetadataProvider
{
    private const int TagBytes = 16;

    public static TaggedJson<T> Of(T document) => new(JsonSerializer.SerializeToUtf8Bytes(document, ApiJson.Options));

    public static void PopulateMetadata(MethodInfo method, EndpointBuilder builder)
    {
        builder.Metadata.Add(new ProducesResponseTypeMetadata(StatusCodes.Status200OK, typeof(T), ["application/json"]));
        builder.Metadata.Add(new ProducesResponseTypeMetadata(StatusCodes.Status304NotModified, typeof(void)));
    }

    public async Task ExecuteAsync(HttpContext httpContext)
    {
        // Weak, because the same document may go out compressed.
        var tag = new EntityTagHeaderValue($"\"{Base64Url.EncodeToString(SHA256.HashData(json.Span).AsSpan(0, TagBytes))}\"", isWeak: true);
        var response = httpContext.Response;
        response.Headers.ETag = tag.ToString();
        response.Headers.CacheControl = "private, no-cache";
        if (httpContext.Request.GetTypedHeaders().IfNoneMatch.Any(known =>
            known.Compare(tag, useStrongComparison: false) || known.Tag == "*"))
        {
            response.StatusCode = StatusCodes.Status304NotModified;
            return;
        }

        response.ContentType = "application/json; charset=utf-8";
        response.ContentLength = json.Length;
        await response.Body.WriteAsync(json, httpContext.RequestAborted);
    }
}
