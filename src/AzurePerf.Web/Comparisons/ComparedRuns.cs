using AzurePerf.Core.Api;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Reports.Documents;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Runs;
using AzurePerf.Web.Charts;

namespace AzurePerf.Web.Comparisons;

/// <summary>Runs compared with the first of them, as page, document and shared page show them.</summary>
/// <param name="Group">The comparisons; null where there is none.</param>
/// <param name="Charts">The runs' curves; null where nothing varies that could be an axis.</param>
/// <param name="Faults">What is wrong with the question, each once, and why a run is not compared.</param>
internal sealed record ComparedRuns(ComparedGroup? Group, ChartSet? Charts, IReadOnlyList<string> Faults)
{
    /// <summary>What is wrong with the question.</summary>
    public IReadOnlyList<SpecFault> Wrong { get; init; } = [];

    /// <summary>Why the first run that is not compared is not; null where the question is right and all are.</summary>
    public ComparisonRefusal? Refusal { get; init; }

    /// <param name="experiments">The catalogue.</param>
    /// <param name="found">At least two, the baseline first.</param>
    /// <param name="metric">As asked for; empty for the headline of the baseline.</param>
    /// <param name="margin">As asked for; empty for the usual one.</param>
    /// <param name="across">Words with commas between them; empty for nothing.</param>
    public static ComparedRuns Of(
        ExperimentCatalogue experiments, IReadOnlyList<RunResults> found, string metric, string margin, string across)
    {
        var baseline = found[0].Run;
        var experiment = found[0].Experiment;
        var (comparisons, drawn, faults) = (new List<ComparisonResponse>(), new List<RunResults> { found[0] }, new List<string>());
        var (asked, refused) = (new List<SpecFault>(), (ComparisonRefusal?)null);
        foreach (var other in found.Skip(1))
        {
            var candidate = other.Run;
            var (query, wrong) = ComparisonQuery.Read(
                experiments.MetricNames, baseline.RunId, candidate.RunId, Nothing(metric), Nothing(margin), Nothing(across));
            if (query is null)
            {
                asked.AddRange(wrong.Except(asked));
                faults.AddRange(wrong.Select(fault => fault.Clause()).Except(faults));
            }
            else if (ComparisonRefusal.Of(experiments, query, baseline, candidate) is { } refusal)
            {
                refused ??= refusal;
                faults.Add(refusal.Detail);
            }
            else
            {
                drawn.Add(other);
                comparisons.Add(RunComparison.Of(
                    found[0].Measured, other.Measured, (ComparedRunResponse.Of(baseline), ComparedRunResponse.Of(candidate)),
                    (query.Metric is { } name ? experiment!.FindMetric(name) : experiment!.Headline(baseline.Spec.Parameters))!,
                    query.Rule));
            }
        }

        if (comparisons.Count == 0)
        {
            return new(null, null, faults) { Wrong = asked, Refusal = refused };
        }

        var compared = experiment!.FindMetric(comparisons[0].Metric)!;
        var group = new ComparedGroup(experiment, compared, comparisons, [.. drawn.Select(one => one.Run.Spec)]);
        return new(group, ComparisonCharts.Of(drawn, compared, metric), faults) { Wrong = asked, Refusal = refused };
    }

    private static string? Nothing(string text) => text.Length == 0 ? null : text;
}
