using System.IO.Pipelines;
using System.Net.Sockets;
using System.Text;
using AzurePerf.Probes.Targets.Storage;
using Xunit;

namespace AzurePerf.UnitTests.Probes.Targets;

public sealed class OnceAskedStreamTests : IAsyncDisposable
{
    private readonly Pipe _answers = new();
    private readonly MemoryStream _sent = new();
    private readonly OnceAskedStream _stream;

    public OnceAskedStreamTests() => _stream = new(new Duplex(_answers.Reader.AsStream(), _sent));

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task An_end_in_place_of_an_answer_is_a_reset_connection()
    {
        await _stream.WriteAsync("GET"u8.ToArray(), Token);
        await _answers.Writer.CompleteAsync();

        var broken = await Assert.ThrowsAsync<IOException>(() => ReadAsync());
        Assert.Equal(SocketError.ConnectionReset, Assert.IsType<SocketException>(broken.InnerException).SocketErrorCode);
    }

    [Fact]
    public async Task An_end_after_an_answer_has_begun_is_told_as_it_is()
    {
        await _stream.WriteAsync("GET"u8.ToArray(), Token);
        await _answers.Writer.WriteAsync("200"u8.ToArray(), Token);
        await _answers.Writer.CompleteAsync();

        Assert.Equal((3, 0), (await ReadAsync(), await ReadAsync()));
    }

    [Fact]
    public async Task What_would_go_out_after_the_end_was_seen_is_not_sent()
    {
        var ahead = ReadAsync();
        await _answers.Writer.CompleteAsync();
        Assert.Equal(0, await ahead);

        await _stream.WriteAsync("GET"u8.ToArray(), Token);
        Assert.Equal(("", 0), (Encoding.ASCII.GetString(_sent.ToArray()), await ReadAsync()));
    }

    [Fact]
    public async Task A_read_of_no_bytes_is_no_end()
    {
        await _stream.WriteAsync("GET"u8.ToArray(), Token);
        await _answers.Writer.WriteAsync("200"u8.ToArray(), Token);

        Assert.Equal((0, 3), (await _stream.ReadAsync(Memory<byte>.Empty, Token), await ReadAsync()));
        Assert.Equal("GET", Encoding.ASCII.GetString(_sent.ToArray()));
    }

    public ValueTask DisposeAsync() => _stream.DisposeAsync();

    private async Task<int> ReadAsync() => await _stream.ReadAsync(new byte[10], Token);

    private sealed class Duplex(Stream answers, Stream sent) : Stream
    {
        public override bool CanRead => true;

        public override bool CanSeek => false;

        public override bool CanWrite => true;

        public override long Length => throw new NotSupportedException();

        public override long Position
        {
            get => throw new NotSupportedException();
            set => throw new NotSupportedException();
        }

        public override void Flush() => sent.Flush();

        public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) => answers.ReadAsync(buffer, cancellationToken);

        public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

        public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default) => sent.WriteAsync(buffer, cancellationToken);

        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

        public override void SetLength(long value) => throw new NotSupportedException();
    }
}
