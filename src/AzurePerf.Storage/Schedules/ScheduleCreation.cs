using AzurePerf.Core.Ids;
using AzurePerf.Core.Schedules;

namespace AzurePerf.Storage.Schedules;

/// <summary>Stores a new schedule.</summary>
public sealed class ScheduleCreation(ScheduleStore schedules, IIdSource ids, TimeProvider time)
{
    /// <summary>Stores a schedule that was validated before. It fires from now on: never at a time before.</summary>
    /// <param name="request">What was asked for.</param>
    /// <param name="owner">Who asks.</param>
    /// <param name="idempotencyKey">The caller's key, or null. The same key and body give the same schedule.</param>
    /// <param name="body">The request as sent, to recognise a repetition.</param>
    /// <param name="cancellationToken">Ends the requests.</param>
    /// <returns>What came of it, and the id of the schedule that is meant: the new one, the earlier one, or the one that has the
    /// name.</returns>
    public async Task<(ScheduleAddition Outcome, string Id, Schedule? Schedule)> AddAsync(
        ScheduleRequest request, string owner, string? idempotencyKey, string body, CancellationToken cancellationToken)
    {
        var schedule = NewSchedule(request, owner, idempotencyKey is null ? ids.NewId() : IdOf(owner, idempotencyKey), body);
        if (idempotencyKey is not null && await schedules.FindAsync(schedule.Id, cancellationToken) is { } earlier)
        {
            return Repeat(earlier, schedule);
        }

        // One with the same id is the same request, sent twice at once.
        var stored = await schedules.ListAsync(cancellationToken).Where(entry => entry.Id != schedule.Id).ToArrayAsync(cancellationToken);
        if (stored.Length >= ScheduleLimits.Most)
        {
            return (ScheduleAddition.TooMany, schedule.Id, null);
        }

        if (stored.Count(entry => entry.Schedule?.Owner == owner) >= ScheduleLimits.MostOfOne)
        {
            return (ScheduleAddition.TooManyOfOwner, schedule.Id, null);
        }

        // Schedules of older builds have no row for their name.
        if (schedule.Name.Length > 0
            && stored.FirstOrDefault(entry => entry.Schedule?.Name == schedule.Name) is { } older)
        {
            return (ScheduleAddition.NameTaken, older.Id, null);
        }

        var (etag, holder) = schedule.Name.Length == 0
            ? ("", null)
            : await schedules.Names.TakeAsync(schedule.Name, schedule.Id, cancellationToken);
        if (etag is null)
        {
            return (ScheduleAddition.NameTaken, holder!, null);
        }

        while (!await schedules.TryAddAsync(schedule, cancellationToken))
        {
            if (await schedules.FindAsync(schedule.Id, cancellationToken) is { } faster)
            {
                return Repeat(faster, schedule);
            }
        }

        if (etag.Length > 0 && await schedules.Names.ConfirmAsync(schedule.Name, schedule.Id, etag, cancellationToken) is { } other)
        {
            await schedules.RemoveAsync(schedule.Id, cancellationToken);
            return (ScheduleAddition.NameTaken, other, null);
        }

        return (ScheduleAddition.Added, schedule.Id, schedule);
    }

    /// <summary>The schedule that the same request under the same key made before; null where there is none. A request that is not valid
    /// any more is answered with it: it may have been when it was sent first.</summary>
    /// <param name="owner">Who asks.</param>
    /// <param name="idempotencyKey">The caller's key, or null.</param>
    /// <param name="body">The request as sent.</param>
    /// <param name="cancellationToken">Ends the requests.</param>
    public async Task<Schedule?> FindRepeatedAsync(
        string owner, string? idempotencyKey, string body, CancellationToken cancellationToken) =>
        idempotencyKey is not null && await schedules.FindAsync(IdOf(owner, idempotencyKey), cancellationToken) is { } earlier
            && earlier.BodyHash == IdText.Hash(body)
            ? earlier
            : null;

    private static string IdOf(string owner, string idempotencyKey) => IdText.Hash("schedule", owner, idempotencyKey);

    private static (ScheduleAddition Outcome, string Id, Schedule? Schedule) Repeat(Schedule earlier, Schedule asked) =>
        (earlier.BodyHash == asked.BodyHash ? ScheduleAddition.Repeated : ScheduleAddition.KeyReused, earlier.Id, earlier);

    private Schedule NewSchedule(ScheduleRequest request, string owner, string id, string body)
    {
        var now = time.GetUtcNow();
        return new()
        {
            Id = id,
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
    }
}

/// <summary>What came of adding a schedule.</summary>
public enum ScheduleAddition
{
    /// <summary>A new schedule was stored.</summary>
    Added,

    /// <summary>The same request came before under this Idempotency-Key; its schedule is returned.</summary>
    Repeated,

    /// <summary>Another request came before under this Idempotency-Key; its schedule is returned, and nothing was stored.</summary>
    KeyReused,

    /// <summary>Another schedule has the name; nothing was stored.</summary>
    NameTaken,

    /// <summary>There are as many schedules as there may be; nothing was stored.</summary>
    TooMany,

    /// <summary>There are as many schedules of the owner as there may be; nothing was stored.</summary>
    TooManyOfOwner,
}
