using AzurePerf.Storage.Blobs;
using AzurePerf.Storage.Products;

namespace AzurePerf.Web.Images;

/// <summary>A file of a product that is opened where it is first read, so that a part of it costs no more than that part.</summary>
/// <param name="store">Has it.</param>
/// <param name="file">As it was found.</param>
internal sealed class StoredFileStream(ProductStore store, StoredFile file) : Stream
{
    private BlobContent? _content;

    public override bool CanRead => true;

    public override bool CanSeek => true;

    public override bool CanWrite => false;

    public override long Length => file.Blob.Bytes;

    public override long Position { get; set; }

    /// <exception cref="InvalidOperationException">It was read already.</exception>
    public override long Seek(long offset, SeekOrigin origin)
    {
        if (_content is not null)
        {
            throw new InvalidOperationException("a file that is being read goes on to its end");
        }

        return Position = origin switch
        {
            SeekOrigin.Begin => offset,
            SeekOrigin.Current => Position + offset,
            _ => Length + offset,
        };
    }

    /// <exception cref="IOException">It broke off, or is gone since it was found.</exception>
    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        if (Position >= Length)
        {
            return 0;
        }

        _content ??= await store.OpenPartAsync(file, Position, Length - Position, cancellationToken)
            ?? throw new IOException($"{file.Blob.Name} was removed or stored anew while it was sent");
        var read = await _content.Stream.ReadAsync(buffer, cancellationToken);
        Position += read;
        return read;
    }

    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        ReadAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

    public override async ValueTask DisposeAsync()
    {
        if (_content is not null)
        {
            await _content.DisposeAsync();
        }

        await base.DisposeAsync();
    }

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException("a host blocks no thread");

    public override void Flush()
    {
    }

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
}
