using System.Threading.Channels;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Measurements.Arrivals;
using AzurePerf.Core.Probes;
using AzurePerf.Worker.Execution;
using Xunit;

namespace AzurePerf.UnitTests.Execution;

public sealed class OpenLoopTests : IDisposable
{
    private const int OperationsOfTenSeconds = 10_000;
    private const int StallAt = 5_000;

    private readonly RunnerScene _scene = new();
    private readonly CancellationTokenSource _stop = new();

    [Fact]
    public async Task A_stall_of_a_second_at_1000_operations_per_second_shows_in_the_99th_percentile()
    {
        var result = await StalledForASecondAsync(Open(1_000) with { OperationsPerClient = OperationsOfTenSeconds, InFlightPerClient = 1 });
        var summary = result.Operations!;

        // A tenth of the arrivals fell into the stall and waited between 0 and 1 s: one of a hundred waited 0.9 s or more.
        Assert.InRange(summary.Latency.P99Nanoseconds!.Value / 1e9, 0.898, 0.902);
        Assert.InRange(summary.Latency.P95Nanoseconds!.Value / 1e9, 0.498, 0.502);
        Assert.Equal(1, summary.Latency.MaximumNanoseconds!.Value / 1e9, 0.001);
        Assert.Equal(0, summary.OpenLoop!.ServiceTime.P99Nanoseconds);
        Assert.InRange(summary.OpenLoop.Lag.P99Nanoseconds!.Value / 1e9, 0.897, 0.902);
        Assert.Equal(OverloadCause.None, summary.OpenLoop.Overload);
        Assert.Equal((1_000, 0), (Math.Round(summary.OpenLoop.OfferedPerSecond, 6), summary.OpenLoop.DroppedStarts));
    }

    [Fact]
    public async Task A_closed_loop_hides_the_same_stall()
    {
        var probe = FakeProbe.Immediate(operation =>
        {
            _scene.Advance(operation.Index == StallAt ? 1_000 : 1);
            return new(1, 1);
        });
        var summary = (await _scene.RunAsync(probe, new TestLoad { OperationsPerClient = OperationsOfTenSeconds - 999 })).Summary;

        Assert.InRange(summary.Latency.P99Nanoseconds!.Value, 1_000_000, 1_001_000);
        Assert.Null(summary.OpenLoop);
    }

    [Fact]
    public async Task Operations_start_at_their_instants_though_earlier_ones_have_not_ended()
    {
        var probe = new ManualProbe();
        var running = _scene.RunAsync(probe, Open(100) with { OperationsPerClient = 3, InFlightPerClient = 2 });
        var first = await probe.NextAsync();
        _scene.Advance(10);
        var second = await probe.NextAsync();
        _scene.Advance(15);
        await probe.EndAsync(first, 7);
        var third = await probe.NextAsync();
        await probe.EndAsync(second, 7);
        await probe.EndAsync(third, 7);
        var measurement = await running;

        // The third was to start at 20 ms and found both lanes busy until 25 ms.
        Assert.Equal(
            [
                new(0, 0, 0, 25_000_000, 7, OperationOutcome.Ok, 1),
                new(0, 10_000_000, 10_000_000, 25_000_000, 7, OperationOutcome.Ok, 1),
                new(0, 20_000_000, 25_000_000, 25_000_000, 7, OperationOutcome.Ok, 1),
            ],
            measurement.Details.Samples);
        Assert.Equal([0L, 1, 2], new[] { first, second, third }.Select(call => call.Operation.Index));
        Assert.NotEqual(first.Operation.Lane, second.Operation.Lane);
        Assert.Equal(5_000_000, measurement.Summary.OpenLoop!.Lag.MaximumNanoseconds);
        Assert.Equal(25_000_000, measurement.Summary.Latency.MaximumNanoseconds);
        Assert.Equal(40_000_000, measurement.Details.Clients[0].BusyNanoseconds);
        Assert.Equal(new ClientArrivals(0, 30_000_000, 25_000_000, 3, 0), measurement.Details.Clients[0].Arrivals);
        Assert.Equal(ClientEnd.Operations, measurement.Details.Clients[0].End);
    }

    [Fact]
    public async Task What_finds_no_room_before_the_time_is_over_is_a_dropped_start()
    {
        var probe = new ManualProbe();
        var running = _scene.RunAsync(probe, Open(100) with { OperationsPerClient = 0, DurationSeconds = 0.1, InFlightPerClient = 1 });
        var only = await probe.NextAsync();
        _scene.Advance(150);
        await probe.EndAsync(only);
        var measurement = await running;

        Assert.Equal((10, 9), (measurement.Summary.OpenLoop!.Due, measurement.Summary.OpenLoop.DroppedStarts));
        Assert.Equal(OverloadCause.RateNotAchieved, measurement.Summary.OpenLoop.Overload);
        Assert.Contains(PointFlag.Overloaded, measurement.Result.Flags);
        Assert.Equal(ClientEnd.Duration, measurement.Details.Clients[0].End);
        Assert.Equal(1, measurement.Summary.Operations);
    }

    [Fact]
    public async Task What_is_due_before_the_time_is_over_starts_on_the_lanes_that_wait_though_they_wake_up_later()
    {
        var probe = new ManualProbe();
        var running = _scene.RunAsync(probe, Open(100) with { OperationsPerClient = 0, DurationSeconds = 0.1, InFlightPerClient = 4 });
        var first = await probe.NextAsync();
        _scene.Advance(150);
        await probe.EndAsync(first);
        for (var next = probe.NextAsync().AsTask(); await Task.WhenAny(next, running) == next; next = probe.NextAsync().AsTask())
        {
            await probe.EndAsync(await next);
        }

        var measurement = await running;

        Assert.Equal([0L, 10, 20, 30], measurement.Details.Samples.ToArray().Select(sample => sample.IntendedStartNanoseconds / 1_000_000).Order());
        Assert.Equal((10, 6), (measurement.Summary.OpenLoop!.Due, measurement.Summary.OpenLoop.DroppedStarts));
        Assert.Equal(4, measurement.Summary.Operations);
    }

    [Fact]
    public async Task A_stop_that_ends_the_last_arrival_of_a_client_interrupts_the_point()
    {
        var probe = new ManualProbe();
        var running = _scene.RunAsync(probe, Open(100) with { OperationsPerClient = 1, InFlightPerClient = 2 }, _stop.Token);
        await probe.NextAsync();
        await _stop.CancelAsync();
        var measurement = await running;

        Assert.Equal(1, measurement.Summary.Outcomes[OperationOutcome.Cancelled]);
        Assert.Equal(ClientEnd.Stopped, measurement.Details.Clients[0].End);
        Assert.Equal((1, 0), (measurement.Summary.OpenLoop!.Due, measurement.Summary.OpenLoop.DroppedStarts));
    }

    [Fact]
    public async Task A_stop_ends_waiting_lanes_and_records_what_was_under_way_as_cancelled()
    {
        var probe = new ManualProbe();
        var running = _scene.RunAsync(probe, Open(100) with { Clients = 2, OperationsPerClient = 10, InFlightPerClient = 3 }, _stop.Token);
        await probe.NextAsync();
        _scene.Advance(10);
        await probe.NextAsync();
        await _stop.CancelAsync();
        var result = (await running).Result;
        var summary = result.Operations!;

        Assert.Equal(2, summary.Outcomes[OperationOutcome.Cancelled]);
        Assert.Equal(2, summary.Operations);
        Assert.Contains(PointFlag.Partial, result.Flags);
    }

    [Fact]
    public async Task A_stop_during_the_warm_up_leaves_nothing_behind()
    {
        var probe = new ManualProbe();
        var running = _scene.RunAsync(probe, Open(100) with { OperationsPerClient = 10, InFlightPerClient = 3, WarmUpOperations = 3 }, _stop.Token);
        await probe.NextAsync();
        await _stop.CancelAsync();
        var result = (await running).Result;
        var summary = result.Operations!;

        Assert.Equal(0, summary.Operations);
        Assert.Contains(PointFlag.Partial, result.Flags);
    }

    [Fact]
    public async Task Every_lane_warms_up_and_no_operation_of_a_client_has_the_number_of_another()
    {
        var warmUps = Channel.CreateUnbounded<Operation>();
        var probe = new FakeProbe
        {
            Execute = async (operation, token) =>
            {
                await Task.Yield();
                if (operation.WarmUp)
                {
                    await warmUps.Writer.WriteAsync(operation, token);
                }

                return new(0, 1);
            },
        };
        var running = _scene.RunAsync(probe, Open(100) with { OperationsPerClient = 1, InFlightPerClient = 4, WarmUpOperations = 10, WarmUpSeconds = 60 });
        var result = (await running).Result;
        var summary = result.Operations!;
        warmUps.Writer.Complete();
        var operations = await warmUps.Reader.ReadAllAsync(TestContext.Current.CancellationToken).ToArrayAsync(TestContext.Current.CancellationToken);

        Assert.Equal(12, summary.WarmUpOperations);
        Assert.Equal(Enumerable.Range(0, 12).Select(index => (long)index), operations.Select(operation => operation.Index).Order());
        Assert.Equal([3, 3, 3, 3], operations.CountBy(operation => operation.Lane).Select(lane => lane.Value));
    }

    [Fact]
    public async Task Bytes_end_a_client_when_its_lanes_have_moved_them_together()
    {
        var measurement = await StepAsync(
            Open(1_000) with { OperationsPerClient = 0, BytesPerClient = 45, InFlightPerClient = 4 }, operations: 5, _ => new(10, 1));

        Assert.Equal(50, measurement.Summary.Bytes);
        Assert.Equal(ClientEnd.Bytes, measurement.Details.Clients[0].End);
        Assert.Equal((5, 0), (measurement.Summary.OpenLoop!.Due, measurement.Summary.OpenLoop.DroppedStarts));
    }

    [Fact]
    public async Task Failures_in_a_row_of_all_lanes_let_the_client_give_up_without_a_pause()
    {
        var measurement = await StepAsync(
            Open(1_000) with { OperationsPerClient = 5_000, InFlightPerClient = 4 }, FailurePacing.GiveUpAfter, _ => throw new ThrottledException());

        Assert.Equal(ClientEnd.GaveUp, measurement.Details.Clients[0].End);

        // When the last of them is counted, the other lanes may have something under way.
        Assert.InRange(measurement.Summary.Outcomes[OperationOutcome.Throttled], FailurePacing.GiveUpAfter, FailurePacing.GiveUpAfter + 3);
        Assert.Equal(0, measurement.Summary.OpenLoop!.Lag.MaximumNanoseconds);
        Assert.Equal(OverloadCause.None, measurement.Summary.OpenLoop.Overload);
    }

    [Fact]
    public async Task A_probe_that_blocks_has_no_open_loop()
    {
        var refused = await Assert.ThrowsAsync<NotSupportedException>(() => _scene.RunAsync(new FakeBlockingProbe((_, _) => default), Open(10)));

        Assert.Contains("set arrivals to closed", refused.Message, StringComparison.Ordinal);
    }

    public void Dispose() => _stop.Dispose();

    private static TestLoad Open(double rate) => new() { Arrivals = ArrivalKind.Constant, OperationsPerSecond = rate };

    private async Task<PointResult> StalledForASecondAsync(TestLoad load) =>
        (await StepAsync(load, OperationsOfTenSeconds, operation =>
        {
            if (operation.Index == StallAt)
            {
                _scene.Advance(1_000);
            }

            return new(1, 1);
        })).Result;

    /// <summary>Lets a millisecond pass when the operation that the last one brought is recorded, so that nothing depends on the speed of this machine.</summary>
    private async Task<Measurement> StepAsync(TestLoad load, int operations, Func<Operation, OperationResult> execute)
    {
        var ended = Channel.CreateUnbounded<Operation>();
        var probe = new FakeProbe
        {
            Execute = (operation, _) =>
            {
                try
                {
                    return ValueTask.FromResult(execute(operation));
                }
                catch (ThrottledException)
                {
                    // Nothing follows a failure.
                    ended.Writer.TryWrite(operation);
                    throw;
                }
            },
            FollowUp = (operation, _) =>
            {
                ended.Writer.TryWrite(operation);
                return ValueTask.CompletedTask;
            },
        };
        var running = _scene.RunAsync(probe, load);
        for (var index = 0; index < operations; index++)
        {
            await ended.Reader.ReadAsync(TestContext.Current.CancellationToken);
            var due = TimeSpan.FromMilliseconds(index + 1) - _scene.Time.Elapsed;
            _scene.Time.Advance(due > TimeSpan.Zero ? due : TimeSpan.Zero);
        }

        return await running;
    }
}
