using AzurePerf.Core.Experiments;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Runs;

namespace AzurePerf.Web.Runs.Resubmit;

/// <summary>Submits runs that are made from an earlier one by a button.</summary>
internal sealed class ResubmittedRuns(ExperimentCatalogue experiments, Resubmission again, PointStore points, RunSubmission submission)
{
    private static readonly byte[] NewSeed = """{"seed": "new"}"""u8.ToArray();

    /// <summary>The same run once more.</summary>
    /// <param name="run">The earlier run.</param>
    /// <param name="owner">Whose run the new one is.</param>
    /// <param name="key">Of the form, so that sending it twice starts one run; null for none.</param>
    /// <param name="newSeed">False for the same order and the same content.</param>
    /// <param name="cancellationToken">Ends the requests.</param>
    public Task<ResubmittedRun> RerunAsync(RunState run, string owner, string? key, bool newSeed, CancellationToken cancellationToken) =>
        SubmitAsync(again.Rerun(run.Spec, newSeed ? NewSeed : ReadOnlyMemory<byte>.Empty), new(RunOriginKind.Rerun, run.RunId), owner, key,
            cancellationToken);

    /// <summary>What an ended run has no result of.</summary>
    public async Task<ResubmittedRun> RetryAsync(RunState run, string owner, string? key, CancellationToken cancellationToken)
    {
        var missing = await MissingAsync(run, cancellationToken);
        return missing.Count == 0
            ? new(null, [new("", "has no point without a result that could be measured later")])
            : await SubmitAsync(again.Retry(run.Spec, missing), new(RunOriginKind.Retry, run.RunId), owner, key, cancellationToken);
    }

    /// <summary>Points that a retry would measure; none for a run that is open.</summary>
    public async Task<IReadOnlyList<int>> MissingAsync(RunState run, CancellationToken cancellationToken) =>
        run.Status.IsTerminal() && RunRetry.TakesPart(experiments.Find(run.Spec.Experiment), run.Spec)
            ? RunRetry.Missing(run, await points.ListAsync(run.RunId, cancellationToken).ToArrayAsync(cancellationToken))
            : [];

    private async Task<ResubmittedRun> SubmitAsync(
        RunSpecResult reading, RunOrigin origin, string owner, string? key, CancellationToken cancellationToken)
    {
        if (reading.Spec is not { } spec)
        {
            return new(null, reading.Faults);
        }

        // A page opened once gives one key to all its buttons.
        var submitted = await submission.SubmitAsync(
            spec, owner, key is null ? null : $"{origin.Kind}-{key}", $"{origin.Kind} {origin.RunId}", null, cancellationToken, origin);
        return submitted.IsRefused ? new(null, submitted.Faults) : new(submitted.Run, []);
    }
}

/// <summary>What came of making a run from an earlier one.</summary>
/// <param name="Submitted">The new run; null where there is none.</param>
/// <param name="Faults">Why not.</param>
internal sealed record ResubmittedRun(RunState? Submitted, IReadOnlyList<SpecFault> Faults);
