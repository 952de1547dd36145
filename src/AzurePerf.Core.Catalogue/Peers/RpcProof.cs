using System.Security.Cryptography;

namespace AzurePerf.Core.Peers;

/// <summary>
/// How calls prove over HTTP what <see cref="PeerHandshake"/> proves over a bare connection: the server tells whoever asks a number that it
/// uses for its own life time alone, and every call brings the keyed hash over it.
/// </summary>
public static class RpcProof
{
    /// <summary>Where the number is told.</summary>
    public const string ChallengePath = "/challenge";

    /// <summary>Where calls go; a get names the bytes of the answer behind it.</summary>
    public const string PayloadPath = "/payload";

    /// <summary>The header that brings the hash, in hexadecimal digits.</summary>
    public const string Header = "azureperf-proof";

    /// <summary>The value of the header.</summary>
    /// <param name="key">The common key, <see cref="PeerHandshake.KeyOf"/>.</param>
    /// <param name="nonce">What the server told.</param>
    public static string Of(byte[] key, ReadOnlySpan<byte> nonce) =>
        Convert.ToHexStringLower(HMACSHA256.HashData(key, (byte[])[.. "call"u8, .. nonce]));
}
