using System.Buffers;

namespace System.IO.Hashing;

/// <summary>A checksum that is fed piece by piece and can be read in between.</summary>
public abstract class NonCryptographicHashAlgorithm
{
    private const int BufferBytes = 64 * 1024;

    protected NonCryptographicHashAlgorithm(int hashLengthInBytes)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(hashLengthInBytes, 1);
        HashLengthInBytes = hashLengthInBytes;
    }

    public int HashLengthInBytes { get; }

    public abstract void Append(ReadOnlySpan<byte> source);

    public abstract void Reset();

    public void Append(byte[] source)
    {
        ArgumentNullException.ThrowIfNull(source);
        Append(new ReadOnlySpan<byte>(source));
    }

    /// <summary>Appends the rest of the stream.</summary>
    public void Append(Stream stream)
    {
        ArgumentNullException.ThrowIfNull(stream);
        byte[] buffer = ArrayPool<byte>.Shared.Rent(BufferBytes);
        try
        {
            int read;
            while ((read = stream.Read(buffer, 0, buffer.Length)) > 0)
            {
                Append(new ReadOnlySpan<byte>(buffer, 0, read));
            }
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }

    /// <summary>Appends the rest of the stream. After a cancellation the checksum covers what was read so far.</summary>
    public async Task AppendAsync(Stream stream, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(stream);
        byte[] buffer = ArrayPool<byte>.Shared.Rent(BufferBytes);
        int read;
        while ((read = await stream.ReadAsync(buffer, cancellationToken)) > 0)
        {
            Append(new ReadOnlySpan<byte>(buffer, 0, read));
        }

        // Not returned after a failure: the stream may still be writing to it.
        ArrayPool<byte>.Shared.Return(buffer);
    }

    public byte[] GetCurrentHash()
    {
        var hash = new byte[HashLengthInBytes];
        GetCurrentHashCore(hash);
        return hash;
    }

    /// <returns>The number of bytes written.</returns>
    public int GetCurrentHash(Span<byte> destination)
        => TryGetCurrentHash(destination, out int bytesWritten) ? bytesWritten : throw TooShort(nameof(destination));

    public bool TryGetCurrentHash(Span<byte> destination, out int bytesWritten)
    {
        if (destination.Length < HashLengthInBytes)
        {
            bytesWritten = 0;
            return false;
        }

        GetCurrentHashCore(destination[..HashLengthInBytes]);
        bytesWritten = HashLengthInBytes;
        return true;
    }

    public byte[] GetHashAndReset()
    {
        var hash = new byte[HashLengthInBytes];
        GetHashAndResetCore(hash);
        return hash;
    }

    /// <returns>The number of bytes written.</returns>
    public int GetHashAndReset(Span<byte> destination)
        => TryGetHashAndReset(destination, out int bytesWritten) ? bytesWritten : throw TooShort(nameof(destination));

    public bool TryGetHashAndReset(Span<byte> destination, out int bytesWritten)
    {
        if (destination.Length < HashLengthInBytes)
        {
            bytesWritten = 0;
            return false;
        }

        GetHashAndResetCore(destination[..HashLengthInBytes]);
        bytesWritten = HashLengthInBytes;
        return true;
    }

    protected abstract void GetCurrentHashCore(Span<byte> destination);

    protected virtual void GetHashAndResetCore(Span<byte> destination)
    {
        GetCurrentHashCore(destination);
        Reset();
    }

    private static ArgumentException TooShort(string parameter) => new("The destination is shorter than the hash.", parameter);
}
