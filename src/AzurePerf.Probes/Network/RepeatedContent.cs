using System.Net;
using System.Net.Http;

namespace AzurePerf.Probes.Network;

/// <summary>A body of a known length that is one block again and again, so that nothing but the network takes time.</summary>
public sealed class RepeatedContent(long lengthBytes) : HttpContent
{
    private static readonly byte[] Block = MakeBlock();

    /// <summary>Writes such a body.</summary>
    public static async Task WriteAsync(Stream stream, long lengthBytes, CancellationToken cancellationToken)
    {
        for (var left = lengthBytes; left > 0; left -= Block.Length)
        {
            await stream.WriteAsync(Block.AsMemory(0, (int)Math.Min(Block.Length, left)), cancellationToken);
        }
    }

    protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context) =>
        WriteAsync(stream, lengthBytes, CancellationToken.None);

    protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context, CancellationToken cancellationToken) =>
        WriteAsync(stream, lengthBytes, cancellationToken);

    protected override bool TryComputeLength(out long length)
    {
        length = lengthBytes;
        return true;
    }

    private static byte[] MakeBlock()
    {
        var block = new byte[131_072];
        new Random(0).NextBytes(block);
        return block;
    }
}
