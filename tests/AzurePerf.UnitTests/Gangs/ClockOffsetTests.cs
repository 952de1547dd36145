using AzurePerf.Core.Gangs;
using CsCheck;
using Xunit;

namespace AzurePerf.UnitTests.Gangs;

public sealed class ClockOffsetTests
{
    private const long Hour = 3_600_000_000_000;

    /// <summary>A true offset, and the ways there and back and the time at the barrier of some exchanges.</summary>
    private static readonly Gen<(long Offset, (long There, long Held, long Back)[] Ways)> Exchanges = Gen.Select(
        Gen.Int[int.MinValue, int.MaxValue].Select(microseconds => microseconds * 1_000L),
        Gen.Select(Gen.Long[0, 5_000_000], Gen.Long[0, 5_000_000], Gen.Long[0, 5_000_000]).Array[1, 31]);

    [Fact]
    public void The_true_offset_lies_within_the_bound_however_unequal_the_ways_are() => SeededProperty.Holds(
        Exchanges,
        scene => Estimate(scene.Offset, scene.Ways) is var estimate && Math.Abs(estimate.OffsetNanoseconds - scene.Offset) <= estimate.BoundNanoseconds,
        cases: 1_000);

    [Fact]
    public void The_bound_is_half_the_shortest_delay_of_all_exchanges() => SeededProperty.Holds(
        Exchanges,
        scene => Estimate(scene.Offset, scene.Ways).BoundNanoseconds == (scene.Ways.Min(way => way.There + way.Back) + 1) / 2);

    [Fact]
    public void Equal_ways_give_the_exact_offset()
    {
        var estimate = Estimate(-Hour, [(900, 10, 40), (70, 500_000, 70), (3, 1, 5_000)]);

        Assert.Equal(-Hour, estimate.OffsetNanoseconds);
        Assert.Equal(70, estimate.BoundNanoseconds);
        Assert.Equal(5 * Hour, estimate.ToMember(4 * Hour));
    }

    [Fact]
    public void No_exchange_gives_no_estimate() => Assert.Throws<ArgumentException>(() => ClockOffset.Estimate("clock", []));

    [Fact]
    public void Between_two_estimates_the_true_offset_stays_within_the_bound_while_the_clocks_drift_evenly() => SeededProperty.Holds(
        Gen.Select(Exchanges, Exchanges, Gen.Int[-100_000, 100_000], Gen.Int[1, 600], Gen.Int[0, 1_000], (first, second, drift, seconds, part) => (first, second, drift, seconds, part)),
        scene =>
        {
            var length = scene.seconds * 1_000_000_000L;
            var driftOverAll = scene.drift * (long)scene.seconds;
            var before = Estimate(scene.first.Offset, scene.first.Ways) with { AtNanoseconds = 0 };
            var after = Estimate(scene.first.Offset + driftOverAll, scene.second.Ways) with { AtNanoseconds = length };
            var mapping = new ClockMapping(before, after);
            var instant = length / 1_000 * scene.part;
            var truth = instant + scene.first.Offset + ((double)driftOverAll * instant / length);
            return Math.Abs(mapping.ToBarrier(instant) - truth) <= mapping.BoundAt(instant) + 2;
        },
        cases: 500);

    [Fact]
    public void Where_a_machine_was_suspended_between_two_estimates_the_true_offset_still_stays_within_the_bound() => SeededProperty.Holds(
        Gen.Select(Exchanges, Exchanges, Gen.Int[-5_000, 5_000], Gen.Int[1, 600], Gen.Int[0, 1_000], Gen.Int[0, 1_000], (first, second, stood, seconds, when, part) => (first, second, stood, seconds, when, part)),
        scene =>
        {
            var (length, stood) = (scene.seconds * 1_000_000_000L, scene.stood * 1_000_000L);
            var before = Estimate(scene.first.Offset, scene.first.Ways) with { AtNanoseconds = 0 };
            var after = Estimate(scene.first.Offset + stood, scene.second.Ways) with { AtNanoseconds = length };
            var mapping = new ClockMapping(before, after);
            var instant = length / 1_000 * scene.part;
            var truth = instant + scene.first.Offset + (scene.part < scene.when ? 0 : stood);
            var drift = (long)(length * 1e-3) + before.BoundNanoseconds + after.BoundNanoseconds;
            return Math.Abs(stood) <= drift + before.BoundNanoseconds + after.BoundNanoseconds
                || Math.Abs(mapping.ToBarrier(instant) - truth) <= mapping.BoundAt(instant) + before.BoundNanoseconds + after.BoundNanoseconds + 2;
        },
        cases: 500);

    [Fact]
    public void Without_a_second_estimate_the_offset_is_constant_and_the_bound_grows_with_time()
    {
        var mapping = new ClockMapping(new("one", 1_000, 50, 2_000_000_000), After: null);

        Assert.Equal(3_000_001_000, mapping.ToBarrier(3_000_000_000));
        Assert.Equal(50, mapping.BoundAt(2_000_000_000));
        Assert.Equal(50 + 15_000, mapping.BoundAt(3_000_000_000));
    }

    [Fact]
    public void An_estimate_against_the_clock_of_another_barrier_is_not_used()
    {
        var before = new ClockOffset("one", 1_000, 50, 0);
        var alone = new ClockMapping(before, After: null);
        var mixed = new ClockMapping(before, new("two", -77_000_000, 5, 1_000_000));

        Assert.Equal(alone.ToBarrier(500_000), mixed.ToBarrier(500_000));
        Assert.Equal(alone.BoundAt(500_000), mixed.BoundAt(500_000));
    }

    [Fact]
    public void Outside_the_two_estimates_the_nearer_one_counts()
    {
        var mapping = new ClockMapping(new("one", 1_000, 50, 1_000_000), new("one", 1_600, 90, 2_000_000));

        Assert.Equal(1_000, mapping.ToBarrier(0));
        Assert.Equal(1_501_300, mapping.ToBarrier(1_500_000));
        Assert.Equal(3_001_600, mapping.ToBarrier(3_000_000));
        Assert.Equal([105, 90, 105], new long[] { 0, 1_500_000, 3_000_000 }.Select(mapping.BoundAt));
    }

    private static ClockOffset Estimate(long offset, (long There, long Held, long Back)[] ways)
    {
        var now = 123_456_789L;
        var exchanges = new List<ClockExchange>();
        foreach (var (there, held, back) in ways)
        {
            exchanges.Add(new(now, now + there + offset, now + there + held + offset, now + there + held + back));
            now += there + held + back + 1_000;
        }

        return ClockOffset.Estimate("clock", exchanges);
    }
}
