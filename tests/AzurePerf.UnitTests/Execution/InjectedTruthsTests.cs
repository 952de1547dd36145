using System.Globalization;
using System.Text.RegularExpressions;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Queues;
using AzurePerf.Core.Gangs;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Statistics;
using AzurePerf.UnitTests.Measurements;
using AzurePerf.UnitTests.Statistics;
using Xunit;
using Sample = AzurePerf.Core.Measurements.Sample;

namespace AzurePerf.UnitTests.Execution;

/// <summary>A service with a known fault, and whether what is published names the fault at its true size.</summary>
public sealed partial class InjectedTruthsTests
{
    private const double ServiceMilliseconds = 1.5;
    private static readonly TimeSpan LongestPause = TimeSpan.FromMilliseconds(100);
    private readonly RunnerScene _scene = new();

    [Theory]
    [InlineData(200)]
    [InlineData(1_000)]
    [InlineData(15_000)]
    public async Task A_pause_of_the_service_shows_as_the_longest_latency_within_5_percent(double pauseMilliseconds)
    {
        var measurement = await MeasureAsync(4_000, index => ServiceMilliseconds + (index == 1_700 ? pauseMilliseconds : 0));

        Assert.InRange(measurement.Operations!.Latency.MaximumNanoseconds!.Value / 1e6, pauseMilliseconds, pauseMilliseconds * 1.05);
        Assert.InRange(measurement.Operations!.Latency.P99Nanoseconds!.Value / 1e6, ServiceMilliseconds * 0.999, ServiceMilliseconds * 1.001);
    }

    [Theory]
    [InlineData(100)]
    [InlineData(500)]
    public async Task A_service_that_admits_so_many_a_second_is_measured_at_that_rate_within_3_percent(double limit)
    {
        // Each operation is admitted at its place in the limit, whatever it takes itself.
        var admitted = 0.0;
        var measurement = await MeasureAsync(3_000, _ =>
        {
            var now = _scene.Time.Elapsed.TotalMilliseconds;
            admitted = Math.Max(now, admitted + (1_000 / limit));
            return admitted - now + ServiceMilliseconds;
        });

        Assert.InRange(measurement.Operations!.OperationsPerSecond.Total / limit, 0.97, 1.03);
    }

    [Fact]
    public async Task A_server_that_does_one_request_of_20_ms_after_the_other_is_told_at_the_rate_that_passed_the_wire()
    {
        const int Clients = 4;
        const int Operations = 50;
        var server = new SerialServer(_scene, serviceMilliseconds: 20);
        var running = _scene.RunAsync(server, new TestLoad { Clients = Clients, OperationsPerClient = Operations });
        await server.ServeAsync(Clients, Operations, TestContext.Current.CancellationToken);
        var result = (await running).Result;
        var summary = result.Operations!;

        // Every operation is followed by another request, so 50 requests per second are 25 operations.
        var passed = Clients * Operations / result.ElapsedSeconds;
        Assert.InRange(passed, 24.9, 25.5);
        Assert.Equal(passed, summary.OperationsPerSecond.Total, 9);
        Assert.InRange(summary.OperationsPerSecond.SumOfClientMeans, 24.9, passed * 1.01);
        Assert.InRange(summary.OperationsPerSecond.InOverlap!.Value, 24.9, passed * 1.01);
        Assert.InRange(summary.BytesPerSecond.SumOfClientMeans, 2_490, 100 * passed * 1.01);
        Assert.InRange(summary.OperationsPerSecond.NetOfFollowUps!.Value, 49, 51);
    }

    [Fact]
    public async Task A_server_that_is_frozen_for_3_of_15_s_is_named_by_its_longest_operation_and_what_it_took_of_the_time()
    {
        const double Froze = 6_000;
        const double Thawed = 9_000;
        var result = (await _scene.RunAsync(
            FakeProbe.Immediate(_ =>
            {
                var now = _scene.Time.Elapsed.TotalMilliseconds;
                _scene.Advance(20);
                if (now < Thawed && _scene.Time.Elapsed.TotalMilliseconds > Froze)
                {
                    _scene.Advance(Thawed - now);
                }

                return new(100, 1);
            }),
            new TestLoad { OperationsPerClient = 0, DurationSeconds = 15 })).Result;
        var summary = result.Operations!;

        Assert.InRange(summary.Latency.P99Nanoseconds!.Value / 1e6, 20, 20.1);
        Assert.InRange(OperationMetrics.LongestLatency.Read(result)!.Value / 1e9, 3, 3.05);
        var note = Assert.Single(result.Notes, note => note.StartsWith("the slowest", StringComparison.Ordinal));
        Assert.StartsWith("the slowest 5 of 600 operations took 20.7 % of the operations' time, the longest 3.02 s", note, StringComparison.Ordinal);
        Assert.Equal(summary.Operations / result.ElapsedSeconds, summary.OperationsPerSecond.Total, 6);
    }

    [Fact]
    public async Task A_server_that_is_as_fast_all_the_time_has_no_slow_operations_to_name()
    {
        var result = await MeasureAsync(2_000, index => ServiceMilliseconds + (index % 10));
        var summary = result.Operations!;

        Assert.DoesNotContain(result.Notes, note => note.StartsWith("the slowest", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(0.002)]
    [InlineData(0.02)]
    [InlineData(0.2)]
    public async Task Hidden_retries_are_counted_so_that_their_true_share_lies_in_the_interval_of_the_share_counted(double share)
    {
        var contained = 0;
        var seeds = Night.Size(usually: 50, atNight: 100);
        for (var seed = 1; seed <= seeds; seed++)
        {
            var random = new Random(seed);
            var result = await MeasureAsync(2_000, _ => ServiceMilliseconds, _ => random.NextDouble() < share ? 2 : 1);
            var summary = result.Operations!;
            var interval = WilsonInterval.Of(summary.WireRequests - summary.PlannedWireRequests, summary.PlannedWireRequests);
            Assert.Equal(summary.WireRequests > summary.PlannedWireRequests, result.Flags.Contains(PointFlag.HiddenRetries));
            contained += interval.Low <= share && share <= interval.High ? 1 : 0;
        }

        // 95 % of the intervals contain the truth; of 100, fewer than 88 do in one of 500 tries.
        Assert.InRange(contained / (double)seeds, Trials.Least(0.95, seeds, atNight: 0.88), 1);
    }

    [Fact]
    public async Task A_client_that_a_service_throttles_is_measured_at_its_limit_and_the_report_names_it()
    {
        // The service turns away what comes before its turn, and forgets turns that nobody took for longer than 0.2 s; an attempt takes 1 ms. A pause of the client
        // is over at once: it moves the clock. There is one client, because the clock of a second one would go on in what the first does between its operations.
        const double Limit = 200;
        const double Kept = 0.2 * Limit;
        var (granted, admitted, attempts) = (0.0, 0L, 0L);
        _scene.Time.TimerSet = due => _scene.Time.Advance(due > TimeSpan.Zero && due <= LongestPause ? due : TimeSpan.Zero);
        var probe = FakeProbe.Immediate(_ =>
        {
            var now = _scene.Time.Elapsed.TotalSeconds;
            attempts++;
            _scene.Advance(1);
            granted = Math.Max(granted, (Limit * now) - Kept);
            granted += granted + 1 <= Limit * now ? 1 : throw new ThrottledException();
            admitted++;
            return new(100, 1);
        });
        var result = (await _scene.RunAsync(probe, new QueueAddOptions { Clients = 1, OperationsPerClient = 0, DurationSeconds = 60, WarmUpOperations = 0 })).Result;
        var summary = result.Operations!;

        Assert.InRange(summary.OperationsPerSecond.Total / Limit, 0.97, 1.03);
        Assert.Equal(attempts - admitted, summary.Outcomes[OperationOutcome.Throttled]);
        Assert.Equal([PointFlag.ServiceThrottled, PointFlag.OperationsFailed], result.Flags.Intersect([PointFlag.ServiceThrottled, PointFlag.OperationsFailed]));
        Assert.EndsWith(
            "the published limit of one queue is 2,000 messages/s of 1 KiB", Assert.Single(result.Reasons, reason => reason.Flag == PointFlag.ServiceThrottled).Text, StringComparison.Ordinal);
    }

    [Fact]
    public void The_summary_names_a_step_at_70_percent_of_a_window_of_30_s_within_3_bins_for_at_least_95_percent_of_the_seeds()
    {
        const double Step = 21;

        var seeds = Night.Size(usually: 100, atNight: 200);
        var found = Enumerable.Range(1, seeds).Count(seed =>
        {
            var series = BinTimeline.OfOperations();
            var counts = ReferenceSamples.Counts(new Random(seed), 6_000, bin => bin * 0.005 < Step ? 5 : 4);
            for (var bin = 0; bin < counts.Length; bin++)
            {
                series.Add(bin * 5_000_000L, (long)counts[bin]);
            }

            var result = PointSummariser.Summarise(
                ClientMeasurements.Observed(ClientMeasurements.Client(0, 0, 30_000, completed: 1_000)) with { OperationBins = OperationBins.Of(series) });
            var summary = result.Operations!;
            return result.Reasons.Where(reason => reason.Flag == PointFlag.NoSteadyState)
                .Any(reason => TimesNamed().Matches(reason.Text).Any(time => Math.Abs(double.Parse(time.Groups[1].Value, CultureInfo.InvariantCulture) - Step) <= 0.75));
        });

        Assert.InRange(found, 0.95 * seeds, seeds);
    }

    [Fact]
    public void Two_workers_whose_clocks_are_half_a_second_apart_and_drift_are_one_point_and_the_summary_names_their_clocks()
    {
        const long Length = 120_000_000_000;
        long[] offsets = [250_000_000, -250_000_000];
        long[] drifts = [20_000, -50_000];
        for (var seed = 1; seed <= 50; seed++)
        {
            var random = new Random(seed);
            var result = MemberScene.Merge([Member(random, 0), Member(random, 1)], 2).Result;
            var summary = result.Operations!;

            Assert.Equal(["worker0", "worker1"], summary.Clocks.Select(clock => clock.WorkerId));
            for (var member = 0; member < 2; member++)
            {
                var clock = summary.Clocks[member];
                Assert.InRange(Math.Abs(clock.OffsetSeconds - (offsets[member] / 1e9)), 0, clock.BoundSeconds);
                Assert.InRange(clock.DriftPartsPerMillion!.Value, (drifts[member] / 1e3) - 2, (drifts[member] / 1e3) + 2);
                Assert.InRange(clock.BoundSeconds, 0, 0.00056);
            }

            Assert.InRange(summary.StartSkewSeconds, 0, summary.StartSkewBoundSeconds);
            Assert.Equal(Length / 1e9, result.ElapsedSeconds, 0.002);
            Assert.Equal(2, result.Notes.Count(note => note.StartsWith("clock of worker", StringComparison.Ordinal)));
        }

        // Both start at 0 and end at the same true instant; each notes that by its own clock.
        MemberMeasurement Member(Random random, int member)
        {
            var ownLength = (long)(Length / (1 + (drifts[member] / 1e9)));
            Sample[][] clients = [[Own(0)], [Own(1)]];
            var measurement = MemberScene.Of(clients, member, 2, 0);
            var before = Estimate(random, at: 0, offsets[member], drifts[member], out _);
            return measurement with
            {
                Details = measurement.Details with
                {
                    Timing = measurement.Details.Timing! with
                    {
                        Before = before,
                        After = Estimate(random, at: ownLength, offsets[member], drifts[member], out _),
                        PlannedStartNanoseconds = 0 - before.OffsetNanoseconds,
                        OpenedNanoseconds = 0 - offsets[member],
                    },
                },
            };

            Sample Own(int client) => new(client, 0, 0, ownLength, 100, OperationOutcome.Ok, 1);
        }
    }

    [Theory]
    [InlineData(250_000_000)]
    [InlineData(-250_000_000)]
    public void The_offset_of_a_workers_clock_is_found_within_half_the_shortest_delay(long offset)
    {
        for (var seed = 1; seed <= 200; seed++)
        {
            var random = new Random(seed);
            var estimate = Estimate(random, at: 0, offset, driftPerSecond: 0, out var shortest);

            Assert.InRange(Math.Abs(estimate.OffsetNanoseconds - offset), 0, (shortest + 1) / 2);
        }
    }

    [Theory]
    [InlineData(20_000)]
    [InlineData(-50_000)]
    public void The_drift_between_two_clocks_over_two_minutes_is_found_within_2_ppm(long driftPerSecond)
    {
        const long Length = 120_000_000_000;
        for (var seed = 1; seed <= 200; seed++)
        {
            var random = new Random(seed);
            var mapping = new ClockMapping(
                Estimate(random, at: 0, 250_000_000, driftPerSecond, out _), Estimate(random, at: Length, 250_000_000, driftPerSecond, out _));
            var drift = (mapping.ToBarrier(Length) - mapping.ToBarrier(0) - Length) / 120.0;

            Assert.InRange(drift, driftPerSecond - 2_000, driftPerSecond + 2_000);
        }
    }

    /// <summary>31 exchanges whose ways take 50 to 550 microseconds each, independently of each other.</summary>
    private static ClockOffset Estimate(Random random, long at, long offset, long driftPerSecond, out long shortest)
    {
        var exchanges = new List<ClockExchange>();
        shortest = long.MaxValue;
        for (var now = at; exchanges.Count < 31;)
        {
            var (there, back) = (random.NextInt64(50_000, 550_000), random.NextInt64(50_000, 550_000));
            exchanges.Add(new(now, Barrier(now + there), Barrier(now + there + 10_000), now + there + 10_000 + back));
            shortest = Math.Min(shortest, there + back);
            now += 1_000_000;
        }

        return ClockOffset.Estimate("clock", exchanges);

        long Barrier(long instant) => instant + offset + (long)(instant / 1e9 * driftPerSecond);
    }

    [GeneratedRegex("at ([0-9.]+) s ")]
    private static partial Regex TimesNamed();

    private async Task<PointResult> MeasureAsync(long operations, Func<long, double> milliseconds, Func<long, int>? requests = null) =>
        (await _scene.RunAsync(
            FakeProbe.Immediate(operation =>
            {
                _scene.Advance(milliseconds(operation.Index));
                return new(100, requests?.Invoke(operation.Index) ?? 1);
            }),
            new TestLoad { OperationsPerClient = operations })).Result;
}
