using System.Buffers.Text;

namespace AzurePerf.Sandbox.Processes;

/// <summary>The lines of /proc/ID/status, such as "RssAnon:     120 kB", that are memory which only this program causes.</summary>
internal static class ProcessMemory
{
    private const long KilobyteBytes = 1024;

    public static long Bytes(ReadOnlySpan<byte> status) =>
        Of(status, "\nRssAnon:"u8) + Of(status, "\nRssShmem:"u8) + Of(status, "\nVmSwap:"u8);

    private static long Of(ReadOnlySpan<byte> status, ReadOnlySpan<byte> name)
    {
        var at = status.IndexOf(name);
        return at >= 0 && Utf8Parser.TryParse(status[(at + name.Length)..].TrimStart(" \t"u8), out long kilobytes, out _)
            ? kilobytes * KilobyteBytes
            : 0;
    }
}
