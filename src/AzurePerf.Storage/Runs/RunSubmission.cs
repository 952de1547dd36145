using AzurePerf.Core.Ids;
using AzurePerf.Core.Messages;
using AzurePerf.Core.Metrics;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tracing;
using AzurePerf.Storage.Programs;
using AzurePerf.Storage.Queues;

namespace AzurePerf.Storage.Runs;

/// <summary>
/// Stores a run: index entry, header, message, in this order. After a crash in between, the TaskManager's sweep finds the header by the
/// index and removes an index entry that has none.
/// </summary>
/// <param name="programs">Says which runs may run a program; null where the tasks find out.</param>
/// <param name="quotas">What people may hold; null where there is no quota.</param>
public sealed class RunSubmission(RunStore runs, RunAllowance allowance, IMessageQueue requests, IIdSource ids, TimeProvider time,
    ProgramPermission? programs = null, RunQuotas? quotas = null)
{
    /// <summary>Stores a run that was validated before.</summary>
    /// <param name="spec">What to run.</param>
    /// <param name="owner">Who submits it.</param>
    /// <param name="idempotencyKey">The caller's key, or null. The same key and request give the same run.</param>
    /// <param name="request">The request as sent, to recognise a repetition.</param>
    public Task<Submission> SubmitAsync(
        RunSpec spec, string owner, string? idempotencyKey, string request, CancellationToken cancellationToken) =>
        SubmitAsync(spec, owner, idempotencyKey, request, null, cancellationToken);

    /// <summary>Stores a run that a schedule starts.</summary>
    /// <param name="spec">What to run.</param>
    /// <param name="owner">Whose run it is.</param>
    /// <param name="idempotencyKey">The firing's id, or a caller's key, or null.</param>
    /// <param name="request">The request of the schedule.</param>
    /// <param name="schedule">The link to the schedule; null for none.</param>
    /// <param name="cancellationToken">Ends the requests.</param>
    /// <param name="origin">The run that this one is made from; null for none.</param>
    public async Task<Submission> SubmitAsync(
        RunSpec spec, string owner, string? idempotencyKey, string request, ScheduleLink? schedule, CancellationToken cancellationToken,
        RunOrigin? origin = null)
    {
        var runId = idempotencyKey is null ? ids.NewId() : RunIdOf(owner, idempotencyKey);
        var bodyHash = IdText.Hash(request);
        if (idempotencyKey is not null && await runs.FindAsync(runId, cancellationToken) is { } earlier)
        {
            return await RepeatAsync(earlier, bodyHash, cancellationToken);
        }

        using var span = EngineTrace.Begin("run.submit");
        span?.SetTag(MetricTags.RunId, runId).SetTag(MetricTags.Experiment, spec.Experiment);
        var run = NewRun(runId, spec, owner, bodyHash) with
        {
            Schedule = schedule,
            Origin = origin,
            Charge = allowance.ChargeOf(spec),
            Use = quotas is null ? null : await quotas.EstimateAsync(spec, cancellationToken),
            TraceParent = EngineTrace.Current,
        };
        if (programs is not null && await programs.FaultsAsync(spec, cancellationToken) is { Count: > 0 } refused)
        {
            return new(SubmissionOutcome.ProgramRefused, run) { Faults = refused };
        }

        if (await allowance.FaultsAsync(run, cancellationToken) is { Count: > 0 } faults)
        {
            return new(SubmissionOutcome.OverLimit, run) { Faults = faults };
        }

        if (await allowance.OpenFaultsAsync(run, cancellationToken) is { Count: > 0 } crowd)
        {
            return new(SubmissionOutcome.TooManyOpen, run) { Faults = crowd };
        }

        var look = quotas is null ? QuotaLook.OfNothing : await quotas.LookAsync(run, cancellationToken);
        if (look.Faults.Count > 0)
        {
            return new(SubmissionOutcome.OverLimit, run) { Faults = look.Faults };
        }

        await runs.PutIndexAsync(run, cancellationToken);
        if (await ConfirmAsync(run, look, cancellationToken) is { IsRefused: true } raced)
        {
            return raced;
        }

        if (!await runs.TryAddAsync(run, cancellationToken))
        {
            return await ResolveAsync(run, cancellationToken);
        }

        await NotifyAsync(runId, cancellationToken);
        await KeepEntryAsync(run, cancellationToken);
        return new(SubmissionOutcome.Accepted, run);
    }

    /// <summary>The run that the same request under the same key made before; null where there is none. A request that is not valid any
    /// more is answered with it: it may have been when it was sent first.</summary>
    /// <param name="owner">Who submits it.</param>
    /// <param name="idempotencyKey">The caller's key, or null.</param>
    /// <param name="request">The request as sent.</param>
    /// <param name="cancellationToken">Ends the requests.</param>
    public async Task<Submission?> FindRepeatedAsync(
        string owner, string? idempotencyKey, string request, CancellationToken cancellationToken) =>
        idempotencyKey is not null && await runs.FindAsync(RunIdOf(owner, idempotencyKey), cancellationToken) is { } earlier
            && earlier.BodyHash == IdText.Hash(request)
            ? await RepeatAsync(earlier, earlier.BodyHash, cancellationToken)
            : null;

    /// <summary>The run that an owner's key stands for, whether it exists or not.</summary>
    public static string RunIdOf(string owner, string idempotencyKey) => IdText.Hash(owner, idempotencyKey);

    /// <summary>Whether quotas and open runs still have room now that the entry is there for others to count. Where not the entry goes
    /// again, also where that could not be found out or who asked is gone: else it would count in their next try.</summary>
    private async Task<Submission> ConfirmAsync(RunState run, QuotaLook look, CancellationToken cancellationToken)
    {
        var hasRoom = false;
        try
        {
            var faults = quotas is null ? [] : await quotas.ConfirmAsync(run, look, cancellationToken);
            var crowd = faults.Count > 0 ? [] : await allowance.ConfirmOpenAsync(run, cancellationToken);
            hasRoom = faults.Count + crowd.Count == 0;
            return new(
                hasRoom ? SubmissionOutcome.Accepted : faults.Count > 0 ? SubmissionOutcome.OverLimit : SubmissionOutcome.TooManyOpen, run)
            {
                Faults = [.. faults, .. crowd],
            };
        }
        finally
        {
            if (!hasRoom)
            {
                await runs.DeleteIndexAsync(run.IndexKey, CancellationToken.None);
            }
        }
    }

    /// <summary>Where looking again at quotas and open runs took long, or the header was late, the sweep has removed the entry, which had
    /// no header yet.</summary>
    private async Task KeepEntryAsync(RunState run, CancellationToken cancellationToken)
    {
        if (time.GetUtcNow() - run.SubmittedAt > RunAllowance.Settling && await runs.FindAsync(run.RunId, cancellationToken) is { } stored)
        {
            await runs.PutIndexAsync(stored, cancellationToken);
        }
    }

    /// <summary>The header exists: another submission with this key was faster, or ours was stored and its answer lost, which the index key
    /// tells.</summary>
    private async Task<Submission> ResolveAsync(RunState run, CancellationToken cancellationToken)
    {
        var stored = await runs.FindAsync(run.RunId, cancellationToken)
            ?? throw new InvalidOperationException($"run {run.RunId} exists and cannot be found");
        if (stored.IndexKey != run.IndexKey)
        {
            await runs.DeleteIndexAsync(run.IndexKey, cancellationToken);
        }

        return await RepeatAsync(stored, run.BodyHash, cancellationToken);
    }

    private async Task<Submission> RepeatAsync(RunState earlier, string bodyHash, CancellationToken cancellationToken)
    {
        if (earlier.BodyHash != bodyHash)
        {
            return new(SubmissionOutcome.KeyReused, earlier);
        }

        await NotifyAsync(earlier.RunId, cancellationToken);
        return new(SubmissionOutcome.Repeated, earlier);
    }

    private RunState NewRun(string runId, RunSpec spec, string owner, string bodyHash)
    {
        var now = time.GetUtcNow();
        return new()
        {
            RunId = runId,
            Spec = spec,
            Owner = owner,
            BodyHash = bodyHash,
            IndexKey = RunIndexKey.For(runId, now),
            Status = RunStatus.Accepted,
            SubmittedAt = now,
        };
    }

    private Task NotifyAsync(string runId, CancellationToken cancellationToken) =>
        requests.PutAsync(MessageText.Write(new RunRequestMessage(RunRequestMessage.CurrentVersion, runId, EngineTrace.Current)),
            TimeSpan.Zero, cancellationToken);
}

/// <summary>What came of a submission, and the run it is about.</summary>
public sealed record Submission(SubmissionOutcome Outcome, RunState Run)
{
    /// <summary>Which limits of the operator it exceeds, or what is wrong with its program; empty unless
    /// <see cref="IsRefused"/>.</summary>
    public IReadOnlyList<SpecFault> Faults { get; init; } = [];

    /// <summary>Whether a limit of the operator, or its program, kept it from being stored.</summary>
    public bool IsRefused =>
        Outcome is SubmissionOutcome.OverLimit or SubmissionOutcome.TooManyOpen or SubmissionOutcome.ProgramRefused;
}
