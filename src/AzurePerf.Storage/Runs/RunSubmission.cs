using AzurePerf.Core.Ids;
using AzurePerf.Core.Messages;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Queues;

namespace AzurePerf.Storage.Runs;

/// <summary>
/// Stores a run: index entry, header, message, in this order. After a crash in between, the TaskManager's sweep finds the header by the index and
/// removes an index entry that has none.
/// </summary>
public sealed class RunSubmission(RunStore runs, IMessageQueue requests, IIdSource ids, TimeProvider time)
{
    /// <summary>Stores a run that was validated before.</summary>
    /// <param name="spec">What to run.</param>
    /// <param name="owner">Who submits it.</param>
    /// <param name="idempotencyKey">The caller's key, or null. The same key and request give the same run.</param>
    /// <param name="request">The request as sent, to recognise a repetition.</param>
    public async Task<Submission> SubmitAsync(RunSpec spec, string owner, string? idempotencyKey, string request, CancellationToken cancellationToken)
    {
        var runId = idempotencyKey is null ? ids.NewId() : IdText.Hash(owner, idempotencyKey);
        var bodyHash = IdText.Hash(request);
        if (idempotencyKey is not null && await runs.FindAsync(runId, cancellationToken) is { } earlier)
        {
            return await RepeatAsync(earlier, bodyHash, cancellationToken);
        }

        var run = NewRun(runId, spec, owner, bodyHash);
        await runs.PutIndexAsync(run, cancellationToken);
        if (!await runs.TryAddAsync(run, cancellationToken))
        {
            return await ResolveAsync(run, cancellationToken);
        }

        await NotifyAsync(runId, cancellationToken);
        return new(SubmissionOutcome.Accepted, run);
    }

    /// <summary>The header exists: another submission with this key was faster, or ours was stored and its answer lost, which the index key tells.</summary>
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
        requests.PutAsync(MessageText.Write(new RunRequestMessage(RunRequestMessage.CurrentVersion, runId)), TimeSpan.Zero, cancellationToken);
}
