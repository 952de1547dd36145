using AzurePerf.Core.Experiments;
using AzurePerf.Core.Measurements;
using AzurePerf.Worker.Execution;
using Xunit;

namespace AzurePerf.UnitTests.Execution;

public sealed class RestTests
{
    private const double RestSeconds = 31.25;

    private readonly RunnerScene _scene = new();

    [Fact]
    public async Task A_rest_between_operations_is_in_no_rate_but_the_total_and_none_follows_the_last()
    {
        var measurement = await RunAsync(new RestingLoad { Between = RestSeconds, OperationsPerClient = 3, ComparesFirst = true }, rests: 2);

        Assert.Equal(3, measurement.Summary.Operations);
        Assert.Equal(10, measurement.Summary.OperationsPerSecond.SumOfClientMeans, 6);
        Assert.Equal(10, measurement.Summary.OperationsPerSecond.InOverlap!.Value, 6);
        Assert.Equal((2 * RestSeconds) + 0.3, measurement.Result.ElapsedSeconds, 6);
        Assert.Equal(3 / ((2 * RestSeconds) + 0.3), measurement.Summary.OperationsPerSecond.Total, 6);
        Assert.Equal((10.0, 10.0, 2), (measurement.Summary.FirstOperation!.FirstPerSecond, measurement.Summary.FirstOperation.LaterPerSecond, measurement.Summary.FirstOperation.LaterOperations));
    }

    [Fact]
    public async Task A_rest_before_a_point_is_no_part_of_its_set_up_and_of_its_time()
    {
        var measurement = await RunAsync(new RestingLoad { Before = RestSeconds, OperationsPerClient = 3 }, rests: 1);

        Assert.Equal(0, measurement.Result.SetUpSeconds);
        Assert.Equal(0.3, measurement.Result.ElapsedSeconds, 6);
        Assert.Null(measurement.Summary.FirstOperation);
    }

    /// <summary>The second of three operations fails.</summary>
    [Fact]
    public async Task What_a_client_thinks_between_operations_is_in_every_rate_and_follows_failures_and_warm_ups_too()
    {
        var performed = 0;
        var probe = new FakeBlockingProbe((operation, _) =>
        {
            performed++;
            _scene.Advance(100);
            return operation is { WarmUp: false, Index: 1 } ? throw new IOException("broken") : new(0, 0);
        });

        var measurement = await RunAsync(new RestingLoad { Think = RestSeconds, OperationsPerClient = 3, WarmUpOperations = 2, WarmUpSeconds = 100 }, rests: 3, probe);

        Assert.Equal(5, performed);
        var seconds = 0.3 + (3 * RestSeconds);
        Assert.Equal((3, 2), (measurement.Summary.Operations, measurement.Summary.Outcomes[OperationOutcome.Ok]));
        Assert.Equal(2 / seconds, measurement.Summary.OperationsPerSecond.SumOfClientMeans, 6);
        Assert.Equal(2 / seconds, measurement.Summary.OperationsPerSecond.InOverlap!.Value, 6);
        Assert.Equal(2 / seconds, measurement.Summary.OperationsPerSecond.Total, 6);
        Assert.Equal(seconds, measurement.Summary.OverlapSeconds, 6);
        Assert.Equal(seconds - RestSeconds, measurement.Result.ElapsedSeconds, 6);
        Assert.Equal((long)(2 * RestSeconds * 1e9), measurement.Details.Clients[0].ThinkNanoseconds);
        Assert.Equal((long)(RestSeconds * 1e9), measurement.Details.Clients[0].LastThoughtNanoseconds);
        Assert.DoesNotContain(measurement.Result.Notes, note => note.Contains("under way", StringComparison.Ordinal));
    }

    /// <summary>A client can do one operation in 31.35 s, whatever ends it and however soon.</summary>
    [Theory]
    [InlineData(1, 0, 1)]
    [InlineData(5, 0, 5)]
    [InlineData(0, 312.5, 10)]
    public async Task No_rate_is_above_that_of_clients_who_think_after_each_operation(long operationsPerClient, double durationSeconds, int operations)
    {
        var measurement = await RunAsync(
            new RestingLoad { Think = RestSeconds, OperationsPerClient = operationsPerClient, DurationSeconds = durationSeconds }, rests: operations - 1);

        var rates = measurement.Summary.OperationsPerSecond;
        Assert.Equal(operations, measurement.Summary.Operations);
        Assert.Equal(1 / (RestSeconds + 0.1), rates.SumOfClientMeans, 9);
        Assert.Equal(1 / (RestSeconds + 0.1), rates.InOverlap!.Value, 9);
        Assert.Equal(1 / (RestSeconds + 0.1), rates.Total, 9);
        Assert.Equal(1 / (RestSeconds + 0.1), rates.NetOfFollowUps!.Value, 9);
    }

    /// <summary>It ends two operations and is stopped in the third.</summary>
    [Fact]
    public async Task What_was_cut_off_is_no_operation_after_which_a_client_would_think()
    {
        using var stop = new CancellationTokenSource();
        var probe = new FakeBlockingProbe((operation, token) =>
        {
            _scene.Advance(100);
            if (operation.Index == 2)
            {
                stop.Cancel();
                token.ThrowIfCancellationRequested();
            }

            return new(0, 0);
        });

        var measurement = await RunAsync(new RestingLoad { Think = RestSeconds, OperationsPerClient = 5 }, rests: 2, probe, stop: stop.Token);

        Assert.Equal(0, measurement.Details.Clients[0].LastThoughtNanoseconds);
        Assert.Equal(2 / (0.3 + (2 * RestSeconds)), measurement.Summary.OperationsPerSecond.SumOfClientMeans, 9);
    }

    [Theory]
    [InlineData(0.01, false)]
    [InlineData(10, true)]
    public async Task A_worker_that_wakes_its_clients_much_later_than_they_were_to_think_is_said_to_have_taken_the_time(double late, bool said)
    {
        var measurement = await RunAsync(new RestingLoad { Think = RestSeconds, OperationsPerClient = 3 }, rests: 2, late: late);

        Assert.Equal(said, measurement.Result.Notes.Any(note => note.Contains("under way", StringComparison.Ordinal)));
    }

    /// <summary>Client 0 ends its only operation at 40 s, client 1 its second one, which began at 32 s, at 48 s.</summary>
    [Fact]
    public async Task A_client_that_would_think_until_the_time_is_over_ends_at_once_and_the_others_work_beside_it_until_it_would_have_thought()
    {
        using var thinking = new SemaphoreSlim(0);
        _scene.Time.TimerSet = due =>
        {
            if (due == TimeSpan.FromSeconds(RestSeconds))
            {
                thinking.Release();
            }
        };
        var probe = new ManualProbe();
        var running = _scene.RunAsync(probe, new RestingLoad { Clients = 2, Think = RestSeconds, OperationsPerClient = 0, DurationSeconds = 60 });

        var first = await probe.NextOfEachAsync(2);
        _scene.Advance(750);
        await probe.EndAsync(first[1]);
        await thinking.WaitAsync(TestContext.Current.CancellationToken);
        _scene.Time.Leap(TimeSpan.FromSeconds(RestSeconds));
        var second = await probe.NextAsync();
        _scene.Advance(8_000);
        await probe.EndAsync(first[0]);
        _scene.Advance(8_000);
        await probe.EndAsync(second);

        Assert.Same(running, await Task.WhenAny(running, thinking.WaitAsync(TestContext.Current.CancellationToken)));
        var measurement = await running;
        Assert.All(measurement.Details.Clients, client => Assert.Equal(ClientEnd.Duration, client.End));
        Assert.Equal(40 + RestSeconds, measurement.Summary.OverlapSeconds, 6);
        Assert.Equal(48, measurement.Result.ElapsedSeconds, 6);
        Assert.Equal(3 / (40 + RestSeconds), measurement.Summary.OperationsPerSecond.InOverlap!.Value, 9);
        Assert.Equal(3 / (48 + RestSeconds), measurement.Summary.OperationsPerSecond.Total, 9);
    }

    /// <summary>The clients are half a thought out of step, so that one thinks when the other's operation ends the point.</summary>
    [Fact]
    public async Task A_point_that_ends_when_its_median_is_known_counts_no_work_from_beyond_the_time_in_which_all_clients_were_active()
    {
        const double Operation = 0.01;
        Measurement? measurement;
        do
        {
            measurement = await InTimeAsync(new());
        }
        while (measurement is null);

        Assert.All(measurement.Details.Clients, client => Assert.Equal(ClientEnd.Precision, client.End));
        Assert.InRange(measurement.Summary.OperationsPerSecond.InOverlap!.Value * (RestSeconds + Operation) / 2, 0.98, 1.005);

        // Null where the clock was ahead of a client, whose thread had not begun to wait when it was moved: that is another scene.
        static async Task<Measurement?> InTimeAsync(RunnerScene scene)
        {
            var (ends, isLate) = (new TimeSpan?[2], false);
            var probe = new FakeProbe
            {
                Execute = async (operation, stop) =>
                {
                    var (start, takes) = (scene.Time.Elapsed, TimeSpan.FromSeconds(operation is { Client: 1, Index: 0 } ? RestSeconds / 2 : Operation));
                    await Task.Delay(takes, scene.Time, stop);
                    isLate |= scene.Time.Elapsed != start + takes || (ends[operation.Client] is { } before && start != before + TimeSpan.FromSeconds(RestSeconds));
                    ends[operation.Client] = start + takes;
                    return new(0, 1);
                },
            };
            using var begun = new SemaphoreSlim(0);
            scene.Time.TimerSet = due =>
            {
                if (due.TotalSeconds is Operation or RestSeconds / 2)
                {
                    begun.Release();
                }
            };
            var running = scene.RunAsync(probe, new RestingLoad { Clients = 2, Think = RestSeconds, OperationsPerClient = 1_000, PrecisionPercent = 5 });

            // From then on whatever a client waits for happens on the thread that moves the clock.
            await begun.WaitAsync(TestContext.Current.CancellationToken);
            await begun.WaitAsync(TestContext.Current.CancellationToken);
            while (!running.IsCompleted)
            {
                scene.Advance(1_000);
            }

            var measured = await running;
            return isLate ? null : measured;
        }
    }

    private async Task<Measurement> RunAsync(RestingLoad load, int rests, FakeBlockingProbe? probe = null, double late = 0, CancellationToken? stop = null)
    {
        using var resting = new SemaphoreSlim(0);
        _scene.Time.TimerSet = due =>
        {
            if (due == TimeSpan.FromSeconds(RestSeconds))
            {
                resting.Release();
            }
        };
        var running = _scene.RunAsync(probe ?? Blocking(), load, stop);
        for (var rest = 0; rest < rests; rest++)
        {
            await resting.WaitAsync(TestContext.Current.CancellationToken);
            _scene.Time.Leap(TimeSpan.FromSeconds(RestSeconds + late));
        }

        return await running;
    }

    private FakeBlockingProbe Blocking() => new((_, _) =>
    {
        _scene.Advance(100);
        return new(0, 0);
    });

    private sealed record RestingLoad : MeasurementOptions
    {
        public RestingLoad() => WarmUpOperations = 0;

        public double Before { get; init; }

        public double Between { get; init; }

        public double Think { get; init; }

        public bool ComparesFirst { get; init; }

        public override double RestSecondsBefore => Before;

        public override double RestSecondsBetween => Between;

        public override double ThinkSecondsBetween => Think;

        public override bool ComparesFirstOperation => ComparesFirst;
    }
}
