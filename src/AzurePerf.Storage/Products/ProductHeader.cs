using System.Globalization;
using System.Security.Cryptography;
using AzurePerf.Storage.Blobs;

namespace AzurePerf.Storage.Products;

/// <summary>How the facts of a product stand in the metadata of its blob. A blob without them is not the product itself: it lies next to
/// one, or is none of ours.</summary>
internal static class ProductHeader
{
    private const string Version = "v";
    private const string Hash = "hash";
    private const string Seconds = "seconds";
    private const string Coverage = "coverage";
    private const string Note = "note";
    private const string Writer = "writer";
    private const string Of = "of";
    private const string Digest = "sha256";

    /// <summary>What a product is stored with.</summary>
    /// <param name="contentType">Of its blob.</param>
    /// <param name="facts">What is known of it.</param>
    /// <param name="writer">Tells who stored it: the answer to the first try may be lost, and then the second finds a blob.</param>
    /// <param name="digest">SHA-256 of its bytes; null where nobody is told.</param>
    public static BlobHeader Write(string contentType, ProductFacts facts, string writer, byte[]? digest)
    {
        var metadata = new Dictionary<string, string>
        {
            { Version, "1" },
            { Hash, facts.ValuesHash },
            { Seconds, facts.Seconds.ToString("R", CultureInfo.InvariantCulture) },
            { Coverage, facts.Coverage.ToString("R", CultureInfo.InvariantCulture) },
            { Writer, writer },
        };
        if (facts.Note.Length > 0)
        {
            metadata.Add(Note, facts.Note);
        }

        if (digest is not null)
        {
            metadata.Add(Digest, Convert.ToHexStringLower(digest));
        }

        return new(contentType, metadata);
    }

    /// <summary>What a file next to a product is stored with.</summary>
    public static BlobHeader WriteBeside(string contentType, ProductName main, byte[] digest) => new(
        contentType,
        new Dictionary<string, string> { { Version, "1" }, { Of, main.Key }, { Digest, Convert.ToHexStringLower(digest) } });

    /// <summary>SHA-256 of the bytes of a blob; null where it was stored without.</summary>
    public static byte[]? DigestOf(StoredBlob blob) =>
        blob.Metadata.GetValueOrDefault(Digest) is { Length: 2 * SHA256.HashSizeInBytes } text && text.All(char.IsAsciiHexDigit)
            ? Convert.FromHexString(text)
            : null;

    /// <summary>The product that a blob is; null where it is none.</summary>
    /// <exception cref="InvalidDataException">Its facts cannot be read by this build.</exception>
    public static StoredProduct? Read(StoredBlob blob)
    {
        if (ProductName.TryParse(blob.Name) is not { } name || !blob.Metadata.TryGetValue(Hash, out var hash))
        {
            return null;
        }

        try
        {
            if (Text(Version) != "1")
            {
                throw new InvalidDataException($"the facts of product {name} are of version '{Text(Version)}'; this build reads 1");
            }

            return new(name, blob.Bytes, new(hash, Number(Seconds), Number(Coverage), Text(Note)))
            {
                ETag = blob.ETag,
                StoredAt = blob.ModifiedAt,
            };
        }
        catch (ArgumentException exception)
        {
            throw new InvalidDataException($"the facts of product {name} cannot be read: {exception.Message}", exception);
        }

        string Text(string key) => blob.Metadata.GetValueOrDefault(key, "");

        double Number(string key) =>
            double.TryParse(Text(key), NumberStyles.Float, CultureInfo.InvariantCulture, out var number) ? number : double.NaN;
    }

    /// <summary>Whether a blob was stored by a writer.</summary>
    public static bool IsBy(StoredBlob blob, string writer) => blob.Metadata.GetValueOrDefault(Writer, "") == writer;

    /// <summary>The product next to which a blob lies; null where it lies next to none.</summary>
    public static ProductName? MainOf(StoredBlob blob)
    {
        if (!blob.Metadata.TryGetValue(Of, out var key) || blob.Name.Split('/', 4) is not [var kind, var product, var day, _])
        {
            return null;
        }

        return ProductName.TryParse($"{kind}/{product}/{day}/{key}");
    }
}
