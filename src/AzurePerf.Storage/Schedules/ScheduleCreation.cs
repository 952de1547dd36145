using AzurePerf.Core.Ids;
using AzurePerf.Core.Schedules;
using AzurePerf.Storage.Runs;

namespace AzurePerf.Storage.Schedules;

/// <summary>Stores a new schedule.</summary>
public sealed class ScheduleCreation(ScheduleStore schedules, IIdSource ids, TimeProvider time)
{
    /// <summary>Stores a schedule that was validated before. It fires from now on: never at a time before.</summary>
    /// <param name="request">What was asked for.</param>
    /// <param name="owner">Who asks.</param>
    /// <param name="idempotencyKey">The caller's key, or null. The same key and body give the same schedule.</param>
    /// <param name="body">The request as sent, to recognise a repetition.</param>
    public async Task<(SubmissionOutcome Outcome, Schedule Schedule)> AddAsync(
        ScheduleRequest request, string owner, string? idempotencyKey, string body, CancellationToken cancellationToken)
    {
        var now = time.GetUtcNow();
        var schedule = new Schedule
        {
            Id = idempotencyKey is null ? ids.NewId() : IdText.Hash("schedule", owner, idempotencyKey),
            Name = request.Name,
            Owner = owner,
            Request = request.Run,
            BodyHash = IdText.Hash(body),
            Experiment = request.Spec.Experiment,
            Target = request.Spec.Target,
            Cron = request.Cron,
            Zone = request.Zone,
            JitterSeconds = request.JitterSeconds,
            Overlap = request.Overlap,
            Enabled = request.Enabled,
            CreatedAt = now,
            ConsideredUpTo = now,
        };
        while (!await schedules.TryAddAsync(schedule, cancellationToken))
        {
            if (await schedules.FindAsync(schedule.Id, cancellationToken) is { } earlier)
            {
                return (earlier.BodyHash == schedule.BodyHash ? SubmissionOutcome.Repeated : SubmissionOutcome.KeyReused, earlier);
            }
        }

        return (SubmissionOutcome.Accepted, schedule);
    }
}
