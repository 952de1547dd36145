using AzurePerf.Testing.Time;
using AzurePerf.Worker.Tasks;
using FsCheck.Fluent;
using Xunit;

namespace AzurePerf.UnitTests.Worker.Tasks;

public sealed class BagFetchTests
{
    private readonly FakeTimeProvider _time = new();

    [Theory]
    [InlineData(0, 0, 8)]
    [InlineData(4, 0, 4)]
    [InlineData(3, 1, 4)]
    [InlineData(5, 0, 0)]
    [InlineData(8, 0, 0)]
    public void A_get_is_worth_its_request_when_half_of_the_slots_are_free(int busy, int waiting, int count) =>
        Assert.Equal(count, new BagFetch(8).CountFor(busy, waiting, _time));

    [Fact]
    public void A_single_slot_is_filled_after_it_was_free_for_a_second_and_not_sooner()
    {
        var fetch = new BagFetch(8);

        Assert.Equal(0, fetch.CountFor(7, 0, _time));
        _time.Advance(BagFetch.Patience - TimeSpan.FromMilliseconds(1));
        Assert.Equal(0, fetch.CountFor(7, 0, _time));
        _time.Advance(TimeSpan.FromMilliseconds(1));
        Assert.Equal(1, fetch.CountFor(7, 0, _time));
    }

    [Fact]
    public void The_second_counts_anew_each_time_that_all_slots_were_taken()
    {
        var fetch = new BagFetch(8);
        fetch.CountFor(7, 0, _time);
        _time.Advance(BagFetch.Patience);
        fetch.CountFor(8, 0, _time);

        Assert.Equal(0, fetch.CountFor(7, 0, _time));
    }

    [Fact]
    public void While_tasks_are_short_a_whole_get_waits_inside_the_worker()
    {
        var fetch = new BagFetch(8);
        fetch.NoteDuration(TimeSpan.FromMilliseconds(10));

        Assert.Equal(32, fetch.CountFor(8, 0, _time));
        Assert.Equal(16, fetch.CountFor(8, 16, _time));
        Assert.Equal(0, fetch.CountFor(8, 17, _time));
    }

    [Fact]
    public void While_tasks_are_long_nothing_is_kept_from_other_workers()
    {
        var fetch = new BagFetch(8);
        fetch.NoteDuration(TimeSpan.FromSeconds(60));
        fetch.CountFor(8, 0, _time);
        _time.Advance(TimeSpan.FromMinutes(1));

        Assert.Equal(0, fetch.CountFor(8, 0, _time));
    }

    [Fact]
    public void Whatever_is_under_way_a_get_asks_for_as_many_as_the_service_gives_and_no_slot_stays_free_for_more_than_a_second() => SeededProperty.Holds(
        Gen.Choose(1, 64).Zip(Gen.Choose(0, 64)).Zip(Gen.Choose(0, 64)).Zip(Gen.Choose(0, 100_000)),
        scene =>
        {
            var (((slots, busy), waiting), milliseconds) = scene;
            var fetch = new BagFetch(slots);
            fetch.NoteDuration(TimeSpan.FromMilliseconds(milliseconds));
            var first = fetch.CountFor(Math.Min(busy, slots), waiting, _time);
            _time.Advance(BagFetch.Patience);
            var later = fetch.CountFor(Math.Min(busy, slots), waiting, _time);
            return first is >= 0 and <= 32 && later is >= 0 and <= 32 && (later > 0 || Math.Min(busy, slots) + waiting >= slots);
        },
        cases: 2_000);
}
