using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;
using AzurePerf.Imagery.Products;

namespace AzurePerf.Sources.Https;

/// <summary>
/// Reads the listing of a day. NASA's archive answers with an object that has the entries in "content", and answered with the bare list
/// before; both are read. Sizes are numbers or texts. Nothing that an entry links to is used: the file's address follows from its name.
/// </summary>
internal static partial class ArchiveListing
{
    private static readonly string[] Times = ["last-modified", "mtime"];

    /// <exception cref="SourceException">It is no listing, or names what does not belong into the folder.</exception>
    public static IReadOnlyList<ArchiveFile> Read(ReadOnlyMemory<byte> json, ArchiveFolder folder)
    {
        using var document = Parse(json, folder);
        var entries = document.RootElement;
        if (entries.ValueKind == JsonValueKind.Object && !Has(entries, "content", out entries)) throw NoListing(folder);
        if (entries.ValueKind != JsonValueKind.Array) throw NoListing(folder);
        var files = entries.EnumerateArray().Select(x => ReadEntry(x, folder)).OfType<ArchiveFile>()
            .OrderBy(x => x.Name, StringComparer.Ordinal).ToList();
        return files.DistinctBy(x => x.Name).Count() == files.Count
            ? files
            : throw Wrong($"The archive's listing of {folder} names a file twice.");
    }

    private static JsonDocument Parse(ReadOnlyMemory<byte> json, ArchiveFolder folder)
    {
        try
        {
            return JsonDocument.Parse(json);
        }
        catch (JsonException exception)
        {
            // The parser's message can quote the answer.
            throw NoListing(folder, FormattableString.Invariant($" (line {exception.LineNumber + 1})"));
        }
    }

    /// <returns>Null for what is no granule: folders, metadata and previews.</returns>
    private static ArchiveFile? ReadEntry(JsonElement entry, ArchiveFolder folder)
    {
        var name = TextOf(entry, "name") ?? throw NoListing(folder);
        if (!FileName().IsMatch(name) || name is "." or "..")
            throw Wrong($"The archive's listing of {folder} has an entry that is no file name.");
        if (GranuleName.Parse(name) is not { } granule) return null;
        if (!folder.Holds(granule))
            throw Wrong($"The archive's listing of {folder} names {name}, of another folder.");
        return new(name, granule, SizeOf(entry, name), Md5Of(entry, name), TimeOf(entry));
    }

    private static long? SizeOf(JsonElement entry, string name) =>
        TextOf(entry, "size") is not { Length: > 0 } text ? null
        : long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var size) && size > 0 ? size
        : throw Wrong($"The archive's listing gives {name} a size that is no number above 0.");

    private static string? Md5Of(JsonElement entry, string name) =>
        TextOf(entry, "md5sum") is not { Length: > 0 } text ? null
        : Md5().IsMatch(text) ? text.ToLowerInvariant()
        : throw Wrong($"The archive's listing gives {name} an MD5 that is none.");

    private static DateTimeOffset? TimeOf(JsonElement entry) => Times
        .Select(x => TextOf(entry, x))
        .Select(ParseTime)
        .FirstOrDefault(x => x is not null);

    private static DateTimeOffset? ParseTime(string? text) =>
        DateTimeOffset.TryParse(text, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var time) ? time : null;

    private static string? TextOf(JsonElement entry, string property) =>
        entry.ValueKind == JsonValueKind.Object && Has(entry, property, out var value)
            ? value.ValueKind switch
            {
                JsonValueKind.String => StringOf(value),
                JsonValueKind.Number => value.GetRawText(),
                _ => null,
            }
            : null;

    private static bool Has(JsonElement entry, string property, out JsonElement value)
    {
        try
        {
            return entry.TryGetProperty(property, out value);
        }
        catch (InvalidOperationException)
        {
            throw NoText();
        }
    }

    private static string? StringOf(JsonElement value)
    {
        try
        {
            return value.GetString();
        }
        catch (InvalidOperationException)
        {
            throw NoText();
        }
    }

    private static SourceException NoText() => Wrong("The archive's listing has a text that is no UTF-8.");

    private static SourceException NoListing(ArchiveFolder folder, string where = "") =>
        Wrong($"The archive's answer is no listing of {folder}{where}: is ListingPath right?");

    private static SourceException Wrong(string sentence) => new(SourceCause.UnexpectedAnswer, sentence);

    [GeneratedRegex(@"^[A-Za-z0-9._ ()+,=@~-]{1,255}\z")]
    private static partial Regex FileName();

    [GeneratedRegex(@"^[0-9A-Fa-f]{32}\z")]
    private static partial Regex Md5();
}
