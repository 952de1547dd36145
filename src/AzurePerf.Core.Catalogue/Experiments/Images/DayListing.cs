using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace AzurePerf.Core.Experiments.Images;

/// <summary>What a listing task found for one day and a part of the region: its product.</summary>
/// <param name="Images">The images that can be made, by tile; a tile that no granule covers is not among them.</param>
/// <param name="Files">The granules that they are made of, each once.</param>
public sealed record DayListing(IReadOnlyList<ListedImage> Images, IReadOnlyList<SourceFile> Files)
{
    private static readonly JsonSerializerOptions Options = new(ExperimentJson.Options)
    {
        Converters = { new SourceFileConverter() },
        DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingDefault,
    };

    private static readonly JsonSerializerOptions OfAnyBuild = new(Options) { UnmappedMemberHandling = JsonUnmappedMemberHandling.Skip };

    /// <summary>The listing as the product of a task.</summary>
    public string Write() => JsonSerializer.Serialize(this, Options);

    /// <summary>A listing from the product of a task.</summary>
    /// <exception cref="InvalidDataException">It is none.</exception>
    public static DayListing Read(string product) => Read(product, Options);

    /// <summary>Whether a product would be a listing but for what it says beyond what this build knows.</summary>
    public static bool IsOfLaterBuild(string product) =>
        !ImageOrder.IsSound(() => Read(product, Options)) && ImageOrder.IsSound(() => Read(product, OfAnyBuild));

    private static DayListing Read(string product, JsonSerializerOptions options)
    {
        try
        {
            return JsonSerializer.Deserialize<DayListing>(product, options) is { Images: not null, Files: not null } listing
                && listing.Images.All(image => image.Layer >= 0 && image.Inputs.All(input => input >= 0 && input < listing.Files.Count))
                ? listing
                : throw new InvalidDataException("a listing of granules is incomplete");
        }
        catch (JsonException exception)
        {
            throw new InvalidDataException($"a listing of granules cannot be read: {exception.Message}", exception);
        }
    }

    /// <summary>Written as one text, name|size|MD5|id, because a listing has hundreds.</summary>
    private sealed class SourceFileConverter : JsonConverter<SourceFile>
    {
        public override SourceFile Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            SourceFile.Read(reader.GetString() ?? "") ?? throw new JsonException("a granule is no name, size, MD5 and id");

        public override void Write(Utf8JsonWriter writer, SourceFile value, JsonSerializerOptions options) =>
            writer.WriteStringValue(value.ToString());
    }
}

/// <summary>An image of one tile and day that can be made.</summary>
/// <param name="Tile">Name of the tile.</param>
/// <param name="Inputs">Places of its granules in the listing's files; a granule's geolocation follows it.</param>
/// <param name="Made">The catalogue has it: hash of its values; null where it is to be made.</param>
/// <param name="Coverage">Where the catalogue has it, the share of its cells with a value.</param>
/// <param name="Granules">Where the catalogue has it, what is to be known of its granules.</param>
/// <param name="Layer">Which of the request's data sets it shows, from 0.</param>
/// <param name="IsIncomplete">Whether a granule covers the tile and is not among the inputs, because its positions are not listed.</param>
public sealed record ListedImage(
    string Tile, IReadOnlyList<int> Inputs, string? Made = null, double Coverage = 0, GranuleNote? Granules = null, int Layer = 0,
    bool IsIncomplete = false);

/// <summary>A file of the archive.</summary>
/// <param name="Name">As the archive calls it.</param>
/// <param name="Size">Bytes; null where the archive does not say.</param>
/// <param name="Md5">32 hexadecimal digits; null where the archive does not say.</param>
/// <param name="Id">What tells one content of this name from another, 12 hexadecimal digits.</param>
public sealed record SourceFile(string Name, long? Size, string? Md5, string Id)
{
    /// <summary>The file's key in the catalogue.</summary>
    public string Key => $"{Name}.{Id}";

    /// <summary>
    /// Of a content that its name, which has the time when it was made, and the time of its change tell: its MD5 may not be known to the
    /// archive before somebody asks for it.
    /// </summary>
    /// <param name="name">As the archive calls it.</param>
    /// <param name="size">Bytes; null where the archive does not say.</param>
    /// <param name="md5">32 hexadecimal digits; null where the archive does not say.</param>
    /// <param name="modified">When the archive last wrote it; null where it does not say.</param>
    public static SourceFile Of(string name, long? size, string? md5, DateTimeOffset? modified) => new(
        name, size, md5, ImageKeys.HashOf(string.Create(CultureInfo.InvariantCulture, $"{modified:O}"))[..12]);

    /// <summary>Reads what <see cref="ToString"/> wrote; null where the text is nothing of the kind.</summary>
    public static SourceFile? Read(string text)
    {
        var parts = text.Split('|');
        long? size = null;
        if (parts.Length != 4 || parts[0].Length == 0 || parts[3].Length == 0)
        {
            return null;
        }

        if (parts[1].Length > 0)
        {
            if (!long.TryParse(parts[1], NumberStyles.None, CultureInfo.InvariantCulture, out var bytes))
            {
                return null;
            }

            size = bytes;
        }

        return new(parts[0], size, parts[2].Length == 0 ? null : parts[2], parts[3]);
    }

    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{Name}|{Size}|{Md5}|{Id}");
}
