using System.Security.Cryptography;

namespace AzurePerf.Core.Measurements;

/// <summary>What shows that a stored file is still the one that was written.</summary>
public static class FileHash
{
    /// <summary>SHA-256 of the bytes as they are stored, 64 hexadecimal digits.</summary>
    public static string Of(ReadOnlySpan<byte> file) => Convert.ToHexStringLower(SHA256.HashData(file));
}
