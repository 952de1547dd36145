namespace AzurePerf.Imagery.Hdf4.Stored;

/// <summary>Blocks of bytes read one after the other; a block without bytes was never written and reads as zeros.</summary>
internal sealed class BlockStream(IReadOnlyList<(ReadOnlyMemory<byte> Bytes, int Length)> blocks) : Stream
{
    private int _block;
    private int _position;

    public override bool CanRead => true;
    public override bool CanSeek => false;
    public override bool CanWrite => false;
    public override long Length => blocks.Sum(block => (long)block.Length);

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public override int Read(Span<byte> buffer)
    {
        while (_block < blocks.Count)
        {
            var (bytes, length) = blocks[_block];
            var count = Math.Min(length - _position, buffer.Length);
            if (count > 0 || buffer.IsEmpty)
            {
                Copy(bytes.Span, count, buffer);
                _position += count;
                return count;
            }

            _block++;
            _position = 0;
        }

        return 0;
    }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override void Flush()
    {
    }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    private void Copy(ReadOnlySpan<byte> bytes, int count, Span<byte> buffer)
    {
        if (bytes.IsEmpty)
        {
            buffer[..count].Clear();
        }
        else
        {
            bytes.Slice(_position, count).CopyTo(buffer);
        }
    }
}
