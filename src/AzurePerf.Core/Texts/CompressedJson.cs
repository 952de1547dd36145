using System.IO.Compression;
using System.Text.Json;

namespace AzurePerf.Core.Texts;

/// <summary>Derived documents as JSON, gzip. What cannot be read is as if it were not there, because it can be made again or done
/// without.</summary>
public static class CompressedJson
{
    public static byte[] Write<T>(T document)
    {
        using var file = new MemoryStream();
        using (var gzip = new GZipStream(file, CompressionLevel.Fastest, leaveOpen: true))
        {
            JsonSerializer.Serialize(gzip, document, ApiJson.Options);
        }

        return file.ToArray();
    }

    /// <summary>The document, or null.</summary>
    public static T? TryRead<T>(ReadOnlyMemory<byte> file)
        where T : class
    {
        try
        {
            using var stream = new MemoryStream(file.ToArray(), writable: false);
            using var gzip = new GZipStream(stream, CompressionMode.Decompress);
            return JsonSerializer.Deserialize<T>(gzip, ApiJson.Options);
        }
        catch (Exception exception) when (exception is JsonException or InvalidDataException)
        {
            return null;
        }
    }
}
