using AzurePerf.Core.Schedules;
using CsCheck;
using Xunit;

namespace AzurePerf.UnitTests.Schedules;

public sealed class FiringDecisionsTests
{
    private static readonly DateTimeOffset Start = SampleSchedules.At("2026-03-14 09:00");

    [Fact]
    public void Before_its_time_nothing_is_due() => Assert.Null(Due("0 10 * * *", Start, Start.AddMinutes(59)));

    [Fact]
    public void At_its_time_it_fires()
    {
        var due = Due("0 10 * * *", Start, Start.AddHours(1))!;

        Assert.Equal((Start.AddHours(1), 0, Start.AddHours(1)), (due.Fires!.NominalAt, due.Missed, due.ConsideredUpTo));
    }

    [Fact]
    public void Of_what_came_while_nobody_was_there_only_the_newest_fires_and_the_others_are_missed()
    {
        var due = Due("*/10 * * * *", Start, Start.AddMinutes(61))!;

        Assert.Equal(Start.AddMinutes(60), due.Fires!.NominalAt);
        Assert.Equal(5, due.Missed);
        Assert.Equal([10, 20, 30, 40, 50], due.MissedTimes.Select(time => (time - Start).TotalMinutes));
    }

    [Theory]
    [InlineData(60, true)]
    [InlineData(61, false)]
    public void A_firing_of_a_rare_schedule_is_missed_when_it_is_over_an_hour_late(int minutesLate, bool fires)
    {
        var nominal = Start.AddHours(1);

        var due = Due("0 10 * * *", Start, nominal.AddMinutes(minutesLate))!;

        Assert.Equal((fires ? nominal : null, fires ? 0 : 1), (due.Fires?.NominalAt, due.Missed));
        Assert.Equal(nominal, due.ConsideredUpTo);
    }

    [Fact]
    public void All_missed_firings_are_counted_and_the_newest_ten_are_named()
    {
        var due = Due("* * * * *", Start, Start.AddDays(1))!;

        Assert.Equal((1_439, 10), (due.Missed, due.MissedTimes.Count));
        Assert.Equal(Start.AddDays(1).AddMinutes(-1), due.MissedTimes[^1]);
    }

    [Fact]
    public void What_lies_too_far_back_is_not_counted() => Assert.Equal(89, Due("0 9 * * *", Start.AddYears(-3), Start)!.Missed);

    [Fact]
    public void While_it_waits_for_its_jitter_it_does_not_fire_and_what_came_before_is_missed()
    {
        var schedule = SampleSchedules.Of("0 * * * *", Start) with { JitterSeconds = 3_600 };
        var times = SampleSchedules.Times(schedule.Cron);
        var startsAt = FiringDecisions.StartOf(schedule, times, Start.AddHours(3));
        Assert.True(startsAt > Start.AddHours(3));

        var early = FiringDecisions.Due(schedule, times, startsAt.AddSeconds(-1))!;
        Assert.Equal((null, 2, Start.AddHours(2)), (early.Fires, early.Missed, early.ConsideredUpTo));

        var considered = FiringDecisions.Decide(schedule, early, null);
        Assert.Null(FiringDecisions.Due(considered, times, startsAt.AddSeconds(-1)));
        Assert.Equal(startsAt, FiringDecisions.WakeAt(considered, times));
        Assert.Equal(Start.AddHours(3), FiringDecisions.Due(considered, times, startsAt)!.Fires!.NominalAt);
    }

    [Fact]
    public void Jitter_never_reaches_into_the_second_half_of_the_time_until_the_next_firing() =>
        SeededProperty.Holds(Gen.Int[0, 100_000], minutes =>
        {
            var schedule = SampleSchedules.Of("* * * * *", Start) with { JitterSeconds = ScheduleLimits.JitterSeconds };
            var delay = FiringDecisions.StartOf(schedule, SampleSchedules.Times(schedule.Cron), Start.AddMinutes(minutes)) - Start.AddMinutes(minutes);
            return delay >= TimeSpan.Zero && delay <= TimeSpan.FromSeconds(30);
        });

    [Fact]
    public void However_often_it_is_looked_at_every_nominal_time_is_fired_or_missed_once()
    {
        var cases = Gen.Select(
            Gen.OneOf("*/5 * * * *", "0 * * * *", "17 3 * * *", "30 2 * * *"),
            Gen.OneOf("UTC", "Europe/Berlin"),
            Gen.Int[0, 600],
            Gen.Int[1, 400].Array[60],
            (cron, zone, jitter, gaps) => (Cron: cron, Zone: zone, Jitter: jitter, Gaps: gaps));

        SeededProperty.Holds(cases, sample =>
        {
            var now = SampleSchedules.At("2026-03-25 00:00");
            var schedule = SampleSchedules.Of(sample.Cron, now, sample.Zone) with { JitterSeconds = sample.Jitter };
            var times = SampleSchedules.Times(sample.Cron, sample.Zone);
            var fired = new List<DateTimeOffset>();
            foreach (var gap in sample.Gaps)
            {
                now = now.AddMinutes(gap);
                if (FiringDecisions.Due(schedule, times, now) is { } due)
                {
                    schedule = FiringDecisions.Decide(schedule, due, null);
                    if (schedule.PendingAt is { } nominal)
                    {
                        fired.Add(nominal);
                        schedule = FiringDecisions.Started(schedule, "run");
                    }
                }
            }

            var expected = 0;
            for (var next = times.NextAfter(schedule.CreatedAt); next <= schedule.ConsideredUpTo; next = times.NextAfter(next.Value))
            {
                expected++;
            }

            return fired.Distinct().Count() == fired.Count && fired.Count + schedule.Missed == expected && fired.Count <= sample.Gaps.Length;
        });
    }

    [Fact]
    public void A_firing_that_meets_an_obstacle_is_skipped_with_its_reason_and_is_done_with()
    {
        var schedule = SampleSchedules.Of("0 10 * * *", Start);
        var due = Due(schedule.Cron, Start, Start.AddHours(1))!;

        var decided = FiringDecisions.Decide(schedule, due, "its previous run has not ended");

        Assert.Equal((1, Start.AddHours(1), "its previous run has not ended"), (decided.Skipped, decided.SkippedAt, decided.SkipReason));
        Assert.Null(decided.PendingAt);
        Assert.Null(FiringDecisions.Due(decided, SampleSchedules.Times(schedule.Cron), Start.AddHours(1)));
    }

    [Fact]
    public void A_pending_firing_becomes_the_last_run_or_is_refused_or_late()
    {
        var nominal = Start.AddHours(1);
        var pending = SampleSchedules.Of("0 10 * * *", Start) with { PendingAt = nominal };

        var started = FiringDecisions.Started(pending, "run");
        Assert.Equal((null, "run", nominal), (started.PendingAt, started.LastRunId, started.LastRunAt));
        var refused = FiringDecisions.Refused(pending, "why");
        Assert.Equal((null, 1, "why"), (refused.PendingAt, refused.Skipped, refused.SkipReason));
        var late = FiringDecisions.Late(pending);
        Assert.Equal((null, 1, nominal), (late.PendingAt, late.Missed, late.MissedTimes[^1]));
    }

    [Fact]
    public void What_comes_during_a_pause_is_neither_fired_nor_missed()
    {
        var times = SampleSchedules.Times("*/10 * * * *");
        var paused = FiringDecisions.Enable(SampleSchedules.Of("*/10 * * * *", Start), false, Start);
        Assert.Null(FiringDecisions.Due(paused, times, Start.AddHours(5)));
        Assert.Null(FiringDecisions.WakeAt(paused, times));
        Assert.Empty(FiringDecisions.NextStarts(paused, times, Start, 3));

        var resumed = FiringDecisions.Enable(paused, true, Start.AddHours(5).AddMinutes(1));

        Assert.Null(FiringDecisions.Due(resumed, times, Start.AddHours(5).AddMinutes(9)));
        var due = FiringDecisions.Due(resumed, times, Start.AddHours(5).AddMinutes(10))!;
        Assert.Equal((Start.AddHours(5).AddMinutes(10), 0), (due.Fires!.NominalAt, due.Missed));
    }

    [Fact]
    public void Resuming_what_is_not_paused_forgets_nothing() =>
        Assert.Equal(Start, FiringDecisions.Enable(SampleSchedules.Of("* * * * *", Start), true, Start.AddHours(5)).ConsideredUpTo);

    [Fact]
    public void A_run_started_by_hand_is_the_last_one_unless_a_newer_one_is()
    {
        var schedule = SampleSchedules.Of("* * * * *", Start) with { LastRunId = "old", LastRunAt = Start };

        Assert.Equal("new", FiringDecisions.StartedByHand(schedule, "new", Start.AddMinutes(1)).LastRunId);
        Assert.Equal("old", FiringDecisions.StartedByHand(schedule, "new", Start.AddMinutes(-1)).LastRunId);
    }

    [Fact]
    public void Runs_before_the_last_one_are_remembered_until_a_firing_found_that_all_have_ended()
    {
        var schedule = SampleSchedules.Of("0 10 * * *", Start) with { LastRunId = "fired", LastRunAt = Start };

        var byHand = FiringDecisions.StartedByHand(schedule, "hand", Start.AddMinutes(1));
        var late = FiringDecisions.StartedByHand(byHand, "late", Start.AddMinutes(-1));
        Assert.Equal(["fired", "late"], late.EarlierRunIds);
        Assert.Equal(late.EarlierRunIds, FiringDecisions.StartedByHand(late, "hand", Start.AddMinutes(1)).EarlierRunIds);
        Assert.Empty(FiringDecisions.StartedByHand(schedule with { Overlap = OverlapPolicy.Allow }, "hand", Start.AddMinutes(1)).EarlierRunIds);

        var due = Due(schedule.Cron, Start, Start.AddHours(1))!;
        Assert.Equal(late.EarlierRunIds, FiringDecisions.Decide(late, due, "its previous run has not ended").EarlierRunIds);
        var pending = FiringDecisions.Decide(late, due, null);
        Assert.Empty(pending.EarlierRunIds);
        // One may have been started by hand since.
        Assert.Equal(["hand"], FiringDecisions.Started(pending, "next").EarlierRunIds);
    }

    [Fact]
    public void After_the_clock_was_set_back_the_next_starts_are_those_that_come()
    {
        var schedule = SampleSchedules.Of("0 * * * *", Start.AddDays(1));

        var next = FiringDecisions.NextStarts(schedule, SampleSchedules.Times(schedule.Cron), Start, 2);

        Assert.Equal([Start.AddDays(1).AddHours(1), Start.AddDays(1).AddHours(2)], next);
    }

    [Fact]
    public void The_next_starts_begin_with_one_that_waits_for_its_jitter()
    {
        var schedule = SampleSchedules.Of("0 * * * *", Start) with { JitterSeconds = 1_800 };
        var times = SampleSchedules.Times(schedule.Cron);
        var expected = Enumerable.Range(1, 3).Select(hour => FiringDecisions.StartOf(schedule, times, Start.AddHours(hour))).ToArray();

        Assert.Equal(expected, FiringDecisions.NextStarts(schedule, times, Start, 3));
        Assert.Equal(expected, FiringDecisions.NextStarts(schedule, times, expected[0].AddSeconds(-1), 3));
        Assert.Equal(expected[1..], FiringDecisions.NextStarts(schedule, times, expected[0], 2));
    }

    private static DueFirings? Due(string cron, DateTimeOffset consideredUpTo, DateTimeOffset now) =>
        FiringDecisions.Due(SampleSchedules.Of(cron, consideredUpTo), SampleSchedules.Times(cron), now);
}
