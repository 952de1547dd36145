using System.Text.RegularExpressions;
using AzurePerf.Storage.Blobs;

namespace AzurePerf.Storage.Products;

/// <summary>What is known of a product without reading it. It is stored with the blob, so that a lost row can be made again.</summary>
public sealed partial record ProductFacts
{
    /// <summary>Characters of a note.</summary>
    public const int NoteCharacters = 4 * 1024;

    /// <param name="valuesHash">SHA-256 of its decoded values, 64 hexadecimal digits in lower case: the same on every machine, which the
    /// compressed bytes are not.</param>
    /// <param name="seconds">Time in a worker's slot, in seconds, that making it took with reading its inputs over the network, from 0; for
    /// a source, that fetching it took.</param>
    /// <param name="coverage">Share of its cells that have a value, 0 to 1.</param>
    /// <param name="note">Anything else: printable ASCII, JSON as a rule, at most <see cref="NoteCharacters"/> characters, no space at its
    /// ends; empty for nothing.</param>
    /// <exception cref="ArgumentException">One of them is out of its range; the message says which.</exception>
    public ProductFacts(string valuesHash, double seconds, double coverage, string note)
    {
        ValuesHash = Hash().IsMatch(valuesHash)
            ? valuesHash
            : throw new ArgumentException($"'{valuesHash}' is no SHA-256 in 64 hexadecimal digits in lower case");
        Seconds = seconds is >= 0 and < double.PositiveInfinity
            ? seconds
            : throw new ArgumentException("the seconds that a product took are a number from 0 on");
        Coverage = coverage is >= 0 and <= 1 ? coverage : throw new ArgumentException("the coverage of a product is between 0 and 1");
        Note = note.Length <= NoteCharacters && BlobLimits.IsPrintableAscii(note) && note == note.Trim(' ')
            ? note
            : throw new ArgumentException(
                $"the note of a product is printable ASCII, at most {NoteCharacters} characters, without space at its ends");
    }

    /// <summary>SHA-256 of its decoded values, 64 hexadecimal digits.</summary>
    public string ValuesHash { get; }

    /// <summary>Time in a worker's slot, in seconds, that making it took.</summary>
    public double Seconds { get; }

    /// <summary>Share of its cells that have a value, 0 to 1.</summary>
    public double Coverage { get; }

    /// <summary>Anything else; empty for nothing.</summary>
    public string Note { get; }

    [GeneratedRegex(@"^[0-9a-f]{64}\z")]
    private static partial Regex Hash();
}

/// <summary>A product that exists.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Bytes">Length of its blob, without the files next to it.</param>
/// <param name="Facts">What is known of it.</param>
public sealed record StoredProduct(ProductName Name, long Bytes, ProductFacts Facts)
{
    /// <summary>Of the blob; empty for one that was stored just now.</summary>
    internal string ETag { get; init; } = "";

    /// <summary>When it was stored, by the clock of the service.</summary>
    internal DateTimeOffset StoredAt { get; init; }
}

/// <summary>A file that is stored next to a product, such as a STAC item.</summary>
/// <param name="Suffix">What follows the product's name, such as .json: see <see cref="ProductName.WithSuffix"/>.</param>
/// <param name="ContentType">Such as application/geo+json.</param>
/// <param name="Content">Must follow from the product's name and the suffix: of two that store one at once, each may have written
/// it.</param>
public sealed record FileBeside(string Suffix, string ContentType, BinaryData Content);

/// <summary>A file of a product as it was found: the product itself, or one next to it.</summary>
/// <param name="Blob">Its blob.</param>
/// <param name="Digest">SHA-256 of its bytes; null where they were stored without.</param>
public sealed record StoredFile(StoredBlob Blob, byte[]? Digest);
