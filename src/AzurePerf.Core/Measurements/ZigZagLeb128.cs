namespace AzurePerf.Core.Measurements;

/// <summary>
/// HdrHistogram's variable-length integers: ZigZag, then 7 bits a byte from the lowest, except that the ninth byte holds 8 bits and ends
/// the word.
/// </summary>
internal static class ZigZagLeb128
{
    /// <summary>The longest word.</summary>
    public const int MaximumBytes = 9;

    private const int BitsPerByte = 7;
    private const byte Continues = 0x80;

    /// <summary>Writes a value and returns the bytes taken; the buffer must have room for <see cref="MaximumBytes"/>.</summary>
    public static int Write(Span<byte> buffer, long value)
    {
        var rest = (ulong)((value << 1) ^ (value >> 63));
        var length = 0;
        while (rest >= Continues && length < MaximumBytes - 1)
        {
            buffer[length++] = (byte)(rest | Continues);
            rest >>= BitsPerByte;
        }

        buffer[length++] = (byte)rest;
        return length;
    }

    /// <summary>Reads the value at the start of the buffer and returns the bytes taken; 0 when the buffer ends inside the word.</summary>
    public static int Read(ReadOnlySpan<byte> buffer, out long value)
    {
        var word = 0UL;
        for (var length = 0; length < buffer.Length; length++)
        {
            var isLast = length == MaximumBytes - 1;
            var bits = isLast ? buffer[length] : (ulong)(buffer[length] & ~Continues);
            word |= bits << (length * BitsPerByte);
            if (isLast || buffer[length] < Continues)
            {
                value = (long)(word >> 1) ^ -(long)(word & 1);
                return length + 1;
            }
        }

        value = 0;
        return 0;
    }
}
