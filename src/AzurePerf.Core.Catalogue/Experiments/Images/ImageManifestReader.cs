using System.Runtime.CompilerServices;
using System.Text.Json;
using AzurePerf.Imagery.Images;

namespace AzurePerf.Core.Experiments.Images;

/// <summary>Reads what <see cref="ImageManifest"/> wrote, an entry at a time: a manifest of a million images takes no more memory than its
/// longest entry.</summary>
public static class ImageManifestReader
{
    /// <summary>Bytes of the longest entry that is read.</summary>
    public const int MostBytesOfEntry = 16 * 1024 * 1024;

    private const int BytesAtOnce = 64 * 1024;

    /// <summary>The entries in their order: the request, results, images of periods, images of days, what no granule covered, what was
    /// not listed.</summary>
    /// <param name="stream">The manifest; it is read to its end.</param>
    /// <param name="cancellationToken">Ends the reading.</param>
    /// <exception cref="InvalidDataException">It is none that this build can read; entries before the fault may have come.</exception>
    public static async IAsyncEnumerable<ManifestEntry> ReadAsync(
        Stream stream, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(stream);
        var (buffer, filled, isLast, scan) = (new byte[BytesAtOnce], 0, false, new ManifestScan());
        while (!isLast)
        {
            if (filled == buffer.Length)
            {
                if (buffer.Length >= MostBytesOfEntry)
                {
                    throw new InvalidDataException("an entry of the manifest is too long");
                }

                Array.Resize(ref buffer, buffer.Length * 2);
            }

            var read = await stream.ReadAsync(buffer.AsMemory(filled), cancellationToken);
            (filled, isLast) = (filled + read, read == 0);
            var consumed = scan.Read(buffer.AsSpan(0, filled), isLast);
            foreach (var entry in scan.Take())
            {
                yield return entry;
            }

            buffer.AsSpan(consumed, filled - consumed).CopyTo(buffer);
            filled -= consumed;
        }
    }
}

/// <summary>One entry of a manifest.</summary>
public abstract record ManifestEntry
{
    /// <summary>The begin of a file's or folder's name: what it has, and which data set it shows where there are several.</summary>
    /// <param name="what">A reduction or a tile.</param>
    /// <param name="dataSet">Empty where there is one.</param>
    public static string NameOf(string what, string dataSet) =>
        string.IsNullOrEmpty(dataSet) ? what : $"{what}-{ImageSubject.Plain(dataSet)}";
}

/// <summary>What its images are of; the first entry.</summary>
/// <param name="Product">Id of the product.</param>
/// <param name="DataSet">Name of the data set, or names with blanks between them.</param>
/// <param name="Band">Name of the band; empty where the data set has none.</param>
/// <param name="Quality">The choice of quality flags that were accepted; empty where the data set has none.</param>
/// <param name="Light">Which swaths counted; empty for any.</param>
public sealed record ManifestRequest(
    string Product = "", string DataSet = "", string Band = "", string Quality = "", string Light = "") : ManifestEntry;

/// <summary>What a request asked for and came of it.</summary>
/// <param name="Reduction">Name of the reduction.</param>
/// <param name="First">First day of its period.</param>
/// <param name="Last">Last day.</param>
/// <param name="Key">Its key in the catalogue of products.</param>
/// <param name="ValuesHash">Of its values; empty when it was planned and not made.</param>
/// <param name="Coverage">The share of its cells with a value, 0 to 1.</param>
/// <param name="Files">Its files, the main one first; none when it was not made.</param>
/// <param name="DataSet">Name of the data set that it shows; empty where it shows all that the request names.</param>
public sealed record ManifestResult(
    string Reduction, DateOnly First, DateOnly Last, string Key, string ValuesHash, double Coverage, IReadOnlyList<MadeFile> Files,
    string DataSet = "")
    : ManifestEntry
{
    /// <summary>The picture among its files; null of a table.</summary>
    public MadeFile? Picture => Files.FirstOrDefault(file => file.ContentType == "image/png");

    /// <summary>Whether the user's own program made it: what its files say is the program's own.</summary>
    public bool IsOfProgram => Reduction == RequestReductions.Program;
}

/// <summary>What the days of a period became, of one tile.</summary>
/// <param name="Tile">Name of the tile.</param>
/// <param name="First">First day of the period.</param>
/// <param name="Last">Last day.</param>
/// <param name="Key">Its key in the catalogue of products.</param>
/// <param name="ValuesHash">Of its values; empty when it was planned and not made.</param>
/// <param name="Coverage">The share of its cells with a value, 0 to 1.</param>
/// <param name="DataSet">Name of the data set that it shows; empty where the request names one.</param>
public sealed record ManifestPeriod(
    string Tile, DateOnly First, DateOnly Last, string Key, string ValuesHash, double Coverage, string DataSet = "")
    : ManifestEntry;

/// <summary>An image of a day and tile.</summary>
/// <param name="Tile">Name of the tile.</param>
/// <param name="Day">The day.</param>
/// <param name="Key">Its key in the catalogue of products.</param>
/// <param name="ValuesHash">Of its values; empty when it was planned and not made.</param>
/// <param name="Coverage">The share of its cells with a value, 0 to 1.</param>
/// <param name="InputMissing">Whether a granule that it was to be made of did not come or could not be read.</param>
/// <param name="Inputs">Keys of the files that it was to be made of; null where the manifest does not say.</param>
/// <param name="Unreadable">Keys of the granules that could not be read, and were left out; null where the manifest does not say.</param>
/// <param name="DataSet">Name of the data set that it shows; empty where the request names one.</param>
public sealed record ManifestImage(
    string Tile, DateOnly Day, string Key, string ValuesHash, double Coverage, bool InputMissing, IReadOnlyList<string>? Inputs = null,
    IReadOnlyList<string>? Unreadable = null, string DataSet = "")
    : ManifestEntry;

/// <summary>A tile that no granule of a day covers.</summary>
/// <param name="Tile">Name of the tile.</param>
/// <param name="Day">The day.</param>
public sealed record ManifestGap(string Tile, DateOnly Day) : ManifestEntry;

/// <summary>A tile and day of which the archive told nothing, because its listing failed for good.</summary>
/// <param name="Tile">Name of the tile.</param>
/// <param name="Day">The day.</param>
public sealed record ManifestNotListed(string Tile, DateOnly Day) : ManifestEntry;

/// <summary>Comes where an image of a day is of made granules: nobody measured it.</summary>
public sealed record ManifestOfMadeGranules : ManifestEntry;
