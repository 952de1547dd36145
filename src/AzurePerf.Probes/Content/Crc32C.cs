using System.Buffers.Binary;
using System.Numerics;

namespace AzurePerf.Probes.Content;

/// <summary>CRC-32C (Castagnoli) of content that comes in pieces, by the processor's own instruction where it has one.</summary>
internal struct Crc32C
{
    /// <summary>Checksum of all bytes so far.</summary>
    public uint Value { get; private set; }

    public void Append(ReadOnlySpan<byte> bytes)
    {
        var state = ~Value;
        for (; bytes.Length >= sizeof(ulong); bytes = bytes[sizeof(ulong)..])
        {
            state = BitOperations.Crc32C(state, BinaryPrimitives.ReadUInt64LittleEndian(bytes));
        }

        foreach (var single in bytes)
        {
            state = BitOperations.Crc32C(state, single);
        }

        Value = ~state;
    }
}
