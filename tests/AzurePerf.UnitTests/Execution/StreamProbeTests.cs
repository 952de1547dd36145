using AzurePerf.Core.Measurements;
using Xunit;

namespace AzurePerf.UnitTests.Execution;

public sealed class StreamProbeTests : IDisposable
{
    private readonly RunnerScene _scene = new();
    private readonly CancellationTokenSource _stop = new();

    [Fact]
    public async Task A_stream_is_one_operation_with_the_bytes_of_its_blocks()
    {
        var measurement = await _scene.RunAsync(Blocks(count: 4, bytes: 1_000, milliseconds: 60), new TestLoad { OperationsPerClient = 2 });

        Assert.Equal(2, measurement.Summary.Operations);
        Assert.Equal(8_000, measurement.Summary.Bytes);
        Assert.Equal(2, measurement.Summary.WireRequests);
        Assert.Equal(240_000_000, measurement.Summary.Latency.MaximumNanoseconds);
        Assert.Equal(8_000 / 0.48, measurement.Summary.BytesPerSecond.InOverlap!.Value, 6);
        Assert.Equal(
            [new(0, 0, 0, 240_000_000, 4_000, OperationOutcome.Ok, 1), new(0, 240_000_000, 240_000_000, 480_000_000, 4_000, OperationOutcome.Ok, 1)],
            measurement.Details.Samples);
    }

    [Fact]
    public async Task Blocks_are_timed_one_by_one_and_their_bytes_binned_by_100_ms()
    {
        var measurement = await _scene.RunAsync(
            Blocks(count: 4, bytes: 1_000, milliseconds: 60),
            new TestLoad { OperationsPerClient = 1, WarmUpOperations = 3 });

        var blocks = measurement.Details.BlockLatencies!;
        Assert.Equal(4, blocks.Count);
        Assert.InRange(blocks.MaximumNanoseconds!.Value, 60_000_000, 60_060_000);
        Assert.Equal(100_000_000, measurement.Details.Throughput!.BinNanoseconds);
        Assert.Equal([1_000, 2_000, 1_000], measurement.Details.Throughput.Bytes);
    }

    [Fact]
    public async Task A_client_ends_with_the_block_that_reaches_its_bytes()
    {
        var measurement = await _scene.RunAsync(Blocks(int.MaxValue, 1_000, 1), new TestLoad { OperationsPerClient = 0, BytesPerClient = 2_500 });

        Assert.Equal(1, measurement.Summary.Operations);
        Assert.Equal(3_000, measurement.Summary.Bytes);
        Assert.Equal(ClientEnd.Bytes, measurement.Details.Clients[0].End);
    }

    [Fact]
    public async Task A_client_ends_with_the_block_that_outlasts_its_duration()
    {
        var measurement = await _scene.RunAsync(Blocks(int.MaxValue, 1_000, 300), new TestLoad { OperationsPerClient = 0, DurationSeconds = 1 });

        Assert.Equal(4_000, measurement.Summary.Bytes);
        Assert.Equal(1.2, measurement.Result.ElapsedSeconds, 9);
        Assert.Equal(ClientEnd.Duration, measurement.Details.Clients[0].End);
    }

    [Fact]
    public async Task The_time_out_is_one_of_a_block_and_not_of_the_stream()
    {
        var measurement = await _scene.RunAsync(
            Blocks(count: 50, bytes: 10, milliseconds: 900),
            new TestLoad { OperationsPerClient = 1, OperationTimeoutSeconds = 1 });

        Assert.Equal(1, measurement.Summary.Outcomes[OperationOutcome.Ok]);
        Assert.Equal(500, measurement.Summary.Bytes);
    }

    [Fact]
    public async Task A_stream_that_stalls_times_out_and_its_bytes_do_not_count()
    {
        var probe = new FakeStreamProbe((_, token) =>
        {
            _scene.Advance(_scene.Time.Elapsed < TimeSpan.FromSeconds(2) ? 900 : 1_100);
            token.ThrowIfCancellationRequested();
            return 10;
        });
        var measurement = await _scene.RunAsync(probe, new TestLoad { OperationsPerClient = 1, OperationTimeoutSeconds = 1 });

        Assert.Equal(1, measurement.Summary.Outcomes[OperationOutcome.ClientTimeout]);
        Assert.Equal(0, measurement.Summary.Bytes);
        Assert.Equal(0, measurement.Details.Clients[0].OverlapBytes);
    }

    [Fact]
    public async Task A_stream_that_ends_before_its_first_block_is_a_failure()
    {
        var measurement = await _scene.RunAsync(Blocks(count: 0, bytes: 10, milliseconds: 200), new TestLoad { OperationsPerClient = 2 });

        Assert.Equal(2, measurement.Summary.Outcomes[OperationOutcome.ConnectionReset]);
    }

    [Fact]
    public async Task A_stop_cancels_a_stream_whose_probe_does_not_look_at_its_token()
    {
        var moved = 0;
        var probe = new FakeStreamProbe((_, _) =>
        {
            _scene.Advance(1);
            if (++moved == 3)
            {
                _stop.Cancel();
            }

            return 10;
        });
        var measurement = await _scene.RunAsync(probe, new TestLoad { OperationsPerClient = 1 }, _stop.Token);

        Assert.Equal(3, moved);
        Assert.Equal(1, measurement.Summary.Outcomes[OperationOutcome.Cancelled]);
        Assert.Equal(30, Assert.Single(measurement.Details.Throughput!.Bytes));
        Assert.Equal(0, measurement.Summary.Bytes);
    }

    public void Dispose() => _stop.Dispose();

    /// <summary>Streams of so many blocks, each of so many bytes and so much time; the call that says the end takes no time.</summary>
    private FakeStreamProbe Blocks(int count, int bytes, double milliseconds)
    {
        var moved = 0;
        return new((_, _) =>
        {
            if (moved++ == count)
            {
                moved = 0;
                return 0;
            }

            _scene.Advance(milliseconds);
            return bytes;
        });
    }
}
