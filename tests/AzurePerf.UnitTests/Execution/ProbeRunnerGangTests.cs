using System.Collections.Concurrent;
using AzurePerf.Core.Gangs;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Worker.Execution;
using Xunit;

namespace AzurePerf.UnitTests.Execution;

public sealed class ProbeRunnerGangTests
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    private readonly FakeStartBarrier _barrier = new();
    private readonly RunnerScene _scene = new();

    [Fact]
    public async Task A_member_warms_up_when_everybody_is_prepared_and_measures_from_the_agreed_instant_on()
    {
        var operations = new ConcurrentQueue<(bool WarmUp, double Milliseconds)>();
        var probe = FakeProbe.Immediate(operation =>
        {
            operations.Enqueue((operation.WarmUp, _scene.Time.Elapsed.TotalMilliseconds));
            return new(1, 1);
        });
        var running = RunAsync(probe, new() { OperationsPerClient = 2, WarmUpOperations = 1 }, ClientShare.All(1));
        _scene.Advance(500);
        Assert.Empty(operations);

        _barrier.Everybody.SetResult();
        await _barrier.Asked.Task.WaitAsync(Patience, Token);
        _scene.Advance(250);
        _barrier.Start.SetResult(3_000_000_000);
        while (!running.IsCompleted)
        {
            Assert.True(_scene.Time.Elapsed < TimeSpan.FromMinutes(10), "it never starts");
            _scene.Advance(1);
            await Task.Yield();
        }

        var measurement = await running;
        Assert.Equal([(true, 500d)], operations.Where(operation => operation.WarmUp));
        Assert.All(operations.Where(operation => !operation.WarmUp), operation => Assert.True(operation.Milliseconds >= 3_000));
        Assert.True(measurement.OpenedNanoseconds >= 3_000_000_000);
        Assert.Equal(0, measurement.Summary.WarmUpSeconds);
        Assert.Equal(["prepared", "warm", "ended"], _barrier.Calls);
    }

    [Fact]
    public async Task A_member_runs_its_share_of_the_clients_under_the_numbers_they_have_in_the_whole_point()
    {
        _barrier.Everybody.SetResult();
        _barrier.Start.SetResult(0);
        var clients = new ConcurrentBag<int>();
        var probe = FakeProbe.Immediate(operation =>
        {
            clients.Add(operation.Client);
            return new(1, 1);
        });

        var measurement = await RunAsync(probe, new() { Clients = 7, OperationsPerClient = 3, WarmUpOperations = 1 }, ClientShare.Of(7, 1, 3));

        Assert.Equal([3, 4], clients.Distinct().Order());
        Assert.Equal([3, 4], measurement.Details.Clients.Select(client => client.Client));
        Assert.Equal([3, 3, 3, 4, 4, 4], measurement.Details.Samples.Select(sample => sample.Client).Order());
        Assert.Equal(2, measurement.Summary.Clients);
    }

    [Fact]
    public async Task A_member_that_gets_no_start_measures_nothing_and_says_why()
    {
        _barrier.Everybody.SetResult();
        _barrier.Start.SetException(new MissedStartException("told to leave"));
        var measured = 0;
        var probe = FakeProbe.Immediate(operation =>
        {
            measured += operation.WarmUp ? 0 : 1;
            return new(1, 1);
        });

        var missed = await Assert.ThrowsAsync<MissedStartException>(() => RunAsync(probe, new() { WarmUpOperations = 1 }, ClientShare.All(1)));

        Assert.Equal("told to leave", missed.Message);
        Assert.Equal(0, measured);
    }

    [Fact]
    public async Task A_stop_while_waiting_for_the_start_ends_the_execution()
    {
        _barrier.Everybody.SetResult();
        using var stop = new CancellationTokenSource();
        var running = RunAsync(FakeProbe.Immediate(_ => new(1, 1)), new() { WarmUpOperations = 1 }, ClientShare.All(1), stop.Token);
        await _barrier.Asked.Task.WaitAsync(Patience, Token);

        await stop.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => running.WaitAsync(Patience, Token));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task What_would_slow_the_others_is_put_right_when_they_have_ended_or_do_not_end_in_time(bool ended)
    {
        _barrier.Everybody.SetResult();
        _barrier.Start.SetResult(0);
        var restored = new TaskCompletionSource();
        var probe = new FakeProbe
        {
            Execute = (_, _) => ValueTask.FromResult(new OperationResult(1, 1)),
            LoadsTargetAfterwards = true,
            Restore = _ =>
            {
                restored.SetResult();
                return Task.FromResult<IReadOnlyList<FollowUpFailure>>([]);
            },
        };

        var running = RunAsync(probe, new() { WarmUpOperations = 1 }, ClientShare.All(1));
        await _barrier.Waiting.Task.WaitAsync(Patience, Token);
        Assert.False(restored.Task.IsCompleted);
        _barrier.End.SetResult(ended);
        await running.WaitAsync(Patience, Token);

        Assert.True(restored.Task.IsCompleted);
        Assert.Equal(["prepared", "warm", "ended", "waits"], _barrier.Calls);
    }

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    private Task<Measurement> RunAsync(FakeProbe probe, TestLoad load, ClientShare share, CancellationToken? stop = null) =>
        new ProbeRunner(new FakeOutcomes(), _scene.Time, _scene.Watch).RunAsync(probe, load, share, 0, _scene.Progress, _barrier, stop ?? Token);
}
