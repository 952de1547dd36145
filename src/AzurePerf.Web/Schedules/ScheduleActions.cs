using System.Text;
using AzurePerf.Core.Api;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Schedules;
using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Runs;
using AzurePerf.Storage.Schedules;

namespace AzurePerf.Web.Schedules;

/// <summary>What people do with schedules; the API and the page do the same.</summary>
internal sealed class ScheduleActions(
    ScheduleStore schedules, RunStore runs, RunSubmission submission, RunSpecReader specs, TimeProvider time)
{
    /// <summary>All schedules that can be read, by name, and what is wrong with the others.</summary>
    public async Task<ScheduleListResponse> ListAsync(CancellationToken cancellationToken)
    {
        var entries = await schedules.ListAsync(cancellationToken).ToArrayAsync(cancellationToken);
        var now = time.GetUtcNow();
        return new(
            [.. entries.Select(entry => entry.Schedule).OfType<Schedule>()
                .OrderBy(schedule => schedule.Name, StringComparer.Ordinal).ThenBy(schedule => schedule.Id, StringComparer.Ordinal)
                .Select(schedule => ScheduleResponse.From(schedule, now))],
            [.. entries.Where(entry => entry.Schedule is null).Select(entry => entry.Fault)]);
    }

    /// <summary>One schedule, or null.</summary>
    public async Task<ScheduleResponse?> FindAsync(string id, CancellationToken cancellationToken) =>
        Response(await schedules.FindAsync(id, cancellationToken));

    /// <summary>Pauses or resumes a schedule; null when there is none.</summary>
    public async Task<ScheduleResponse?> EnableAsync(string id, bool enabled, CancellationToken cancellationToken) =>
        Response(
            await schedules.ChangeAsync(id, schedule => FiringDecisions.Enable(schedule, enabled, time.GetUtcNow()), cancellationToken));

    /// <summary>Removes a schedule; false when there was none.</summary>
    public Task<bool> RemoveAsync(string id, CancellationToken cancellationToken) => schedules.RemoveAsync(id, cancellationToken);

    /// <summary>Starts a run of a schedule at once, whatever its times and its previous run say; null when there is no such
    /// schedule.</summary>
    /// <param name="id">The schedule.</param>
    /// <param name="idempotencyKey">The caller's key, or null.</param>
    public async Task<RunNow?> RunNowAsync(string id, string? idempotencyKey, CancellationToken cancellationToken)
    {
        if (await schedules.FindAsync(id, cancellationToken) is not { } schedule)
        {
            return null;
        }

        // The same key for another schedule is another request, also where both say the same.
        var request = $"run-now {schedule.Id}\n{schedule.Request}";
        var reading = specs.OfStored.Read(Encoding.UTF8.GetBytes(schedule.Request));
        var ended = await EndedAsync(schedule, cancellationToken);

        // The caller may leave from here on: a run that is there and is not the schedule's last one would have another start beside it.
        var submitted = reading.Spec is { } spec
            ? await submission.SubmitAsync(
                schedule.Of(spec), schedule.Owner, idempotencyKey, request, new(schedule.Id, null), CancellationToken.None)
            : await submission.FindRepeatedAsync(schedule.Owner, idempotencyKey, request, CancellationToken.None);
        if (submitted is null)
        {
            return new(null,
                [.. reading.Faults.Select(fault => new SpecFault(fault.Path.Length == 0 ? "run" : "run." + fault.Path, fault.Message))]);
        }

        if (submitted.Outcome is SubmissionOutcome.Accepted or SubmissionOutcome.Repeated)
        {
            await schedules.ChangeAsync(
                id,
                latest => FiringDecisions.StartedByHand(
                    FiringDecisions.WithoutEarlier(latest, ended), submitted.Run.RunId, submitted.Run.SubmittedAt),
                CancellationToken.None);
        }

        return new(submitted, []);
    }

    /// <summary>Those of the schedule's earlier runs that have ended; none is asked while they are few.</summary>
    private async Task<List<string>> EndedAsync(Schedule schedule, CancellationToken cancellationToken)
    {
        var ended = new List<string>();
        foreach (var runId in schedule.EarlierRunIds.Count < ScheduleLimits.EarlierRuns ? [] : schedule.EarlierRunIds)
        {
            try
            {
                if (await runs.HasEndedAsync(runId, cancellationToken))
                {
                    ended.Add(runId);
                }
            }
            catch (CorruptRowException)
            {
                // Not over until it was ended as faulted.
            }
        }

        return ended;
    }

    private ScheduleResponse? Response(Schedule? schedule) => schedule is null ? null : ScheduleResponse.From(schedule, time.GetUtcNow());
}

/// <summary>What came of starting a schedule's run by hand.</summary>
/// <param name="Submitted">The submission; null with faults.</param>
/// <param name="Faults">Why the request of the schedule is not valid any more; empty when it is.</param>
internal sealed record RunNow(Submission? Submitted, IReadOnlyList<SpecFault> Faults);
