using System.IO.Compression;
using System.Text;
using System.Text.Json;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Tasks;

/// <summary>A <see cref="MeasureResult"/> as it stands in the row of its task: JSON; where that is longer than the row has room for,
/// "gzip:" and the same compressed, in base 64.</summary>
/// <remarks>64 types of operation make 45,000 characters of JSON, and 20,000 of these.</remarks>
public static class MeasureResultText
{
    private const string Compressed = "gzip:";

    /// <summary>What a point's row has room for beside the rest of the point: more is neither packed nor unpacked.</summary>
    private const int MostExpanded = 256 * 1024;

    /// <summary>A null or an absence where there must be a value is corrupt, as in any row.</summary>
    private static readonly JsonSerializerOptions Strict = new(ApiJson.Options)
    {
        RespectNullableAnnotations = true,
        RespectRequiredConstructorParameters = true,
    };

    /// <summary>The text of a result. The member of a gang leaves out what does not fit: the point is made from its blob.</summary>
    /// <param name="result">What was measured.</param>
    /// <param name="members">Tasks of the point.</param>
    public static string Write(MeasureResult result, int members)
    {
        ArgumentNullException.ThrowIfNull(result);
        var text = Fitting(JsonSerializer.Serialize(result, ApiJson.Options), members);
        return members > 1 && text.Length > TaskResult.MostCharacters(members) && result.Result is { } point
            ? Fitting(
                JsonSerializer.Serialize(
                    result with
                    {
                        Result = new() { Operations = point.Operations, ElapsedSeconds = point.ElapsedSeconds, Flags = point.Flags },
                    }, ApiJson.Options),
                members)
            : text;
    }

    /// <summary>The result of a text.</summary>
    /// <exception cref="InvalidDataException">It is none.</exception>
    public static MeasureResult Read(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        try
        {
            var json = text.StartsWith(Compressed, StringComparison.Ordinal) ? Expand(text[Compressed.Length..]) : text;
            return JsonSerializer.Deserialize<MeasureResult>(json, Strict) ?? throw new InvalidDataException("the result is empty");
        }
        catch (Exception exception) when (exception is JsonException or FormatException)
        {
            throw new InvalidDataException($"not the result of a measurement: {exception.Message}", exception);
        }
    }

    private static string Fitting(string json, int members)
    {
        if (json.Length <= TaskResult.MostCharacters(members) || json.Length > MostExpanded)
        {
            return json;
        }

        using var packed = new MemoryStream();
        using (var gzip = new GZipStream(packed, CompressionLevel.SmallestSize, leaveOpen: true))
        {
            gzip.Write(Encoding.UTF8.GetBytes(json));
        }

        return Compressed + Convert.ToBase64String(packed.ToArray());
    }

    private static string Expand(string base64)
    {
        using var gzip = new GZipStream(new MemoryStream(Convert.FromBase64String(base64)), CompressionMode.Decompress);
        using var text = new StreamReader(gzip, Encoding.UTF8);
        var room = new char[MostExpanded + 1];
        var length = text.ReadBlock(room);
        return length <= MostExpanded
            ? new(room, 0, length)
            : throw new InvalidDataException($"the result has more than {MostExpanded} characters");
    }
}
