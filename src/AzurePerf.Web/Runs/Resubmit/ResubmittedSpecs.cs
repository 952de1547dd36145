using AzurePerf.Core.Experiments;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Runs;
using AzurePerf.Web.Problems;
using Microsoft.AspNetCore.Http.HttpResults;

namespace AzurePerf.Web.Runs.Resubmit;

/// <summary>Makes the spec that a request for a run like an earlier one asks for, or the answer that says why there is none.</summary>
internal sealed class ResubmittedSpecs(ExperimentCatalogue experiments, Resubmission again, RunStore runs, PointStore points)
{
    /// <param name="context">The request.</param>
    /// <param name="id">The earlier run.</param>
    /// <param name="kind">How the new run is made from it.</param>
    /// <param name="body">What is different.</param>
    public async Task<(RunSpec? Spec, ProblemHttpResult? Problem)> ReadAsync(
        HttpContext context, string id, RunOriginKind kind, ReadOnlyMemory<byte> body)
    {
        if (!IdText.IsValid(id) || await runs.FindAsync(id, context.RequestAborted) is not { } run)
        {
            return (null, RunsApi.NoSuchRun(context));
        }

        return kind switch
        {
            RunOriginKind.Clone => Answer(context, again.Clone(run.Spec, body)),
            RunOriginKind.Rerun => Answer(context, again.Rerun(run.Spec, body)),
            _ when Resubmission.FaultOfRetry(body) is { } fault => (null, ApiProblem.From(context, ProblemTypes.InvalidRun, [fault])),
            _ => await ReadRetryAsync(context, run),
        };
    }

    private async Task<(RunSpec? Spec, ProblemHttpResult? Problem)> ReadRetryAsync(HttpContext context, RunState run)
    {
        if (!run.Status.IsTerminal())
        {
            return (null, ApiProblem.From(context, ProblemTypes.RunNotEnded));
        }

        if (!RunRetry.TakesPart(experiments.Find(run.Spec.Experiment), run.Spec))
        {
            return (null,
                ApiProblem.From(context, ProblemTypes.NothingToRetry,
                    "points of a series belong to their time and tasks of a bag are repeated while it runs: rerun the whole run"));
        }

        var missing = RunRetry.Missing(run, await points.ListAsync(run.RunId, context.RequestAborted).ToArrayAsync(context.RequestAborted));
        return missing.Count == 0
            ? (null, ApiProblem.From(context, ProblemTypes.NothingToRetry))
            : Answer(context, again.Retry(run.Spec, missing));
    }

    private static (RunSpec? Spec, ProblemHttpResult? Problem) Answer(HttpContext context, RunSpecResult reading) =>
        reading.Spec is { } spec ? (spec, null) : (null, ApiProblem.From(context, ProblemTypes.InvalidRun, reading.Faults));
}
