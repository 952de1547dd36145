using System.Security.Cryptography;
using System.Text;

namespace AzurePerf.Core.Ids;

/// <summary>The text form of identifiers: 20 characters of a-z and 2-7, five bits each.</summary>
public static class IdText
{
    internal const int SourceBytes = 13;
    private const int Length = 20;
    private const string Alphabet = "abcdefghijklmnopqrstuvwxyz234567";

    /// <summary>The identifier that a text stands for: always the same for the same parts, by SHA-256.</summary>
    public static string Hash(params ReadOnlySpan<string> parts)
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        foreach (var part in parts)
        {
            var bytes = Encoding.UTF8.GetBytes(part);
            hash.AppendData(BitConverter.GetBytes(bytes.Length));
            hash.AppendData(bytes);
        }

        return From(hash.GetHashAndReset());
    }

    /// <summary>True for a text that could be an identifier; anything else from outside is refused before it reaches a store.</summary>
    public static bool IsValid(string? text) => text is { Length: Length } && text.All(Alphabet.Contains);

    internal static string From(ReadOnlySpan<byte> bytes)
    {
        Span<char> text = stackalloc char[Length];
        for (var i = 0; i < Length; i++)
        {
            var bit = i * 5;
            var pair = (bytes[bit / 8] << 8) | (bit / 8 + 1 < bytes.Length ? bytes[bit / 8 + 1] : 0);
            text[i] = Alphabet[(pair >> (11 - bit % 8)) & 31];
        }

        return new string(text);
    }
}
