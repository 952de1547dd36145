using System.Collections.Concurrent;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using Xunit;

namespace AzurePerf.UnitTests.Execution;

public sealed class BlockingProbeTests
{
    private readonly RunnerScene _scene = new();

    [Fact]
    public async Task Every_operation_of_a_client_runs_on_one_thread_that_no_other_client_uses()
    {
        var threads = new ConcurrentBag<(int Client, int Thread, bool Pool)>();
        using var everybody = new Barrier(4);
        var probe = new FakeBlockingProbe((operation, token) =>
        {
            // Returns only when all four are here: proof that they run at once.
            everybody.SignalAndWait(token);
            threads.Add((operation.Client, Environment.CurrentManagedThreadId, Thread.CurrentThread.IsThreadPoolThread));
            return new(8, 1);
        });
        var measurement = await _scene.RunAsync(probe, new TestLoad { Clients = 4, OperationsPerClient = 5, WarmUpOperations = 2 });

        Assert.Equal(20, measurement.Summary.Operations);
        Assert.Equal(160, measurement.Summary.Bytes);
        Assert.Equal(4, threads.Select(entry => (entry.Client, entry.Thread)).Distinct().Count());
        Assert.Equal(4, threads.Select(entry => entry.Thread).Distinct().Count());
        Assert.DoesNotContain(threads, entry => entry.Pool);
    }

    [Fact]
    public async Task Operations_are_timed_and_failures_are_data()
    {
        var probe = new FakeBlockingProbe((operation, _) =>
        {
            _scene.Advance(4);
            return operation.Index == 1 ? throw new CorruptDataException() : new(1, 1);
        });
        var measurement = await _scene.RunAsync(probe, new TestLoad { OperationsPerClient = 3 });

        Assert.Equal(2, measurement.Summary.Outcomes[OperationOutcome.Ok]);
        Assert.Equal(1, measurement.Summary.Outcomes[OperationOutcome.Corrupt]);
        Assert.Equal(4_000_000, measurement.Summary.Latency.MaximumNanoseconds);
    }

    [Fact]
    public async Task What_an_operation_left_is_verified_outside_of_its_time_and_a_wrong_result_is_a_failure()
    {
        var probe = new FakeBlockingProbe((_, _) =>
        {
            _scene.Advance(4);
            return new(1, 0);
        })
        {
            Verifying = operation =>
            {
                _scene.Advance(100);
                if (operation.Index == 1)
                {
                    throw new CorruptDataException();
                }
            },
        };
        var measurement = await _scene.RunAsync(probe, new TestLoad { OperationsPerClient = 3 });

        Assert.Equal(2, measurement.Summary.Outcomes[OperationOutcome.Ok]);
        Assert.Equal(1, measurement.Summary.Outcomes[OperationOutcome.Corrupt]);
        Assert.Equal(4_000_000, measurement.Summary.Latency.MaximumNanoseconds);
        Assert.Equal(200_000_000, measurement.Details.Clients[0].FollowUpNanoseconds);
    }

    [Fact]
    public async Task Phases_of_an_operation_are_timed_apart_and_make_up_its_latency()
    {
        var probe = new FakePhasedProbe((phase, operation) =>
        {
            _scene.Advance(phase == 0 ? 1 : 3);
            if (phase == 1 && operation.Index == 2)
            {
                throw new CorruptDataException();
            }
        });
        var measurement = await _scene.RunAsync(probe, new TestLoad { OperationsPerClient = 4, WarmUpOperations = 2 });

        PhaseSummary[] expected = [new("first", 0.001, 0.25), new("second", 0.003, 0.75)];
        Assert.Equal(expected, measurement.Summary.Phases);
        Assert.Equal([3_000_000, 9_000_000], measurement.Details.Clients[0].PhaseNanoseconds);
        Assert.Equal(4_000_000, measurement.Summary.Latency.MaximumNanoseconds);
        Assert.Contains("of an operation first took 1.00 ms (25.0 %), second took 3.00 ms (75.0 %)", measurement.Result.Notes);
        Assert.Equal(measurement.Summary.Phases, PointSummariser.Summarise(measurement.Details).Operations!.Phases);
    }

    [Fact]
    public async Task An_operation_without_a_timeout_counts_however_long_it_takes()
    {
        var probe = new FakeBlockingProbe((_, token) =>
        {
            _scene.Advance(90_000);
            token.ThrowIfCancellationRequested();
            return default;
        });
        var measurement = await _scene.RunAsync(probe, new LoadWithoutTimeouts { OperationsPerClient = 2, OperationTimeoutSeconds = 1 });

        Assert.Equal(2, measurement.Summary.Outcomes[OperationOutcome.Ok]);
        Assert.Equal(90_000_000_000, measurement.Summary.Latency.MaximumNanoseconds);
    }

    [Fact]
    public async Task A_blocked_operation_is_cancelled_at_its_deadline()
    {
        var started = new TaskCompletionSource();
        var probe = new FakeBlockingProbe((_, token) =>
        {
            started.TrySetResult();
            using var never = new ManualResetEventSlim();
            never.Wait(token);
            return default;
        });
        var running = _scene.RunAsync(probe, new TestLoad { OperationsPerClient = 1, OperationTimeoutSeconds = 1 });
        await started.Task;
        _scene.Advance(1_000);
        var measurement = await running;

        Assert.Equal(1, measurement.Summary.Outcomes[OperationOutcome.ClientTimeout]);
        Assert.Equal(1_000_000_000, measurement.Details.Clients[0].BusyNanoseconds);
    }

    private sealed record LoadWithoutTimeouts : MeasurementOptions
    {
        public LoadWithoutTimeouts() => WarmUpOperations = 0;

        public override bool NeverTimesOut => true;
    }
}
