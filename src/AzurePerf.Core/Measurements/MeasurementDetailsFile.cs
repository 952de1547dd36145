using System.IO.Compression;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace AzurePerf.Core.Measurements;

/// <summary>How <see cref="MeasurementDetails"/> lie in a blob: JSON, gzip.</summary>
public static class MeasurementDetailsFile
{
    private static readonly JsonSerializerOptions Json = new(JsonSerializerDefaults.Web)
    {
        Converters = { new JsonStringEnumConverter(JsonNamingPolicy.CamelCase, allowIntegerValues: false) },
    };

    /// <summary>The whole file; 100,000 samples make about 1 MB.</summary>
    public static byte[] Write(MeasurementDetails details)
    {
        using var file = new MemoryStream();
        using (var gzip = new GZipStream(file, CompressionLevel.Fastest, leaveOpen: true))
        {
            JsonSerializer.Serialize(gzip, details, Json);
        }

        return file.ToArray();
    }

    /// <exception cref="InvalidDataException">Not such a file, or of a version that this build does not know.</exception>
    public static async Task<MeasurementDetails> ReadAsync(Stream file, CancellationToken cancellationToken)
    {
        try
        {
            await using var gzip = new GZipStream(file, CompressionMode.Decompress, leaveOpen: true);
            var details = await JsonSerializer.DeserializeAsync<MeasurementDetails>(gzip, Json, cancellationToken);
            return details is { Version: >= MeasurementDetails.FirstVersion and <= MeasurementDetails.CurrentVersion } ? details : throw new InvalidDataException($"measurement details of version {details?.Version} cannot be read by this build");
        }
        catch (JsonException exception)
        {
            throw new InvalidDataException($"not the details of a measurement: {exception.Message}", exception);
        }
    }
}
