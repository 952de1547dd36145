using AzurePerf.Probes.Content;
using Xunit;

namespace AzurePerf.UnitTests.Probes.Content;

public sealed class PayloadStreamTests
{
    private const int Length = 2_500_000;
    private static readonly Payload Payload = new(11, Length);
    private static readonly byte[] Expected = ReadAll(Payload.OpenRead(), 64 << 10);

    [Theory]
    [InlineData(1_000)]
    [InlineData(1_048_583)]
    [InlineData(4_000_000)]
    public void Content_does_not_depend_on_the_size_of_the_buffer(int bufferBytes) =>
        Assert.Equal(Expected, ReadAll(Payload.OpenRead(), bufferBytes));

    [Fact]
    public void A_range_has_the_bytes_of_its_place()
    {
        var range = Payload.OpenRead(1_048_000, 2_000);
        Assert.Equal(2_000, range.Length);
        Assert.Equal(Expected[1_048_000..1_050_000], ReadAll(range, 700));
    }

    [Fact]
    public void Seeking_works_from_all_three_origins()
    {
        var stream = Payload.OpenRead();
        Assert.Equal(100, stream.Seek(100, SeekOrigin.Begin));
        Assert.Equal(Expected[100], stream.ReadByte());
        Assert.Equal(111, stream.Seek(10, SeekOrigin.Current));
        Assert.Equal(Expected[111], stream.ReadByte());
        Assert.Equal(Length - 1, stream.Seek(-1, SeekOrigin.End));
        Assert.Equal(Expected[^1], stream.ReadByte());
        Assert.Equal(-1, stream.ReadByte());
    }

    [Fact]
    public void Reading_past_the_end_gives_nothing_and_rewinding_gives_everything_again()
    {
        var stream = Payload.OpenRead();
        stream.Position = Length + 5L;
        Assert.Equal(0, stream.Read(new byte[10]));
        stream.Position = 0;
        Assert.Equal(Expected, ReadAll(stream, 9_999));
    }

    [Fact]
    public void Seeking_before_the_start_is_refused()
    {
        var stream = Payload.OpenRead();
        Assert.Throws<IOException>(() => stream.Seek(-1, SeekOrigin.Begin));
        Assert.Throws<ArgumentOutOfRangeException>(() => stream.Position = -1);
    }

    [Fact]
    public void A_range_outside_the_payload_is_refused()
    {
        Assert.Throws<ArgumentOutOfRangeException>(() => Payload.OpenRead(-1, 1));
        Assert.Throws<ArgumentOutOfRangeException>(() => Payload.OpenRead(Length, 1));
        Assert.Throws<ArgumentOutOfRangeException>(() => Payload.OpenRead(0, Length + 1L));
    }

    [Fact]
    public void It_cannot_be_changed()
    {
        var stream = Payload.OpenRead();
        Assert.False(stream.CanWrite);
        Assert.Throws<NotSupportedException>(() => stream.SetLength(1));
        Assert.Throws<NotSupportedException>(() => stream.Write(new byte[1], 0, 1));
    }

    [Fact]
    public async Task Asynchronous_reads_give_the_same_bytes_and_observe_cancellation()
    {
        var stream = Payload.OpenRead();
        var buffer = new byte[1_000];
        await stream.ReadExactlyAsync(buffer, TestContext.Current.CancellationToken);
        Assert.Equal(Expected[..1_000], buffer);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(async () => await stream.ReadExactlyAsync(buffer, new CancellationToken(canceled: true)));
    }

    private static byte[] ReadAll(Stream stream, int bufferBytes)
    {
        using var copy = new MemoryStream();
        stream.CopyTo(copy, bufferBytes);
        return copy.ToArray();
    }
}
