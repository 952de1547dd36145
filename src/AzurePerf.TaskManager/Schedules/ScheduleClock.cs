using System.Text;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Schedules;
using AzurePerf.Core.Targets;
using AzurePerf.Core.Texts;
using AzurePerf.Core.Workers;
using AzurePerf.Hosting.Lifetime;
using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Runs;
using AzurePerf.Storage.Schedules;

namespace AzurePerf.TaskManager.Schedules;

/// <summary>
/// Starts the runs of schedules. What is decided about a firing is stored before anything is done about it, and its run is submitted under
/// the firing's id: a process that ends in between is carried on by the next, and two processes start a firing once.
/// </summary>
internal sealed partial class ScheduleClock(
    ExperimentCatalogue experiments, IEnumerable<TargetKind> kinds, ScheduleList list, ScheduleStore schedules, RunStore runs,
    RunSubmission submission, EngineTimes times, TimeProvider time, ILogger<ScheduleClock> logger)
{
    private static readonly TimeSpan LookInterval = TimeSpan.FromSeconds(1);

    private long? _lookedAt;
    private string _latest = "";

    /// <summary>Starts what is due, as far as a turn goes; the next look goes on with the others. May be called as often as one likes: it
    /// looks once a second at most.</summary>
    public async Task FireDueAsync(CancellationToken cancellationToken)
    {
        if (_lookedAt is { } lookedAt && time.GetElapsedTime(lookedAt) < LookInterval)
        {
            return;
        }

        var began = time.GetTimestamp();
        _lookedAt = began;
        var due = await list.DueAsync(cancellationToken);
        foreach (var watched in due.OrderBy(watched => string.CompareOrdinal(watched.Schedule.Id, _latest) <= 0))
        {
            _latest = watched.Schedule.Id;
            await FireAsync(watched, cancellationToken);
            if (time.GetElapsedTime(began) >= times.Turn)
            {
                return;
            }
        }
    }

    private async Task FireAsync(TrackedSchedule watched, CancellationToken cancellationToken)
    {
        try
        {
            // What is remembered may be some seconds old. A decision is stored on condition that nobody changed the schedule; one that was
            // made before is looked up.
            var decided = watched.Schedule.PendingAt is null
                ? await DecideAsync(watched, cancellationToken)
                : await list.RenewAsync(watched.Schedule.Id, cancellationToken);
            if (decided?.Schedule.PendingAt is { } nominal)
            {
                await StartAsync(decided, new(decided.Schedule.Id, nominal), cancellationToken);
            }
        }
        catch (CorruptRowException corrupt)
        {
            // The others go on; this one is looked at again with the next read of the list.
            LogCorrupt(watched.Schedule.Id, corrupt.Message);
        }
        catch (Exception exception) when (!ProcessFault.Is(exception, cancellationToken))
        {
            LogFault(watched.Schedule.Id, exception);
        }
    }

    /// <summary>Decides about what is due and stores that; null when nothing is due, or when somebody else changed the schedule
    /// meanwhile.</summary>
    private async Task<TrackedSchedule?> DecideAsync(TrackedSchedule watched, CancellationToken cancellationToken)
    {
        var schedule = watched.Schedule;
        if (FiringDecisions.Due(schedule, watched.Times, time.GetUtcNow()) is not { } due)
        {
            list.Keep(watched.With(schedule));
            return null;
        }

        string? obstacle = null;
        if (due.Fires is not null)
        {
            var open = await OpenRunsAsync(schedule, cancellationToken);
            obstacle = open.FirstOrDefault().Reason;

            // Those that have ended need not be asked again.
            schedule = schedule with { EarlierRunIds = [.. schedule.EarlierRunIds.Where(id => open.Any(run => run.RunId == id))] };
        }

        if (await StoreAsync(watched, FiringDecisions.Decide(schedule, due, obstacle), cancellationToken) is not { } stored)
        {
            return null;
        }

        if (due.Missed > 0)
        {
            LogMissed(schedule.Id, due.Missed, string.Join(", ", due.MissedTimes.Select(NumberFormat.Instant)));
        }

        if (due.Fires is { } firing && obstacle is not null)
        {
            LogSkipped(schedule.Id, NumberFormat.Instant(firing.NominalAt), obstacle);
        }

        return stored;
    }

    /// <summary>The runs for which the schedule may not start one now, newest first, each with the reason.</summary>
    private async Task<List<(string RunId, string Reason)>> OpenRunsAsync(Schedule schedule, CancellationToken cancellationToken)
    {
        var open = new List<(string RunId, string Reason)>();
        if (schedule.Overlap == OverlapPolicy.Allow || schedule.LastRunId.Length == 0)
        {
            return open;
        }

        foreach (var runId in schedule.EarlierRunIds.Append(schedule.LastRunId).Reverse())
        {
            try
            {
                if (!await runs.HasEndedAsync(runId, cancellationToken))
                {
                    open.Add((runId, $"its previous run {runId} has not ended"));
                }
            }
            catch (CorruptRowException)
            {
                // Such a run is not over until it was ended as faulted, which happens soon.
                open.Add((runId, $"its previous run {runId} cannot be read"));
            }
        }

        return open;
    }

    private async Task StartAsync(TrackedSchedule watched, Firing firing, CancellationToken cancellationToken)
    {
        var schedule = watched.Schedule;
        var nominal = NumberFormat.Instant(firing.NominalAt);
        if (FiringDecisions.IsPaused(schedule, firing) && !await HasRunAsync(schedule, firing, cancellationToken))
        {
            await StoreAsync(watched, FiringDecisions.Withdrawn(schedule), cancellationToken);
            return;
        }

        if (await IsTooLateAsync(watched, firing, cancellationToken))
        {
            if (await StoreAsync(watched, FiringDecisions.Late(schedule), cancellationToken) is not null)
            {
                LogMissed(schedule.Id, 1, nominal);
            }

            return;
        }

        // Which targets there are is Web's business; a worker that does not have this one says so in the run.
        var reading = new RunSpecReader(experiments, TargetList.OfEarlier(schedule.Target, kinds), new SeededIdSource(firing.Seed))
            .OfStored.Read(Encoding.UTF8.GetBytes(schedule.Request));
        var submitted = reading.Spec is { } spec
            ? await submission.SubmitAsync(
                schedule.Of(spec), schedule.Owner, firing.Id, schedule.Request, firing.Link, cancellationToken)
            : await submission.FindRepeatedAsync(schedule.Owner, firing.Id, schedule.Request, cancellationToken);
        if (submitted is null)
        {
            var faults = string.Join("; ", reading.Faults.Select(fault => $"{fault.Path} {fault.Message}"));
            await RefuseAsync(watched, nominal, "its request is not valid any more: " + faults, cancellationToken);
            return;
        }

        if (submitted.IsRefused)
        {
            await RefuseAsync(
                watched, nominal, string.Join("; ", submitted.Faults.Select(fault => $"{fault.Path}: {fault.Message}")), cancellationToken);
            return;
        }

        if (await StoreAsync(watched, FiringDecisions.Started(schedule, submitted.Run.RunId), cancellationToken) is not null)
        {
            LogStarted(schedule.Id, submitted.Run.RunId, nominal);
        }
    }

    private async Task RefuseAsync(TrackedSchedule watched, string nominal, string reason, CancellationToken cancellationToken)
    {
        if (await StoreAsync(watched, FiringDecisions.Refused(watched.Schedule, reason), cancellationToken) is not null)
        {
            LogSkipped(watched.Schedule.Id, nominal, reason);
        }
    }

    /// <summary>A firing that another process decided on long ago and did not start; one whose run was stored in time is not
    /// late.</summary>
    private async Task<bool> IsTooLateAsync(TrackedSchedule watched, Firing firing, CancellationToken cancellationToken) =>
        FiringDecisions.IsTooLate(FiringDecisions.StartOf(watched.Schedule, watched.Times, firing.NominalAt), time.GetUtcNow())
        && !await HasRunAsync(watched.Schedule, firing, cancellationToken);

    private Task<bool> HasRunAsync(Schedule schedule, Firing firing, CancellationToken cancellationToken) =>
        runs.ExistsAsync(RunSubmission.RunIdOf(schedule.Owner, firing.Id), cancellationToken);

    /// <summary>Stores a schedule; null when somebody changed it meanwhile: then it was read again.</summary>
    private async Task<TrackedSchedule?> StoreAsync(TrackedSchedule watched, Schedule changed, CancellationToken cancellationToken)
    {
        if (await schedules.TryReplaceAsync(changed, cancellationToken) is not { } stored)
        {
            await list.RenewAsync(changed.Id, cancellationToken);
            return null;
        }

        var kept = watched.With(stored);
        list.Keep(kept);
        return kept;
    }

    [LoggerMessage(Level = LogLevel.Information, Message = "Schedule {ScheduleId} started run {RunId} for {Nominal}")]
    private partial void LogStarted(string scheduleId, string runId, string nominal);

    [LoggerMessage(Level = LogLevel.Warning, Message = "Schedule {ScheduleId} skipped {Nominal}: {Reason}")]
    private partial void LogSkipped(string scheduleId, string nominal, string reason);

    [LoggerMessage(Level = LogLevel.Warning,
        Message = "Schedule {ScheduleId} missed {Count} firings, the newest at {Times}: nobody was there to start them in time")]
    private partial void LogMissed(string scheduleId, int count, string times);

    [LoggerMessage(
        Level = LogLevel.Warning, Message = "Schedule {ScheduleId} could not be looked after, which is tried again; the others go on")]
    private partial void LogFault(string scheduleId, Exception exception);

    [LoggerMessage(Level = LogLevel.Error, Message = "Schedule {ScheduleId} cannot fire: {Reason}")]
    private partial void LogCorrupt(string scheduleId, string reason);
}
