using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Criteria;
using AzurePerf.Core.Runs;

namespace AzurePerf.Cli.Runs;

/// <summary>What a pipeline is told by a followed run that has criteria: they alone decide, except that a run which did not complete never
/// passes.</summary>
/// <param name="AllowsUndecided">True where a criterion passes that cannot be told.</param>
internal sealed record CriteriaGate(bool AllowsUndecided)
{
    /// <summary>The exit code, the sentence for a person who does not see the summary, and what can be done about the code; null for a run
    /// without criteria.</summary>
    /// <param name="run">The run, at its end.</param>
    /// <param name="report">How it stands to its criteria; null where it has none, or its host says nothing of them.</param>
    public (int Code, string Sentence, string Hint)? Judge(RunResponse run, CriteriaReport? report)
    {
        if (run.Spec.FailIf is not { Count: > 0 })
        {
            return null;
        }

        var sentence = report?.Sentence ?? "Cannot tell: the host does not say how the run stands to its criteria.";
        var code = report?.Verdict switch
        {
            CriteriaVerdict.Missed => ExitCode.Missed,
            _ when !run.Status.IsCompleted() => ExitCode.Failure,
            CriteriaVerdict.Met => ExitCode.Ok,
            _ => AllowsUndecided ? ExitCode.Ok : ExitCode.Failure,
        };
        return (code, sentence, code == ExitCode.Failure && run.Status.IsCompleted()
            ? "A criterion cannot be told, and the exit code says so; --allow-undecided lets it pass"
            : "");
    }
}
