using AzurePerf.Core.Experiments;
using AzurePerf.Core.Runs;
using AzurePerf.Web.Problems;

namespace AzurePerf.Web.Comparisons;

/// <summary>Why two runs are not compared at all.</summary>
/// <param name="Type">The kind of problem.</param>
/// <param name="Detail">What it is this time.</param>
internal sealed record ComparisonRefusal(ProblemType Type, string Detail)
{
    /// <summary>The first reason, or null when both runs ended and measured the same experiment.</summary>
    public static ComparisonRefusal? Of(ExperimentCatalogue experiments, ComparisonQuery query, RunState? baseline, RunState? candidate) =>
        OfOne("baseline", query.Baseline, baseline) ?? OfOne("candidate", query.Candidate, candidate)
            ?? OfBoth(experiments, baseline!.Spec, candidate!.Spec)
        ?? OfMetric(experiments.Find(baseline.Spec.Experiment)!, query.Metric);

    /// <summary>What is said of a run that does not exist.</summary>
    /// <param name="role">What it is to be.</param>
    /// <param name="id">As asked for.</param>
    public static string Missing(string role, string id) => $"there is no run with the id {id}, which is to be the {role}";

    private static ComparisonRefusal? OfOne(string role, string id, RunState? run) =>
        run is null ? new(ProblemTypes.NotFound, Missing(role, id))
        : run.Status.IsTerminal() ? null
        : new(ProblemTypes.RunNotEnded, $"the {role} {id} is {run.Status.Words()}: what it measured so far is a part of it");

    private static ComparisonRefusal? OfBoth(ExperimentCatalogue experiments, RunSpec baseline, RunSpec candidate) =>
        baseline.Experiment != candidate.Experiment
            ? new(ProblemTypes.NothingToCompare,
                $"the baseline is a run of {baseline.Experiment}, the candidate one of {candidate.Experiment}")
        : experiments.FindMeasuring(baseline.Experiment) is null
            ? new(ProblemTypes.NothingToCompare, $"runs of {baseline.Experiment} measure no points")
        : null;

    private static ComparisonRefusal? OfMetric(ExperimentDefinition experiment, string? metric) =>
        metric is null || experiment.FindMetric(metric) is not null
        ? null
        : new(ProblemTypes.NothingToCompare,
            $"runs of {experiment.Id} have no {metric}: they have {string.Join(", ", experiment.Metrics.Select(one => one.Name))}");
}
