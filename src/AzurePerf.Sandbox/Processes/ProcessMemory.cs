using System.Buffers.Text;

namespace AzurePerf.Sandbox.Processes;

/// <summary>The lines of /proc/ID/status, such as "RssAnon:     120 kB", that are memory which only this program causes.</summary>
/// <param name="Bytes">Memory that is not of files, resident or swapped out, and the tables that map it.</param>
/// <param name="VirtualBytes">The address space.</param>
internal readonly record struct ProcessMemory(long Bytes, long VirtualBytes)
{
    private const long KilobyteBytes = 1024;

    /// <summary>Null where there are no such lines: of a thread that has ended, and so has no memory.</summary>
    public static ProcessMemory? Parse(ReadOnlySpan<byte> status) => Of(status, "\nRssAnon:"u8) is { } anonymous
        ? new(
            anonymous + (Of(status, "\nRssShmem:"u8) ?? 0) + (Of(status, "\nVmSwap:"u8) ?? 0) + (Of(status, "\nVmPTE:"u8) ?? 0),
            Of(status, "\nVmSize:"u8) ?? 0)
        : null;

    private static long? Of(ReadOnlySpan<byte> status, ReadOnlySpan<byte> name)
    {
        var at = status.IndexOf(name);
        return at >= 0 && Utf8Parser.TryParse(status[(at + name.Length)..].TrimStart(" \t"u8), out long kilobytes, out _)
            ? kilobytes * KilobyteBytes
            : null;
    }
}
