using System.Buffers;
using System.Security.Cryptography;
using System.Text;

namespace Azure.Data.Tables.Accounts;

/// <summary>The table service's short form of shared key signing: date and resource only.</summary>
internal static class SharedKeyLite
{
    private const int StackBytes = 512;

    public static string Authorization(string accountName, ReadOnlySpan<byte> key, string date, string absolutePath)
    {
        int maxBytes = Encoding.UTF8.GetMaxByteCount(date.Length + accountName.Length + absolutePath.Length + 2);
        byte[]? rented = maxBytes > StackBytes ? ArrayPool<byte>.Shared.Rent(maxBytes) : null;
        Span<byte> text = rented ?? stackalloc byte[StackBytes];

        int length = Encoding.UTF8.GetBytes(date, text);
        text[length++] = (byte)'\n';
        text[length++] = (byte)'/';
        length += Encoding.UTF8.GetBytes(accountName, text[length..]);
        length += Encoding.UTF8.GetBytes(absolutePath, text[length..]);

        Span<byte> signature = stackalloc byte[HMACSHA256.HashSizeInBytes];
        HMACSHA256.HashData(key, text[..length], signature);
        if (rented is not null)
        {
            ArrayPool<byte>.Shared.Return(rented);
        }

        return $"SharedKeyLite {accountName}:{Convert.ToBase64String(signature)}";
    }
}
