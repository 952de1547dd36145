using System.Globalization;
using AzurePerf.Core.Probes;
using AzurePerf.Probes.Content;

namespace AzurePerf.Probes.Blobs;

/// <summary>Reads content to its end through one buffer and proves that it is what was stored.</summary>
internal static class VerifiedDrain
{
    /// <exception cref="CorruptDataException">Its length or its checksum is not that of the payload.</exception>
    public static async Task RunAsync(Stream content, Stream sink, Payload expected, byte[] buffer, CancellationToken cancellationToken)
    {
        var crc = new Crc32C();
        var length = 0L;
        for (int read; (read = await content.ReadAsync(buffer, cancellationToken)) > 0; length += read)
        {
            crc.Append(buffer.AsSpan(0, read));
            await sink.WriteAsync(buffer.AsMemory(0, read), cancellationToken);
        }

        if (length != expected.LengthBytes)
        {
            throw new CorruptDataException(
                string.Create(CultureInfo.InvariantCulture, $"{length} bytes came where {expected.LengthBytes} were stored."));
        }

        if (crc.Value != expected.Checksum)
        {
            throw new CorruptDataException(string.Create(CultureInfo.InvariantCulture,
                $"The content has the checksum {crc.Value:x8}, but {expected.Checksum:x8} was stored."));
        }
    }
}
