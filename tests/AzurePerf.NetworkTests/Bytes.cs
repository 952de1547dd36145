using System.Text;

namespace AzurePerf.NetworkTests;

/// <summary>What a relay may change of what the peer sends.</summary>
internal static class Bytes
{
    /// <summary>The lowest bit of one byte of each connection.</summary>
    /// <param name="place">Its place among those that the peer sends, from 0.</param>
    public static Action<long, Memory<byte>> InvertedAt(long place) => (before, piece) =>
    {
        if (place >= before && place - before < piece.Length)
        {
            piece.Span[(int)(place - before)] ^= 1;
        }
    };

    /// <summary>A text wherever it is whole in a piece.</summary>
    /// <param name="text">In ASCII.</param>
    /// <param name="other">As long.</param>
    public static Action<long, Memory<byte>> Replaced(string text, string other) => (_, piece) =>
    {
        if (piece.Span.IndexOf(Encoding.ASCII.GetBytes(text)) is >= 0 and var place)
        {
            Encoding.ASCII.GetBytes(other).CopyTo(piece[place..]);
        }
    };
}
