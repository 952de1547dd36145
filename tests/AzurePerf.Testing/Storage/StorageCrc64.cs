using System.Buffers.Binary;

namespace AzurePerf.Testing.Storage;

/// <summary>The storage service's CRC64, bit by bit: slow, and independent of the code it checks.</summary>
public static class StorageCrc64
{
    private const ulong ReflectedPolynomial = 0x9A6C9329AC4BC9B5;

    /// <summary>The checksum as the service's headers carry it.</summary>
    public static string Base64(byte[] content)
    {
        var bytes = new byte[sizeof(ulong)];
        BinaryPrimitives.WriteUInt64LittleEndian(bytes, Compute(content));
        return Convert.ToBase64String(bytes);
    }

    private static ulong Compute(byte[] content)
    {
        ulong crc = ulong.MaxValue;
        foreach (byte next in content)
        {
            crc ^= next;
            for (int bit = 0; bit < 8; bit++)
            {
                crc = (crc & 1) != 0 ? (crc >> 1) ^ ReflectedPolynomial : crc >> 1;
            }
        }

        return ~crc;
    }
}
