using Azure;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Messages;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Schedules;
using AzurePerf.Core.Targets;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Runs;
using AzurePerf.Storage.Schedules;
using AzurePerf.TaskManager.Schedules;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using AzurePerf.UnitTests.Schedules;
using Microsoft.Extensions.Logging.Abstractions;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager;

/// <summary>Schedules as the TaskManager fires them. The clock starts at 2010-06-21 09:00 UTC.</summary>
public sealed class ScheduleClockTests
{
    private static readonly DateTimeOffset Ten = SampleSchedules.At("2010-06-21 10:00");
    private readonly FakeTimeProvider _time = new();
    private readonly CrashPlan _crash = new();
    private readonly InMemoryControlPlane _control;
    private readonly HashSet<(DateTimeOffset, string)> _refused = [];
    private ScheduleClock _clock;
    private int _processes;

    public ScheduleClockTests()
    {
        _control = new(_time);
        _clock = NewClock(new InterceptedRowStore(_control.Rows, (table, _, changes) =>
        {
            if (_refused.Contains((_time.GetUtcNow(), table)) && (changes || table == ControlNames.SchedulesTable))
            {
                throw new RequestFailedException(503, "The server is busy.");
            }
        }));
    }

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    private ScheduleStore Schedules => new(_control.Rows);

    private RunStore Runs => new(_control.Rows);

    [Fact]
    public async Task At_its_time_a_schedule_starts_a_run_that_links_to_it()
    {
        await AddAsync("0 10 * * *");

        await AtAsync(Ten.AddSeconds(-1));
        Assert.Empty(await RunsAsync());
        await AtAsync(Ten);

        var run = Assert.Single(await RunsAsync());
        Assert.Equal(new ScheduleLink(SampleSchedules.Id, Ten), run.Schedule);
        Assert.Equal(("tester", "blob.download", "default"), (run.Owner, run.Spec.Experiment, run.Spec.Target));
        var schedule = await StoredAsync();
        Assert.Equal((run.RunId, Ten, Ten, null), (schedule.LastRunId, schedule.LastRunAt, schedule.ConsideredUpTo, schedule.PendingAt));
        Assert.Equal(run.RunId, MessageText.ReadRunRequest(Assert.Single(_control.RunRequests.Texts))!.RunId);
    }

    [Theory]
    [InlineData("", "nightly")]
    [InlineData("its own", "its own")]
    public async Task A_run_whose_request_has_no_name_has_the_name_of_its_schedule(string name, string expected)
    {
        await AddAsync("0 10 * * *", schedule => schedule with
        {
            Request = schedule.Request.Replace("{", $$"""{"name":"{{name}}",""", StringComparison.Ordinal),
        });

        await AtAsync(Ten);

        Assert.Equal(expected, Assert.Single(await RunsAsync()).Spec.Name);
    }

    [Fact]
    public async Task A_schedule_keeps_a_tag_that_new_ones_may_not_have()
    {
        await AddAsync("0 10 * * *", schedule => schedule with
        {
            Request = schedule.Request.Replace("{", """{"tags":{"a=b":"c"},""", StringComparison.Ordinal),
        });

        await AtAsync(Ten);

        Assert.Equal("c", Assert.Single(await RunsAsync()).Spec.Tags["a=b"]);
    }

    [Fact]
    public async Task Once_the_previous_run_has_ended_it_starts_the_next_with_a_seed_of_its_own()
    {
        await AddAsync("*/30 * * * *");
        await AtAsync(Ten);
        var first = Assert.Single(await RunsAsync());
        await Runs.TryReplaceAsync(first with { Status = RunStatus.Failed }, Cancelled);

        await AtAsync(Ten.AddMinutes(30));

        var runs = await RunsAsync();
        Assert.Equal(2, runs.Length);
        Assert.Equal(2, runs.Select(run => run.Spec.Seed).Distinct().Count());
    }

    [Fact]
    public async Task After_a_stop_of_the_service_there_is_no_burst_and_what_was_missed_is_counted()
    {
        await AddAsync("*/10 * * * *");

        await AtAsync(Ten.AddMinutes(1));

        Assert.Equal(Ten, Assert.Single(await RunsAsync()).Schedule!.NominalAt);
        var schedule = await StoredAsync();
        Assert.Equal((5, Ten.AddMinutes(-10)), (schedule.Missed, schedule.MissedTimes[^1]));
    }

    [Fact]
    public async Task A_rare_firing_that_is_over_an_hour_late_starts_nothing_and_is_missed()
    {
        await AddAsync("0 10 * * *");

        await AtAsync(Ten.AddMinutes(61));

        Assert.Empty(await RunsAsync());
        Assert.Equal([Ten], (await StoredAsync()).MissedTimes);
    }

    [Fact]
    public async Task While_the_previous_run_has_not_ended_a_firing_is_skipped_with_the_reason()
    {
        await AddAsync("*/10 * * * *");
        await AtAsync(Ten);
        var first = Assert.Single(await RunsAsync());

        await AtAsync(Ten.AddMinutes(10));

        Assert.Single(await RunsAsync());
        var schedule = await StoredAsync();
        Assert.Equal((1, Ten.AddMinutes(10), $"its previous run {first.RunId} has not ended"), (schedule.Skipped, schedule.SkippedAt, schedule.SkipReason));
    }

    [Fact]
    public async Task A_run_started_by_hand_that_has_ended_makes_no_room_beside_one_that_goes_on()
    {
        await AddAsync("*/10 * * * *");
        await AtAsync(Ten);
        var first = Assert.Single(await RunsAsync());
        var byHand = first with { RunId = "handaaaaaaaaaaaaaaaa", Status = RunStatus.Cancelled };
        await Runs.TryAddAsync(byHand, Cancelled);
        await Schedules.ChangeAsync(SampleSchedules.Id, schedule => FiringDecisions.StartedByHand(schedule, byHand.RunId, Ten.AddMinutes(2)), Cancelled);

        await AtAsync(Ten.AddMinutes(10));

        Assert.Equal((byHand.RunId, $"its previous run {first.RunId} has not ended"), ((await StoredAsync()).LastRunId, (await StoredAsync()).SkipReason));
        await Runs.TryReplaceAsync((await Runs.FindAsync(first.RunId, Cancelled))! with { Status = RunStatus.Failed }, Cancelled);
        await AtAsync(Ten.AddMinutes(20));
        Assert.Equal(Ten.AddMinutes(20), (await StoredAsync()).LastRunAt);
    }

    [Fact]
    public async Task Runs_that_were_started_by_hand_and_have_ended_push_out_none_that_goes_on()
    {
        await AddAsync("*/10 * * * *");
        await AtAsync(Ten);
        var first = Assert.Single(await RunsAsync());
        for (var firing = 1; firing <= 3; firing++)
        {
            for (var number = 0; number < ScheduleLimits.EarlierRuns / 2; number++)
            {
                var byHand = first with { RunId = IdText.Hash("hand", $"{firing} {number}"), Status = RunStatus.Cancelled };
                await Runs.TryAddAsync(byHand, Cancelled);
                await Schedules.ChangeAsync(SampleSchedules.Id, schedule => FiringDecisions.StartedByHand(schedule, byHand.RunId, _time.GetUtcNow().AddSeconds(number)), Cancelled);
            }

            await AtAsync(Ten.AddMinutes(10 * firing));

            Assert.Equal($"its previous run {first.RunId} has not ended", (await StoredAsync()).SkipReason);
            Assert.Equal([first.RunId], (await StoredAsync()).EarlierRunIds);
        }
    }

    [Fact]
    public async Task However_many_runs_were_started_by_hand_since_an_older_one_that_goes_on_is_found()
    {
        await AddAsync("*/10 * * * *");
        await AtAsync(Ten);
        var first = Assert.Single(await RunsAsync());
        for (var number = 0; number < 2 * ScheduleLimits.EarlierRuns; number++)
        {
            var byHand = first with { RunId = IdText.Hash("hand", $"{number}"), Status = RunStatus.Cancelled };
            await Runs.TryAddAsync(byHand, Cancelled);
            await Schedules.ChangeAsync(SampleSchedules.Id, schedule => FiringDecisions.StartedByHand(schedule, byHand.RunId, Ten.AddSeconds(number + 1)), Cancelled);
        }

        await AtAsync(Ten.AddMinutes(10));

        Assert.Equal((1, $"its previous run {first.RunId} has not ended"), ((await StoredAsync()).Skipped, (await StoredAsync()).SkipReason));
    }

    [Fact]
    public async Task With_overlap_allowed_it_starts_another()
    {
        await AddAsync("*/10 * * * *", schedule => schedule with { Overlap = OverlapPolicy.Allow });

        await AtAsync(Ten);
        await AtAsync(Ten.AddMinutes(10));

        Assert.Equal(2, (await RunsAsync()).Length);
    }

    [Fact]
    public async Task Jitter_delays_the_run_and_not_its_nominal_time()
    {
        var added = await AddAsync("0 10 * * *", schedule => schedule with { JitterSeconds = 600 });
        var startsAt = FiringDecisions.StartOf(added, SampleSchedules.Times(added.Cron), Ten);
        Assert.InRange(startsAt, Ten.AddSeconds(2), Ten.AddSeconds(600));

        await AtAsync(startsAt.AddSeconds(-1));
        Assert.Empty(await RunsAsync());
        await AtAsync(startsAt);

        Assert.Equal(Ten, Assert.Single(await RunsAsync()).Schedule!.NominalAt);
    }

    [Fact]
    public async Task Two_task_managers_start_a_firing_once()
    {
        await AddAsync("*/10 * * * *", schedule => schedule with { Overlap = OverlapPolicy.Allow });
        var other = NewClock(_control.Rows);
        await _clock.FireDueAsync(Cancelled);
        await other.FireDueAsync(Cancelled);

        foreach (var minutes in new[] { 0, 10, 20 })
        {
            await AtAsync(Ten.AddMinutes(minutes));
            await other.FireDueAsync(Cancelled);
        }

        Assert.Equal([Ten, Ten.AddMinutes(10), Ten.AddMinutes(20)], (await RunsAsync()).Select(run => run.Schedule!.NominalAt!.Value).Order());
        Assert.Equal(5, (await StoredAsync()).Missed);
    }

    [Theory]
    [InlineData(ControlNames.SchedulesTable, 1)]
    [InlineData(ControlNames.SchedulesTable, 2)]
    [InlineData(ControlNames.RunsTable, 1)]
    public async Task Two_task_managers_that_meet_in_the_middle_of_a_firing_start_it_once(string table, int write)
    {
        await AddAsync("0 10 * * *");
        var other = NewClock(_control.Rows);
        var writes = 0;
        _clock = NewClock(new InterruptedRowStore(_control.Rows, table, async _ =>
        {
            if (++writes == write)
            {
                // It reads the schedules for the first time now, so it finds what the first one stored so far.
                await other.FireDueAsync(Cancelled);
            }

            return writes == write;
        }));

        await AtAsync(Ten);
        await AtAsync(Ten.AddSeconds(30));

        var run = Assert.Single(await RunsAsync());
        var schedule = await StoredAsync();
        Assert.Equal((run.RunId, null, 0, 0), (schedule.LastRunId, schedule.PendingAt, schedule.Missed, schedule.Skipped));
        Assert.Equal(write, writes);
    }

    [Theory]
    [InlineData(1, false)]
    [InlineData(1, true)]
    [InlineData(2, false)]
    [InlineData(2, true)]
    [InlineData(3, false)]
    [InlineData(3, true)]
    [InlineData(4, false)]
    [InlineData(4, true)]
    [InlineData(5, false)]
    [InlineData(5, true)]
    public async Task Wherever_the_process_dies_in_a_firing_the_next_one_carries_it_on(int change, bool applied)
    {
        await AddAsync("0 10 * * *");
        _crash.Arm(change, applied);

        await AtAsync(Ten);
        Assert.True(_crash.Happened);
        await AtAsync(Ten.AddSeconds(30));

        var run = Assert.Single(await RunsAsync());
        var schedule = await StoredAsync();
        Assert.Equal((run.RunId, null, 0), (schedule.LastRunId, schedule.PendingAt, schedule.Missed));
    }

    [Theory]
    [InlineData(1, true, 0, 1)]
    [InlineData(4, true, 1, 0)]
    public async Task A_firing_that_a_dead_process_left_hours_ago_is_missed_unless_its_run_was_stored(int change, bool applied, int runs, int missed)
    {
        await AddAsync("0 10 * * *");
        _crash.Arm(change, applied);
        await AtAsync(Ten);
        Assert.True(_crash.Happened);

        await AtAsync(Ten.AddHours(5));

        Assert.Equal(runs, (await RunsAsync()).Length);
        var schedule = await StoredAsync();
        Assert.Equal((missed, null), (schedule.Missed, schedule.PendingAt));
    }

    [Fact]
    public async Task A_row_that_makes_no_sense_does_not_fire_and_keeps_no_other_from_firing()
    {
        await AddAsync("0 10 * * *");
        await AddAsync("0 10 * * *", schedule => schedule with { Id = "scheduleaaaaaaaaaaab" });
        var row = (await _control.Rows.FindAsync(ControlNames.SchedulesTable, SampleSchedules.Id, "schedule", Cancelled))!;
        row["cron"] = "never";
        await _control.Rows.PutAsync(ControlNames.SchedulesTable, row, Cancelled);

        await AtAsync(Ten);

        Assert.Equal("scheduleaaaaaaaaaaab", Assert.Single(await RunsAsync()).Schedule!.ScheduleId);
    }

    [Fact]
    public async Task A_request_that_this_build_does_not_take_is_skipped_with_the_reason()
    {
        await AddAsync("0 10 * * *", schedule => schedule with { Request = """{"experiment":"blob.teleport"}""" });

        await AtAsync(Ten);

        Assert.Empty(await RunsAsync());
        Assert.StartsWith("its request is not valid any more: experiment is not in the catalogue", (await StoredAsync()).SkipReason, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_change_by_its_user_is_noticed_within_20_seconds_and_a_removed_schedule_fires_no_more()
    {
        await AddAsync("* * * * *", schedule => schedule with { Overlap = OverlapPolicy.Allow });
        await AtAsync(Ten);
        await Schedules.RemoveAsync(SampleSchedules.Id, Cancelled);

        await AtAsync(Ten.AddSeconds(20));
        await AtAsync(Ten.AddMinutes(5));

        Assert.Single(await RunsAsync());
    }

    [Fact]
    public async Task A_schedule_paused_just_before_its_time_is_not_fired()
    {
        await AddAsync("0 10 * * *");
        await AtAsync(Ten.AddSeconds(-5));
        await Schedules.ChangeAsync(SampleSchedules.Id, schedule => FiringDecisions.Enable(schedule, false, _time.GetUtcNow()), Cancelled);

        await AtAsync(Ten);

        Assert.Empty(await RunsAsync());
        Assert.Equal(0, (await StoredAsync()).Missed);
    }

    [Theory]
    [InlineData(false, 6)]
    [InlineData(false, 60)]
    [InlineData(true, 6)]
    [InlineData(true, 60)]
    public async Task A_schedule_paused_while_its_run_cannot_be_submitted_starts_none_later_also_when_it_was_resumed_before_the_next_look(bool resumed, int seconds)
    {
        await AddAsync("0 10 * * *");
        Refuse(Ten, ControlNames.RunsTable);
        await AtAsync(Ten);
        Assert.Equal(Ten, (await StoredAsync()).PendingAt);
        await PauseAsync(resumed);

        await AtAsync(Ten.AddSeconds(seconds));

        Assert.Empty(await RunsAsync());
        Assert.Equal((null, 0, 0), ((await StoredAsync()).PendingAt, (await StoredAsync()).Missed, (await StoredAsync()).Skipped));
    }

    [Fact]
    public async Task A_schedule_removed_while_its_run_cannot_be_submitted_starts_none_later()
    {
        await AddAsync("0 10 * * *");
        Refuse(Ten, ControlNames.RunsTable);
        await AtAsync(Ten);
        await Schedules.RemoveAsync(SampleSchedules.Id, Cancelled);

        await AtAsync(Ten.AddSeconds(1));

        Assert.Empty(await RunsAsync());
    }

    [Fact]
    public async Task A_run_that_cannot_be_submitted_is_tried_again_each_second_also_while_its_schedule_cannot_be_read()
    {
        await AddAsync("0 10 * * *");
        Refuse(Ten, ControlNames.RunsTable);
        await AtAsync(Ten);
        Refuse(Ten.AddSeconds(1), ControlNames.SchedulesTable);
        await AtAsync(Ten.AddSeconds(1));
        Assert.Empty(await RunsAsync());

        await AtAsync(Ten.AddSeconds(2));

        Assert.Equal(Assert.Single(await RunsAsync()).RunId, (await StoredAsync()).LastRunId);
    }

    [Fact]
    public async Task A_run_that_was_stored_before_an_upgrade_that_does_not_take_its_request_is_known_as_the_last_one()
    {
        await AddAsync("0 10 * * *");
        _crash.Arm(4, applied: true);
        await AtAsync(Ten);
        Assert.True(_crash.Happened);

        _clock = NewClock(_control.Rows, new([]));
        await AtAsync(Ten.AddSeconds(30));

        var (run, schedule) = (Assert.Single(await RunsAsync()), await StoredAsync());
        Assert.Equal((run.RunId, null, 0), (schedule.LastRunId, schedule.PendingAt, schedule.Skipped));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_run_that_was_submitted_before_its_schedule_was_paused_is_known_as_its_last(bool resumed)
    {
        await AddAsync("0 10 * * *");
        _clock = NewClock(new InterceptedRowStore(_control.Rows, (table, _, changes) =>
        {
            if (changes && table == ControlNames.SchedulesTable && _time.GetUtcNow() == Ten && _control.RunRequests.Texts.Any())
            {
                throw new RequestFailedException(503, "The server is busy.");
            }
        }));
        await AtAsync(Ten);
        await PauseAsync(resumed);

        await AtAsync(Ten.AddMinutes(1));

        var run = Assert.Single(await RunsAsync());
        Assert.Equal((null, run.RunId), ((await StoredAsync()).PendingAt, (await StoredAsync()).LastRunId));
    }

    [Fact]
    public async Task Schedules_that_are_due_at_once_are_started_in_turns_of_a_second()
    {
        for (var number = 0; number < 50; number++)
        {
            Assert.True(await Schedules.TryAddAsync(SampleSchedules.Of("0 10 * * *", _time.GetUtcNow(), id: IdText.Hash($"{number}")), Cancelled));
        }

        _clock = NewClock(new InterceptedRowStore(_control.Rows, (_, _, _) => _time.Advance(TimeSpan.FromMilliseconds(20))));
        _time.Advance(Ten - _time.GetUtcNow());
        var looks = 0;
        for (; (await RunsAsync()).Length < 50; looks++)
        {
            var began = _time.Elapsed;
            await _clock.FireDueAsync(Cancelled);
            Assert.InRange(_time.Elapsed - began, TimeSpan.FromSeconds(0.1), TimeSpan.FromSeconds(1.5));
        }

        Assert.InRange(looks, 3, 49);
    }

    [Fact]
    public async Task Schedules_that_wait_cost_one_request_in_20_seconds()
    {
        await AddAsync("0 10 1 1 *");
        var counting = new RequestCountingRows(_control.Rows, ControlNames.SchedulesTable);
        _clock = NewClock(counting);

        for (var step = 0; step < 1_000; step++)
        {
            await _clock.FireDueAsync(Cancelled);
            _time.Advance(TimeSpan.FromMilliseconds(199));
        }

        Assert.Equal(10, counting.Requests);
    }

    private async Task<Schedule> AddAsync(string cron, Func<Schedule, Schedule>? change = null)
    {
        var schedule = SampleSchedules.Of(cron, _time.GetUtcNow());
        schedule = change is null ? schedule : change(schedule);
        Assert.True(await Schedules.TryAddAsync(schedule, Cancelled));
        return schedule;
    }

    /// <summary>Moves the clock and lets the process look; another starts when it dies.</summary>
    private async Task AtAsync(DateTimeOffset instant)
    {
        _time.Advance(instant - _time.GetUtcNow());
        await _clock.FireDueAsync(Cancelled);
        if (_crash.IsDown)
        {
            _crash.Revive();
            _clock = NewClock(_control.Rows);
        }
    }

    /// <summary>At one instant storage takes nothing of a table, and of the schedules' also gives nothing.</summary>
    private void Refuse(DateTimeOffset instant, string table) => _refused.Add((instant, table));

    private ScheduleClock NewClock(IRowStore rows, ExperimentCatalogue? experiments = null)
    {
        var crashing = new CrashingRowStore(rows, _crash);
        var schedules = new ScheduleStore(crashing);
        var runs = new RunStore(crashing);
        return new(
            experiments ?? Shipped.Experiments, BuiltInTargetKinds.All, new(schedules, _time, NullLogger<ScheduleList>.Instance), schedules, runs, new(runs, Allowances.Unlimited(runs), _control.RunRequests, new SeededIdSource(++_processes), _time), new(TimeSpan.FromSeconds(20)), _time,
            NullLogger<ScheduleClock>.Instance);
    }

    /// <summary>Pauses the schedule, and resumes it some seconds later if told so; the clock looks at it neither before nor after.</summary>
    private async Task PauseAsync(bool resumed)
    {
        await Schedules.ChangeAsync(SampleSchedules.Id, schedule => FiringDecisions.Enable(schedule, false, _time.GetUtcNow()), Cancelled);
        _time.Advance(TimeSpan.FromSeconds(5));
        await Schedules.ChangeAsync(SampleSchedules.Id, schedule => FiringDecisions.Enable(schedule, resumed, _time.GetUtcNow()), Cancelled);
    }

    private async Task<Schedule> StoredAsync() => (await Schedules.FindAsync(SampleSchedules.Id, Cancelled))!;

    /// <summary>The runs that have a header; an entry that a dead process left behind is none.</summary>
    private async Task<RunState[]> RunsAsync()
    {
        var entries = await Runs.ListMonthAsync("201006", Cancelled).ToArrayAsync(Cancelled);
        var runs = await Task.WhenAll(entries.Select(entry => Runs.FindAsync(entry.RunId, Cancelled)));
        return [.. runs.OfType<RunState>().DistinctBy(run => run.RunId)];
    }
}
