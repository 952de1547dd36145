using System.Security.Cryptography;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace AzurePerf.Core.Experiments.Images;

/// <summary>Orders of tasks and what tasks bring, as the texts that the engine keeps.</summary>
public static class ImageOrder
{
    private static readonly JsonSerializerOptions OfAnyBuild = new(ExperimentJson.Options)
    {
        UnmappedMemberHandling = JsonUnmappedMemberHandling.Skip,
    };

    /// <summary>An order or a product as a text.</summary>
    public static string Write<T>(T value) => JsonSerializer.Serialize(value, ExperimentJson.Options);

    /// <summary>An order from its text. One that says more than this build knows is none: without what this build leaves out it
    /// would make another product.</summary>
    /// <exception cref="InvalidDataException">It is none.</exception>
    public static T Read<T>(string text)
        where T : class => Read<T>(text, ExperimentJson.Options);

    /// <summary>A product, or a part of it, from its text. What a later build says beyond it changes nothing of it.</summary>
    /// <exception cref="InvalidDataException">It is none.</exception>
    public static T ReadProduct<T>(string text)
        where T : class => Read<T>(text, OfAnyBuild);

    /// <summary>Whether the tasks of a stage have orders in this form.</summary>
    public static bool HasOrders(string stage) =>
        stage is ImageStages.Download or ImageStages.Reprojection or ImageStages.Aggregation or ImageStages.Reduction;

    /// <summary>Whether an order would be sound but for what it says beyond what this build knows.</summary>
    /// <param name="stage">One with <see cref="HasOrders"/>.</param>
    /// <param name="text">The order.</param>
    public static bool IsOfLaterBuild(string stage, string text) => stage switch
    {
        ImageStages.Download => IsOfLaterBuild<DownloadOrder>(text),
        ImageStages.Reprojection => IsOfLaterBuild<ReprojectionOrder>(text),
        ImageStages.Aggregation => IsOfLaterBuild<AggregationOrder>(text),
        _ => IsOfLaterBuild<ReductionOrder>(text),
    };

    private static bool IsOfLaterBuild<T>(string text)
        where T : class => !IsSound(() => Read<T>(text, ExperimentJson.Options)) && IsSound(() => Read<T>(text, OfAnyBuild));

    /// <summary>Whether a text can be read.</summary>
    internal static bool IsSound(Action read)
    {
        try
        {
            read();
            return true;
        }
        catch (InvalidDataException)
        {
            return false;
        }
    }

    private static T Read<T>(string text, JsonSerializerOptions options)
        where T : class
    {
        try
        {
            return JsonSerializer.Deserialize<T>(text, options) ?? throw new InvalidDataException("an order is empty");
        }
        catch (JsonException exception)
        {
            throw new InvalidDataException($"an order cannot be read: {exception.Message}", exception);
        }
    }
}

/// <summary>To bring a file of the archive into the catalogue.</summary>
/// <param name="File">As in a listing: name, size, MD5, id.</param>
public sealed record DownloadOrder(string File);

/// <summary>To make an image of a day.</summary>
/// <param name="Day">The day.</param>
/// <param name="Tile">Name of the tile.</param>
/// <param name="Key">Its key in the catalogue.</param>
/// <param name="Sources">Keys of the files it is made of; a granule's geolocation follows it.</param>
/// <param name="Layer">Which of the request's data sets it shows, from 0.</param>
public sealed record ReprojectionOrder(DateOnly Day, string Tile, string Key, IReadOnlyList<string> Sources, int Layer = 0);

/// <summary>To put the days of a period together.</summary>
/// <param name="First">First day of the period.</param>
/// <param name="Last">Last day.</param>
/// <param name="Tile">Name of the tile.</param>
/// <param name="Key">Its key in the catalogue.</param>
/// <param name="Days">Day and key of each image it is made of, in order.</param>
/// <param name="Layer">Which of the request's data sets it shows, from 0.</param>
public sealed record AggregationOrder(
    DateOnly First, DateOnly Last, string Tile, string Key, IReadOnlyList<KeyedDay> Days, int Layer = 0);

/// <summary>An image of a day.</summary>
/// <param name="Day">The day.</param>
/// <param name="Key">Its key in the catalogue.</param>
public sealed record KeyedDay(DateOnly Day, string Key);

/// <summary>To make a picture or a table of a period.</summary>
/// <param name="First">First day of the period.</param>
/// <param name="Last">Last day.</param>
/// <param name="Reduction">Name of the reduction.</param>
/// <param name="Key">Its key in the catalogue.</param>
/// <param name="Tiles">Keys of what it is made of, each of which begins with the name of its tile; in the order of the tiles.</param>
/// <param name="Layers">Which of the request's data sets each shows, from 0; null for the first.</param>
public sealed record ReductionOrder(
    DateOnly First, DateOnly Last, string Reduction, string Key, IReadOnlyList<string> Tiles, IReadOnlyList<int>? Layers = null)
{
    /// <summary>Which data set an image shows.</summary>
    /// <param name="place">Its place among the tiles.</param>
    public int LayerOf(int place) => Layers?[place] ?? 0;
}

/// <summary>What a task brought into the catalogue.</summary>
/// <param name="Key">Its key.</param>
/// <param name="Bytes">Of its main file.</param>
/// <param name="ValuesHash">Of its decoded values; of a source of its bytes.</param>
/// <param name="Coverage">The share of its cells with a value, 0 to 1.</param>
/// <param name="Files">Of a result, all files it has.</param>
/// <param name="By">Who made it; null where it was there already.</param>
public sealed record MadeProduct(
    string Key, long Bytes, string ValuesHash, double Coverage, IReadOnlyList<MadeFile>? Files = null, MadeBy? By = null)
{
    /// <summary>Bytes of all else that the execution keeps with it: its other files, and the log of a program.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public long OtherBytes { get; init; }

    /// <summary>Of an image of a day, what is to be known of its granules.</summary>
    public GranuleNote? Granules { get; init; }

    /// <summary>What else is to be said of the execution; null for nothing.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Remark { get; init; }
}

/// <summary>What is to be known of the granules of an image of a day. It stands with the image in the catalogue.</summary>
/// <param name="AreMade">Whether one was made: then nobody measured what the image shows.</param>
/// <param name="Unreadable">Names of those that could not be read, and were left out; of very many the first.</param>
public sealed record GranuleNote(bool AreMade, IReadOnlyList<string> Unreadable)
{
    // A note has room for some 80.
    private const int MostNames = 50;

    /// <summary>The note of a product.</summary>
    /// <returns>Empty where there is nothing to say.</returns>
    public static string Write(GranuleNote? note) => note is null or { AreMade: false, Unreadable.Count: 0 }
        ? ""
        : ImageOrder.Write(note with { Unreadable = [.. note.Unreadable.Take(MostNames)] });

    /// <summary>What <see cref="Write"/> wrote.</summary>
    /// <returns>Null where there is nothing to say.</returns>
    /// <exception cref="InvalidDataException">It is none.</exception>
    public static GranuleNote? Read(string note) => note.Length == 0 ? null : ImageOrder.ReadProduct<GranuleNote>(note);
}

/// <summary>How a product came to be.</summary>
/// <param name="Host">The worker's machine.</param>
/// <param name="Attempt">Of its task, from 1.</param>
/// <param name="At">When it was made (UTC).</param>
/// <param name="Seconds">How long that took.</param>
public sealed record MadeBy(string Host, int Attempt, DateTimeOffset At, double Seconds);

/// <summary>A file of a result.</summary>
/// <param name="Name">For people, such as picture.png.</param>
/// <param name="Suffix">What follows the key in the name of its blob; empty for the main one.</param>
/// <param name="ContentType">Its media type.</param>
public sealed record MadeFile(string Name, string Suffix, string ContentType)
{
    private const int HashCharacters = 16;

    /// <summary>Whether <see cref="Suffix"/> is one that a file of this name can have.</summary>
    public bool IsSuffixSound => Suffix.Length == 0 || Suffix == $".{Name}"
        || (Suffix.Length == Name.Length + HashCharacters + 2 && Suffix[0] == '.' && Suffix.EndsWith($".{Name}", StringComparison.Ordinal)
            && Suffix[1..(HashCharacters + 1)].All(char.IsAsciiHexDigitLower));

    /// <summary>The suffix of a file whose content does not follow from the name of its product: another content has another one, so that
    /// of two executions each has its own files, and the product names those of one.</summary>
    /// <param name="name">For people.</param>
    /// <param name="content">Of the file.</param>
    public static string SuffixByContent(string name, ReadOnlySpan<byte> content) =>
        $".{Convert.ToHexStringLower(SHA256.HashData(content))[..HashCharacters]}.{name}";
}
