using AzurePerf.Core.Schedules;
using CsCheck;
using Xunit;

namespace AzurePerf.UnitTests.Schedules;

public sealed class FiringTests
{
    private static readonly DateTimeOffset Then = SampleSchedules.At("2026-02-14 09:30");

    [Fact]
    public void Its_id_is_schedule_and_nominal_time_whatever_the_offset() =>
        Assert.Equal(
            ["schedule scheduleaaaaaaaaaaaa 2026-02-14T09:30:00Z", "schedule scheduleaaaaaaaaaaaa 2026-02-14T09:30:00Z"],
            [new Firing(SampleSchedules.Id, Then).Id, new Firing(SampleSchedules.Id, Then.ToOffset(TimeSpan.FromHours(5))).Id]);

    [Fact]
    public void Jitter_stays_in_its_range_and_is_the_same_in_every_process() =>
        SeededProperty.Holds(
            Gen.Select(Gen.Int[0, 5_000_000], Gen.Int[0, 86_400], (minutes, spread) => (At: Then.AddMinutes(minutes), Spread: TimeSpan.FromSeconds(spread))),
            sample =>
            {
                var delay = new Firing(SampleSchedules.Id, sample.At).DelayWithin(sample.Spread);
                return delay >= TimeSpan.Zero && delay <= sample.Spread && delay == new Firing(SampleSchedules.Id, sample.At).DelayWithin(sample.Spread);
            },
            cases: 1_000);

    [Fact]
    public void Jitter_and_seed_of_a_firing_never_change()
    {
        var firing = new Firing(SampleSchedules.Id, Then);

        // From SHA-256 by another program: its first 4 bytes modulo 601, its second 4 without the sign bit.
        Assert.Equal((234, 778_264_373), (firing.DelayWithin(TimeSpan.FromMinutes(10)).TotalSeconds, firing.Seed));
    }

    [Fact]
    public void Jitter_is_spread_over_its_whole_range()
    {
        var delays = Enumerable.Range(0, 10_000).Select(day => (int)new Firing(SampleSchedules.Id, Then.AddDays(day)).DelayWithin(TimeSpan.FromSeconds(9)).TotalSeconds).ToArray();

        var counts = delays.CountBy(delay => delay).OrderBy(pair => pair.Key).ToArray();
        Assert.Equal(Enumerable.Range(0, 10), counts.Select(pair => pair.Key));
        // Five standard deviations of 10,000 draws of one in ten.
        Assert.All(counts, pair => Assert.InRange(pair.Value, 850, 1_150));
    }

    [Fact]
    public void Seeds_of_firings_differ_and_are_not_negative()
    {
        var seeds = Enumerable.Range(0, 1_000).Select(day => new Firing(SampleSchedules.Id, Then.AddDays(day)).Seed).ToArray();

        Assert.Equal(seeds.Length, seeds.Distinct().Count());
        Assert.All(seeds, seed => Assert.True(seed >= 0));
    }
}
