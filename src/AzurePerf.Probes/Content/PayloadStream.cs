namespace AzurePerf.Probes.Content;

/// <summary>Reads a range of a payload. Seekable, so that clients can tell its length and start it again.</summary>
internal sealed class PayloadStream : Stream
{
    private readonly Payload _payload;
    private readonly long _start;
    private long _position;

    public PayloadStream(Payload payload, long start, long lengthBytes)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(start);
        ArgumentOutOfRangeException.ThrowIfNegative(lengthBytes);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(start, payload.LengthBytes - lengthBytes);
        _payload = payload;
        _start = start;
        Length = lengthBytes;
    }

    public override bool CanRead => true;

    public override bool CanSeek => true;

    public override bool CanWrite => false;

    public override long Length { get; }

    public override long Position
    {
        get => _position;
        set
        {
            ArgumentOutOfRangeException.ThrowIfNegative(value);
            _position = value;
        }
    }

    public override int Read(Span<byte> buffer)
    {
        var wanted = (int)Math.Clamp(Length - _position, 0, buffer.Length);
        for (var filled = 0; filled < wanted;)
        {
            var piece = _payload.PieceAt(_start + _position + filled);
            piece = piece[..Math.Min(piece.Length, wanted - filled)];
            piece.CopyTo(buffer[filled..]);
            filled += piece.Length;
        }

        _position += wanted;
        return wanted;
    }

    public override int Read(byte[] buffer, int offset, int count)
    {
        ValidateBufferArguments(buffer, offset, count);
        return Read(buffer.AsSpan(offset, count));
    }

    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
        cancellationToken.IsCancellationRequested ? ValueTask.FromCanceled<int>(cancellationToken) : new(Read(buffer.Span));

    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        ValidateBufferArguments(buffer, offset, count);
        return ReadAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();
    }

    public override long Seek(long offset, SeekOrigin origin)
    {
        var position = offset + origin switch
        {
            SeekOrigin.Begin => 0,
            SeekOrigin.Current => _position,
            SeekOrigin.End => Length,
            _ => throw new ArgumentOutOfRangeException(nameof(origin), origin, "unknown origin"),
        };
        return _position = position >= 0
            ? position
            : throw new IOException("An attempt was made to seek before the beginning of the stream.");
    }

    public override void Flush()
    {
        // Nothing is ever written.
    }

    public override void SetLength(long value) => throw new NotSupportedException("A payload has a fixed length.");

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException("A payload cannot be written.");
}
