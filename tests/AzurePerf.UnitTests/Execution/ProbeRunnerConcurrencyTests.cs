using System.Collections.Concurrent;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Worker.Execution;
using Xunit;

namespace AzurePerf.UnitTests.Execution;

public sealed class ProbeRunnerConcurrencyTests
{
    private readonly RunnerScene _scene = new();

    [Fact]
    public async Task Rates_are_aggregated_in_three_ways_when_clients_end_apart()
    {
        var probe = new ManualProbe();
        var running = _scene.RunAsync(probe, new TestLoad { Clients = 2, OperationsPerClient = 2 });

        // Client 0 works from 0 to 20 ms, client 1 from 0 to 30 ms.
        var first = await probe.NextOfEachAsync(2);
        _scene.Advance(10);
        await probe.EndAsync(first[0], 100);
        var second = await probe.NextAsync();
        _scene.Advance(10);
        await probe.EndAsync(second, 100);
        await probe.EndAsync(first[1], 1_000);
        var last = await probe.NextAsync();
        _scene.Advance(10);
        await probe.EndAsync(last, 1_000);
        var result = (await running).Result;
        var summary = result.Operations!;

        Assert.Equal(2 / 0.02 + 2 / 0.03, summary.OperationsPerSecond.SumOfClientMeans, 6);
        Assert.Equal(3 / 0.02, summary.OperationsPerSecond.InOverlap!.Value, 6);
        Assert.Equal(4 / 0.03, summary.OperationsPerSecond.Total, 6);
        Assert.Equal(1_200 / 0.02, summary.BytesPerSecond.InOverlap!.Value, 6);
        Assert.Equal(0.02, summary.OverlapSeconds, 9);
        Assert.Equal(0.8, summary.OverlapRatio, 9);
        Assert.Equal(0, summary.StartSkewSeconds);
        Assert.Contains(PointFlag.RaggedEnd, result.Flags);
        Assert.DoesNotContain(PointFlag.NotConcurrent, result.Flags);
    }

    [Fact]
    public async Task No_client_measures_before_every_client_has_warmed_up()
    {
        var performed = new ConcurrentQueue<Operation>();
        var probe = new FakeProbe
        {
            Execute = async (operation, _) =>
            {
                performed.Enqueue(operation);
                await Task.Yield();
                return new(0, 1);
            },
        };
        await _scene.RunAsync(probe, new TestLoad { Clients = 16, OperationsPerClient = 5, WarmUpOperations = 7 });

        Assert.Equal(16 * 12, performed.Count);
        Assert.All(performed.Take(16 * 7), operation => Assert.True(operation.WarmUp));
        Assert.All(performed.Skip(16 * 7), operation => Assert.False(operation.WarmUp));
        Assert.All(performed.GroupBy(operation => (operation.Client, operation.WarmUp)), group =>
            Assert.Equal(Enumerable.Range(0, group.Count()).Select(index => (long)index), group.Select(operation => operation.Index)));
    }

    [Fact]
    public async Task A_client_that_comes_to_a_warm_up_which_is_over_does_one_operation_of_it()
    {
        var warmUps = new ConcurrentQueue<int>();
        var probe = FakeProbe.Immediate(operation =>
        {
            if (operation.WarmUp)
            {
                warmUps.Enqueue(operation.Client);
                _scene.Advance(1_000);
            }

            return new(0, 1);
        });
        await _scene.RunAsync(probe, new TestLoad { Clients = 4, OperationsPerClient = 3, WarmUpOperations = 5, WarmUpSeconds = 0.5 });

        Assert.Equal([0, 1, 2, 3], warmUps.Order());
    }

    [Fact]
    public async Task A_warm_up_of_no_time_has_no_operation()
    {
        var warmUps = 0;
        await _scene.RunAsync(FakeProbe.Immediate(operation =>
        {
            warmUps += operation.WarmUp ? 1 : 0;
            return new(0, 1);
        }), new TestLoad { Clients = 1, OperationsPerClient = 3, WarmUpOperations = 5, WarmUpSeconds = 0 });

        Assert.Equal(0, warmUps);
    }

    [Fact]
    public async Task One_long_operation_per_client_counts_in_the_overlap_by_its_share_of_time_inside()
    {
        var probe = new ManualProbe();
        var running = _scene.RunAsync(probe, new TestLoad { Clients = 2, OperationsPerClient = 1 });

        var calls = await probe.NextOfEachAsync(2);
        _scene.Advance(1_000);
        await probe.EndAsync(calls[0], 8_000);
        _scene.Advance(1_000);
        await probe.EndAsync(calls[1], 8_000);
        var result = (await running).Result;
        var summary = result.Operations!;

        Assert.Equal(1.5, summary.OperationsPerSecond.InOverlap!.Value, 6);
        Assert.Equal(12_000, summary.BytesPerSecond.InOverlap!.Value, 6);
    }

    [Fact]
    public async Task What_follows_an_operation_is_harness_time_and_in_every_rate_but_the_one_net_of_it()
    {
        var probe = new FakeProbe
        {
            Execute = (_, _) =>
            {
                _scene.Advance(10);
                return ValueTask.FromResult(new OperationResult(100, 1));
            },
            FollowUp = (_, _) =>
            {
                _scene.Advance(30);
                return ValueTask.CompletedTask;
            },
        };

        var summary = (await _scene.RunAsync(probe, new TestLoad { OperationsPerClient = 5 })).Summary;

        Assert.Equal(0.12, summary.HarnessSeconds, 9);
        Assert.Equal(5 / 0.17, summary.OperationsPerSecond.SumOfClientMeans, 6);
        Assert.Equal(5 / 0.17, summary.OperationsPerSecond.PerClientMean, 6);
        Assert.Equal(5 / 0.17, summary.OperationsPerSecond.InOverlap!.Value, 6);
        Assert.Equal(5 / 0.17, summary.OperationsPerSecond.Total, 6);
        Assert.Equal(500 / 0.17, summary.BytesPerSecond.Total, 6);
        Assert.Equal(100, summary.OperationsPerSecond.NetOfFollowUps!.Value, 6);
        Assert.Equal(10_000, summary.BytesPerSecond.NetOfFollowUps!.Value, 6);
    }

    [Fact]
    public async Task Each_client_has_one_operation_in_flight_and_all_clients_have_one_at_once()
    {
        var probe = new ManualProbe();
        var running = _scene.RunAsync(probe, new TestLoad { Clients = 8, OperationsPerClient = 1 });

        var calls = await probe.NextOfEachAsync(8);
        Assert.Equal(Enumerable.Range(0, 8), calls.Select(call => call.Operation.Client));
        foreach (var call in calls)
        {
            await probe.EndAsync(call);
        }

        Assert.Equal(8, (await running).Summary.ClientsFinished);
    }

    [Fact]
    public async Task Only_the_client_that_is_too_slow_times_out()
    {
        var probe = new ManualProbe();
        var running = _scene.RunAsync(probe, new TestLoad { Clients = 2, OperationsPerClient = 2, OperationTimeoutSeconds = 2 });

        var first = await probe.NextOfEachAsync(2);
        _scene.Advance(1_000);
        await probe.EndAsync(first[1]);
        var second = await probe.NextAsync();
        _scene.Advance(1_000);
        var afterTimeout = await probe.NextAsync();
        Assert.Equal(new Operation(0, 1, false), afterTimeout.Operation);
        await probe.EndAsync(second);
        await probe.EndAsync(afterTimeout);
        var measurement = await running;

        Assert.Equal(1, measurement.Details.Clients[0].Failed);
        Assert.Equal(0, measurement.Details.Clients[1].Failed);
        Assert.Equal(1, measurement.Summary.ClientsFinished);
    }

    [Fact]
    public async Task Progress_shows_phase_and_counts_while_the_execution_goes_on()
    {
        List<RunnerPhase> phases = [];
        var scene = new RunnerScene { Progress = new() { PhaseChanged = phases.Add } };
        var probe = new ManualProbe();
        var running = scene.RunAsync(probe, new TestLoad { Clients = 2, OperationsPerClient = 2, WarmUpOperations = 1 });

        var warmUp = await probe.NextOfEachAsync(2);
        Assert.Equal(new ProgressReading(RunnerPhase.WarmUp, 0, 2, 0, 0), scene.Progress.Read());
        await probe.EndAsync(warmUp[0], 5);
        Assert.Equal(new ProgressReading(RunnerPhase.WarmUp, 1, 2, 5, 0), scene.Progress.Read());
        await probe.EndAsync(warmUp[1]);

        var measured = await probe.NextOfEachAsync(2);
        Assert.Equal(new ProgressReading(RunnerPhase.Measuring, 0, 4, 0, 0), scene.Progress.Read());
        measured[0].Answer.SetException(new ThrottledException());
        var next = await probe.NextAsync();
        await probe.EndAsync(measured[1], 70);
        Assert.Equal(new ProgressReading(RunnerPhase.Measuring, 2, 4, 70, 1), scene.Progress.Read());
        await probe.EndAsync(next);
        await probe.EndAsync(await probe.NextAsync());
        await running;

        Assert.Equal([RunnerPhase.SetUp, RunnerPhase.WarmUp, RunnerPhase.Measuring, RunnerPhase.Ended], phases);
        Assert.Equal(new ProgressReading(RunnerPhase.Ended, 4, 4, 70, 1), scene.Progress.Read());
    }
}
