using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Worker.Execution;
using Xunit;

namespace AzurePerf.UnitTests.Execution;

public sealed class ProbeRunnerCancellationTests : IDisposable
{
    private readonly RunnerScene _scene = new();
    private readonly CancellationTokenSource _stop = new();

    [Fact]
    public async Task A_stop_returns_what_was_measured_with_what_was_in_flight_as_cancelled()
    {
        var probe = new ManualProbe();
        var running = _scene.RunAsync(probe, new TestLoad { Clients = 2, OperationsPerClient = 10 }, _stop.Token);
        var first = await probe.NextOfEachAsync(2);
        _scene.Advance(10);
        await probe.EndAsync(first[0], 100);
        await probe.NextAsync();
        _scene.Advance(5);
        await _stop.CancelAsync();
        var measurement = await running;

        Assert.Equal(1, measurement.Summary.Outcomes[OperationOutcome.Ok]);
        Assert.Equal(2, measurement.Summary.Outcomes[OperationOutcome.Cancelled]);
        Assert.Equal(100, measurement.Summary.Bytes);
        Assert.Contains(PointFlag.Partial, measurement.Result.Flags);
        Assert.All(measurement.Details.Clients, client => Assert.Equal(ClientEnd.Stopped, client.End));
        Assert.Equal(0.015, measurement.Result.ElapsedSeconds, 9);
    }

    [Theory]
    [InlineData(1, null, false)]
    [InlineData(10, 1L, false)]
    [InlineData(1, null, true)]
    public async Task A_stop_that_ends_the_last_operation_of_a_client_interrupts_the_point(int operations, long? mostOperations, bool mayHaveLanded)
    {
        var probe = new FakeProbe
        {
            Execute = async (_, stop) =>
            {
                await _stop.CancelAsync();
                throw mayHaveLanded ? new MayHaveLandedException("cut off") : (Exception)new OperationCanceledException(stop);
            },
        };
        var measurement = await _scene.RunAsync(probe, new TestLoad { OperationsPerClient = operations, MostOperations = mostOperations }, _stop.Token);

        Assert.Equal(1, measurement.Summary.Outcomes[mayHaveLanded ? OperationOutcome.Ambiguous : OperationOutcome.Cancelled]);
        Assert.Equal(ClientEnd.Stopped, Assert.Single(measurement.Details.Clients).End);
        Assert.True(measurement.Details.WasInterrupted);
        Assert.Contains(PointFlag.Partial, measurement.Result.Flags);
    }

    [Fact]
    public async Task A_stop_during_warm_up_returns_an_empty_partial_measurement()
    {
        var probe = new ManualProbe();
        var running = _scene.RunAsync(probe, new TestLoad { Clients = 3, WarmUpOperations = 5 }, _stop.Token);
        await probe.NextOfEachAsync(3);
        await _stop.CancelAsync();
        var result = (await running).Result;
        var summary = result.Operations!;

        Assert.Equal(0, summary.Operations);
        Assert.Equal(3, summary.WarmUpFailures);
        Assert.Null(summary.OperationsPerSecond.InOverlap);
        Assert.Equal(0, summary.OperationsPerSecond.Total);
        Assert.Contains(PointFlag.Partial, result.Flags);
    }

    [Fact]
    public async Task A_stop_during_set_up_ends_the_execution_without_a_measurement()
    {
        var probe = new FakeProbe
        {
            Prepare = async token =>
            {
                await _stop.CancelAsync();
                token.ThrowIfCancellationRequested();
            },
            Execute = (_, _) => throw new InvalidOperationException("must not be called"),
        };

        await Assert.ThrowsAsync<OperationCanceledException>(() => _scene.RunAsync(probe, new TestLoad(), _stop.Token));
    }

    [Fact]
    public async Task A_stop_ends_a_pause_after_failures()
    {
        _scene.Time.TimerSet = _ =>
        {
            if (_scene.Progress.Read().Phase == RunnerPhase.Measuring)
            {
                _stop.Cancel();
            }
        };
        var measurement = await _scene.RunAsync(FakeProbe.Immediate(_ => throw new ThrottledException()), new TestLoad(), _stop.Token);

        Assert.Equal(2, measurement.Summary.Outcomes[OperationOutcome.Throttled]);
        Assert.Contains(PointFlag.Partial, measurement.Result.Flags);
    }

    [Fact]
    public async Task A_stop_after_the_last_operation_changes_nothing()
    {
        var probe = new FakeProbe
        {
            Execute = (_, _) => ValueTask.FromResult(new OperationResult(1, 1)),
            FollowUp = async (operation, _) =>
            {
                if (operation.Index == 2)
                {
                    await _stop.CancelAsync();
                }
            },
        };
        var measurement = await _scene.RunAsync(probe, new TestLoad { OperationsPerClient = 3 }, _stop.Token);

        Assert.Equal(3, measurement.Summary.Operations);
        Assert.DoesNotContain(PointFlag.Partial, measurement.Result.Flags);
    }

    public void Dispose() => _stop.Dispose();
}
