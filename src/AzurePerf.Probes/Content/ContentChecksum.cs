namespace AzurePerf.Probes.Content;

/// <summary>The checksum that operations verify content by.</summary>
public static class ContentChecksum
{
    public static uint Of(ReadOnlySpan<byte> content)
    {
        var crc = new Crc32C();
        crc.Append(content);
        return crc.Value;
    }
}
