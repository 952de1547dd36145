using System.Net.Sockets;
using System.Runtime.CompilerServices;

namespace AzurePerf.Probes.Targets.Storage;

/// <summary>
/// A connection on which the HTTP client asks nothing a second time. It would send a request without a body again, unseen, when the other
/// side ends the connection in good order before it answered, though it may have done what it was asked: here such an end is a broken
/// connection. What would go out after an end that was seen before stays here, so that what the client sends over its next connection is
/// sent once. Nothing is allocated for a request.
/// </summary>
/// <param name="connection">What it reads and writes, and disposes.</param>
internal sealed class OnceAskedStream(Stream connection) : Stream
{
    private State _state;

    private enum State
    {
        Idle,
        Asked,
        Ended,
    }

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override int Read(Span<byte> buffer)
    {
        var read = connection.Read(buffer);
        return buffer.IsEmpty ? read : Noted(read);
    }

    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        ReadAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

    /// <summary>One of no bytes tells nothing: the client waits with it for what comes.</summary>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        var read = await connection.ReadAsync(buffer, cancellationToken).ConfigureAwait(false);
        return buffer.IsEmpty ? read : Noted(read);
    }

    public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

    public override void Write(ReadOnlySpan<byte> buffer)
    {
        if (MayAsk())
        {
            connection.Write(buffer);
        }
    }

    public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        WriteAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default) =>
        MayAsk() ? connection.WriteAsync(buffer, cancellationToken) : ValueTask.CompletedTask;

    public override void Flush() => connection.Flush();

    public override Task FlushAsync(CancellationToken cancellationToken) => connection.FlushAsync(cancellationToken);

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            connection.Dispose();
        }

        base.Dispose(disposing);
    }

    /// <summary>The client reads ahead, so that what it reads and what it sends may meet.</summary>
    private bool MayAsk() => Interlocked.CompareExchange(ref _state, State.Asked, State.Idle) != State.Ended;

    private int Noted(int read)
    {
        if (read > 0)
        {
            Interlocked.Exchange(ref _state, State.Idle);
            return read;
        }

        return Interlocked.CompareExchange(ref _state, State.Ended, State.Idle) == State.Asked
            ? throw new IOException(
                "The connection was closed before the answer came.", new SocketException((int)SocketError.ConnectionReset))
            : 0;
    }
}
