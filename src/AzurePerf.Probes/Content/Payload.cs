namespace AzurePerf.Probes.Content;

/// <summary>
/// Content of any length that takes little memory: one random block, repeated. The same seed and length always give the same bytes, so
/// that one process can verify what another has written.
/// </summary>
internal sealed class Payload
{
    // A prime: no two ranges of usual block sizes then have the same content, so swapped blocks do not pass for correct ones.
    private const int PeriodBytes = 1_048_583;

    private readonly byte[] _block;
    private readonly Lazy<uint> _checksum;

    public Payload(int seed, long lengthBytes)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(lengthBytes);
        LengthBytes = lengthBytes;
        _block = new byte[Math.Min(lengthBytes, PeriodBytes)];
        new Random(seed).NextBytes(_block);
        _checksum = new(ComputeChecksum);
    }

    public long LengthBytes { get; }

    /// <summary>CRC-32C of the whole content; computed once, in about 0.2 s per GB.</summary>
    public uint Checksum => _checksum.Value;

    /// <summary>The whole content.</summary>
    public PayloadStream OpenRead() => OpenRead(0, LengthBytes);

    /// <summary>A range of it.</summary>
    public PayloadStream OpenRead(long offset, long lengthBytes) => new(this, offset, lengthBytes);

    /// <summary>The longest piece in memory that begins at an offset; empty at the end.</summary>
    internal ReadOnlySpan<byte> PieceAt(long offset)
    {
        if (offset >= LengthBytes)
        {
            return [];
        }

        var start = (int)(offset % _block.Length);
        return _block.AsSpan(start, (int)Math.Min(_block.Length - start, LengthBytes - offset));
    }

    private uint ComputeChecksum()
    {
        var crc = new Crc32C();
        for (long offset = 0; offset < LengthBytes; offset += _block.Length)
        {
            crc.Append(PieceAt(offset));
        }

        return crc.Value;
    }
}
