namespace AzurePerf.Testing.Storage;

/// <summary>A file on a disk that fails: it says how long it is, and breaks off before its end.</summary>
/// <param name="length">What it says.</param>
/// <param name="readable">Bytes that can be read.</param>
public sealed class BrokenStream(long length, long readable) : Stream
{
    public override bool CanRead => true;

    public override bool CanSeek => true;

    public override bool CanWrite => false;

    public override long Length => length;

    public override long Position { get; set; }

    public override int Read(byte[] buffer, int offset, int count)
    {
        var read = (int)Math.Min(count, readable - Position);
        if (read <= 0)
        {
            throw new IOException("the disk cannot be read");
        }

        Position += read;
        return read;
    }

    public override long Seek(long offset, SeekOrigin origin) => Position = origin switch
    {
        SeekOrigin.Begin => offset,
        SeekOrigin.Current => Position + offset,
        _ => length + offset,
    };

    public override void Flush()
    {
    }

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
}
