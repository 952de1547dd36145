using System.Net.Http.Headers;
using System.Security.Cryptography;

namespace AzurePerf.Cli.Api;

/// <summary>What a server says of a file.</summary>
/// <param name="Bytes">Size of the whole; null where it does not say.</param>
/// <param name="Tag">Names the file's bytes, so that a part of them can be asked for later; null where the server sends no parts.</param>
/// <param name="Digest">SHA-256 of the whole; null where it does not say.</param>
/// <param name="StoredAt">When it was stored; null where it does not say.</param>
internal sealed record ApiFileHead(long? Bytes, string? Tag, byte[]? Digest, DateTimeOffset? StoredAt)
{
    private const string DigestHeader = "Repr-Digest";
    private const string DigestBegin = "sha-256=:";

    /// <summary>Longer ones are not kept: they become part of a file's name.</summary>
    private const int MostTagCharacters = 64;

    public static ApiFileHead Of(HttpResponseMessage response)
    {
        var (headers, content) = (response.Headers, response.Content.Headers);
        return new(
            content.ContentRange is { } range ? range.Length : content.ContentLength, TagOf(headers), DigestOf(headers),
            content.LastModified);
    }

    private static string? TagOf(HttpResponseHeaders headers) =>
        headers.ETag is { IsWeak: false, Tag: { Length: <= MostTagCharacters } tag }
            && headers.AcceptRanges.Contains("bytes", StringComparer.OrdinalIgnoreCase)
                ? tag
                : null;

    private static byte[]? DigestOf(HttpResponseHeaders headers)
    {
        var value = headers.TryGetValues(DigestHeader, out var values) ? string.Join(',', values) : "";
        foreach (var part in value.Split(',', StringSplitOptions.TrimEntries))
        {
            var digest = new byte[SHA256.HashSizeInBytes];
            if (part.StartsWith(DigestBegin, StringComparison.OrdinalIgnoreCase) && part.EndsWith(':') && part.Length > DigestBegin.Length
                && Convert.TryFromBase64String(part[DigestBegin.Length..^1], digest, out var bytes) && bytes == digest.Length)
            {
                return digest;
            }
        }

        return null;
    }
}
