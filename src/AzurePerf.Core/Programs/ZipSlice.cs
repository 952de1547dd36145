namespace AzurePerf.Core.Programs;

/// <summary>A part of a stream, read once from its begin to its end.</summary>
internal sealed class ZipSlice(Stream whole, long start, long length) : Stream
{
    private long _read;

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => length;

    public override long Position
    {
        get => _read;
        set => throw new NotSupportedException();
    }

    public override int Read(Span<byte> buffer)
    {
        whole.Position = start + _read;
        var count = whole.Read(buffer[..(int)Math.Min(buffer.Length, length - _read)]);
        _read += count;
        return count;
    }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override void Flush()
    {
    }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
}
