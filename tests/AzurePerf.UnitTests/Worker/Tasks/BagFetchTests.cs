using AzurePerf.Core.Messages;
using AzurePerf.Testing.Time;
using AzurePerf.Worker.Tasks;
using CsCheck;
using Xunit;

namespace AzurePerf.UnitTests.Worker.Tasks;

public sealed class BagFetchTests
{
    private static readonly TaskMessage First = new(TaskMessage.CurrentVersion, "run-1", 0, "00", 0, 1, "");
    private static readonly TaskMessage Second = First with { Stage = 1 };

    private readonly FakeTimeProvider _time = new();
    private readonly BagFetch _fetch = new(8);

    [Theory]
    [InlineData(0, 0, 8)]
    [InlineData(4, 0, 4)]
    [InlineData(3, 1, 4)]
    [InlineData(5, 0, 0)]
    [InlineData(8, 0, 0)]
    public void A_get_is_worth_its_request_when_half_of_the_slots_are_free(int busy, int waiting, int count) =>
        Assert.Equal(count, _fetch.CountFor(Running(busy), waiting, _time));

    [Fact]
    public void A_single_slot_is_filled_after_it_was_free_for_a_second_and_not_sooner()
    {
        Assert.Equal(0, _fetch.CountFor(Running(7), 0, _time));
        _time.Advance(BagFetch.Patience - TimeSpan.FromMilliseconds(1));
        Assert.Equal(0, _fetch.CountFor(Running(7), 0, _time));
        _time.Advance(TimeSpan.FromMilliseconds(1));
        Assert.Equal(1, _fetch.CountFor(Running(7), 0, _time));
    }

    [Fact]
    public void The_second_counts_anew_each_time_that_all_slots_were_taken()
    {
        _fetch.CountFor(Running(7), 0, _time);
        _time.Advance(BagFetch.Patience);
        _fetch.CountFor(Running(8), 0, _time);

        Assert.Equal(0, _fetch.CountFor(Running(7), 0, _time));
    }

    [Fact]
    public void While_tasks_are_short_a_whole_get_waits_inside_the_worker()
    {
        NoteEnded(First, 0.01);

        Assert.Equal(32, _fetch.CountFor(Running(8), 0, _time));
        Assert.Equal(16, _fetch.CountFor(Running(8), 16, _time));
        Assert.Equal(0, _fetch.CountFor(Running(8), 17, _time));
    }

    [Fact]
    public void While_tasks_are_long_nothing_is_kept_from_other_workers()
    {
        NoteEnded(First, 60);
        _fetch.CountFor(Running(8), 0, _time);
        _time.Advance(TimeSpan.FromMinutes(1));

        Assert.Equal(0, _fetch.CountFor(Running(8), 0, _time));
    }

    [Fact]
    public void Short_tasks_of_one_stage_say_nothing_about_the_next_stage()
    {
        NoteEnded(First, 0.01);
        _fetch.NoteGot([Second]);

        Assert.Equal(0, _fetch.CountFor(Running(8), 0, _time));
    }

    [Fact]
    public void Short_tasks_of_one_run_say_nothing_about_the_same_stage_of_another()
    {
        NoteEnded(First, 0.01);
        _fetch.NoteGot([First with { RunId = "run-2" }]);

        Assert.Equal(0, _fetch.CountFor(Running(8), 0, _time));
    }

    [Fact]
    public void A_late_end_of_a_stage_that_is_over_does_not_count_for_the_next()
    {
        _fetch.NoteGot([Second]);
        _fetch.NoteDuration(StageKey.Of(First), TimeSpan.FromSeconds(0.01));

        Assert.Equal(0, _fetch.CountFor(Running(8), 0, _time));
    }

    [Fact]
    public void Where_messages_of_two_stages_come_together_the_slower_counts()
    {
        NoteEnded(First, 0.01);
        _fetch.NoteGot([First, Second]);
        Assert.Equal(0, _fetch.CountFor(Running(8), 0, _time));
        _fetch.NoteDuration(StageKey.Of(Second), TimeSpan.FromSeconds(60));
        Assert.Equal(0, _fetch.CountFor(Running(8), 0, _time));

        _fetch.NoteGot([First]);

        Assert.Equal(32, _fetch.CountFor(Running(8), 0, _time));
    }

    [Fact]
    public void An_empty_get_forgets_nothing()
    {
        NoteEnded(First, 0.01);
        _fetch.NoteGot([]);

        Assert.Equal(32, _fetch.CountFor(Running(8), 0, _time));
    }

    [Fact]
    public void Tasks_that_already_take_longer_than_those_before_them_keep_nothing_from_other_workers()
    {
        NoteEnded(First, 0.01);

        Assert.Equal(0, _fetch.CountFor(Running(8, seconds: 25), 0, _time));
    }

    [Fact]
    public void One_slow_task_among_short_ones_costs_only_its_own_slot()
    {
        NoteEnded(First, 0.01);

        Assert.Equal(32, _fetch.CountFor([TimeSpan.FromMinutes(1), .. Running(7)], 0, _time));
    }

    [Fact]
    public void After_messages_waited_too_long_none_are_got_ahead_until_a_task_has_ended()
    {
        NoteEnded(First, 0.01);

        _fetch.NoteTooMany();
        Assert.Equal(0, _fetch.CountFor(Running(8), 0, _time));

        NoteEnded(First, 0.01);
        Assert.Equal(32, _fetch.CountFor(Running(8), 0, _time));
    }

    [Fact]
    public void Whatever_is_under_way_a_get_asks_for_as_many_as_the_service_gives_and_no_slot_stays_free_for_more_than_a_second() => SeededProperty.Holds(
        Gen.Select(Gen.Int[1, 64], Gen.Int[0, 64], Gen.Int[0, 64], Gen.Int[0, 100_000], Gen.Int[0, 100_000]),
        scene =>
        {
            var (slots, busy, waiting, milliseconds, elapsed) = scene;
            var running = Running(Math.Min(busy, slots), elapsed / 1_000.0);
            var fetch = new BagFetch(slots);
            fetch.NoteGot([First]);
            fetch.NoteDuration(StageKey.Of(First), TimeSpan.FromMilliseconds(milliseconds));
            var first = fetch.CountFor(running, waiting, _time);
            _time.Advance(BagFetch.Patience);
            var later = fetch.CountFor(running, waiting, _time);
            return first is >= 0 and <= 32 && later is >= 0 and <= 32 && (later > 0 || running.Length + waiting >= slots);
        },
        cases: 2_000);

    private static TimeSpan[] Running(int slots, double seconds = 0) => [.. Enumerable.Repeat(TimeSpan.FromSeconds(seconds), slots)];

    private void NoteEnded(TaskMessage message, double seconds)
    {
        _fetch.NoteGot([message]);
        _fetch.NoteDuration(StageKey.Of(message), TimeSpan.FromSeconds(seconds));
    }
}
