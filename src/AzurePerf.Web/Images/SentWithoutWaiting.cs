namespace AzurePerf.Web.Images;

/// <summary>
/// Sends what is written: a host takes nothing that blocks a thread, and an archive writes the few bytes of its headers in a way that
/// would. Those wait for the next write, or the end.
/// </summary>
/// <param name="body">Where it goes.</param>
internal sealed class SentWithoutWaiting(Stream body) : Stream
{
    private readonly MemoryStream _waiting = new();

    public override bool CanRead => false;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public override void Flush()
    {
    }

    public override async Task FlushAsync(CancellationToken cancellationToken)
    {
        await SendWaitingAsync(cancellationToken);
        await body.FlushAsync(cancellationToken);
    }

    public override void Write(byte[] buffer, int offset, int count) => _waiting.Write(buffer, offset, count);

    public override void Write(ReadOnlySpan<byte> buffer) => _waiting.Write(buffer);

    public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        WriteAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

    public override async ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        await SendWaitingAsync(cancellationToken);
        await body.WriteAsync(buffer, cancellationToken);
    }

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    private async ValueTask SendWaitingAsync(CancellationToken cancellationToken)
    {
        if (_waiting.Length > 0)
        {
            await body.WriteAsync(_waiting.GetBuffer().AsMemory(0, (int)_waiting.Length), cancellationToken);
            _waiting.SetLength(0);
        }
    }
}
