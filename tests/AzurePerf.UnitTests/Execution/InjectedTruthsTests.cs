using AzurePerf.Core.Gangs;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Core.Statistics;
using AzurePerf.UnitTests.Statistics;
using Xunit;

namespace AzurePerf.UnitTests.Execution;

/// <summary>A service with a known fault, and whether what is published names the fault at its true size.</summary>
public sealed class InjectedTruthsTests
{
    private const double ServiceMilliseconds = 1.5;
    private readonly RunnerScene _scene = new();

    [Theory]
    [InlineData(200)]
    [InlineData(1_000)]
    [InlineData(15_000)]
    public async Task A_pause_of_the_service_shows_as_the_longest_latency_within_5_percent(double pauseMilliseconds)
    {
        var measurement = await MeasureAsync(4_000, index => ServiceMilliseconds + (index == 1_700 ? pauseMilliseconds : 0));

        Assert.InRange(measurement.Latency.MaximumNanoseconds!.Value / 1e6, pauseMilliseconds, pauseMilliseconds * 1.05);
        Assert.InRange(measurement.Latency.P99Nanoseconds!.Value / 1e6, ServiceMilliseconds * 0.999, ServiceMilliseconds * 1.001);
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

        Assert.InRange(measurement.OperationsPerSecond.Total / limit, 0.97, 1.03);
    }

    [Theory]
    [InlineData(0.002)]
    [InlineData(0.02)]
    [InlineData(0.2)]
    public async Task Hidden_retries_are_counted_so_that_their_true_share_lies_in_the_interval_of_the_share_counted(double share)
    {
        var contained = 0;
        for (var seed = 1; seed <= 100; seed++)
        {
            var random = new Random(seed);
            var summary = await MeasureAsync(2_000, _ => ServiceMilliseconds, _ => random.NextDouble() < share ? 2 : 1);
            var interval = WilsonInterval.Of(summary.WireRequests - summary.PlannedWireRequests, summary.PlannedWireRequests);
            Assert.Equal(summary.WireRequests > summary.PlannedWireRequests, summary.Flags.Contains(PointFlag.HiddenRetries));
            contained += interval.Low <= share && share <= interval.High ? 1 : 0;
        }

        // 95 % of the intervals contain the truth; of 100, fewer than 88 do in one of 500 tries.
        Assert.InRange(contained, 88, 100);
    }

    [Fact]
    public void A_step_at_70_percent_of_a_window_of_30_s_is_found_within_3_bins_in_at_least_95_percent_of_200_seeds()
    {
        var step = (int)(0.7 * 120);

        var found = Enumerable.Range(1, 200).Count(seed =>
            SteadyState.Of(ReferenceSamples.Counts(new Random(seed), 120, bin => bin < step ? 250 : 200)).Changes.Any(change => Math.Abs(change.Index - step) <= 3));

        Assert.InRange(found, 190, 200);
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

    private async Task<PointSummary> MeasureAsync(long operations, Func<long, double> milliseconds, Func<long, int>? requests = null) =>
        (await _scene.RunAsync(
            FakeProbe.Immediate(operation =>
            {
                _scene.Advance(milliseconds(operation.Index));
                return new(100, requests?.Invoke(operation.Index) ?? 1);
            }),
            new TestLoad { OperationsPerClient = operations })).Summary;
}
