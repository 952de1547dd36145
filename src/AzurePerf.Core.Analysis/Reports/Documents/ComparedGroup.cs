using AzurePerf.Core.Api;
using AzurePerf.Core.Criteria;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Results;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Sections;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Reports.Documents;

/// <summary>Runs compared with one baseline by one metric, in the words that page and document share.</summary>
/// <param name="Experiment">Of all of them.</param>
/// <param name="Metric">What is compared.</param>
/// <param name="Comparisons">At least one, in the order in which the runs were named.</param>
/// <param name="Specs">What each run asked for, the baseline first.</param>
public sealed record ComparedGroup(
    ExperimentDefinition Experiment, Metric Metric, IReadOnlyList<ComparisonResponse> Comparisons, IReadOnlyList<RunSpec> Specs)
{
    /// <summary>The baseline, then the others.</summary>
    public IReadOnlyList<ComparedRunResponse> Runs { get; } =
        [Comparisons[0].Baseline, .. Comparisons.Select(comparison => comparison.Candidate)];

    /// <summary>"“after the change” against “before”", or with more runs "3 runs against “before”".</summary>
    public string Title =>
        (Comparisons.Count == 1 ? $"“{Comparisons[0].Candidate.Title}”" : NumberFormat.Counted(Comparisons.Count, "run"))
            + $" against “{Comparisons[0].Baseline.Title}”";

    /// <summary>What the runs are, in one line: experiment, targets, metric, margin, and of each when, whose and which tags.</summary>
    public string Facts
    {
        get
        {
            var first = Comparisons[0];
            var targets = Runs.Select(run => run.Target).Distinct().ToArray();
            return string.Join(" · ",
            [
                first.Experiment,
                (targets.Length == 1 ? "target " : "targets ") + string.Join(", ", targets),
                $"{Metric.Label}, {(first.HigherIsBetter ? "higher" : "lower")} is better",
                $"changes up to {NumberFormat.Percent(first.Margin)} ignored",
                .. Runs.Select((run, index) =>
                    $"{(index == 0 ? "baseline" : run.Title)}: {NumberFormat.Minute(run.SubmittedAt)} by {run.Owner}{TagsOf(run)}"
                        + (CriteriaText.Mark(run.Criteria) is { Length: > 0 } mark ? $", {mark}" : "")),
            ]);
        }
    }

    /// <summary>What must be known before a verdict is believed, each sentence once with the runs of which it is true.</summary>
    public IEnumerable<(string Caution, IEnumerable<ComparedRunResponse> Candidates)> Cautions => Comparisons
        .SelectMany(comparison => comparison.Cautions, (comparison, caution) => (comparison.Candidate, Caution: caution))
        .GroupBy(one => one.Caution)
        .Select(same => (same.Key, same.Select(one => one.Candidate)));

    /// <summary>How the probabilities behind the verdicts are adjusted: a sentence, or one for each way with its runs; empty where there is
    /// nothing to adjust.</summary>
    public string Adjustments
    {
        get
        {
            var ways = Comparisons.Where(comparison => comparison.Points.Count > 0)
                .GroupBy(comparison => ComparisonText.Of(comparison.Adjustment), comparison => comparison.Candidate).ToArray();
            return string.Join(' ', ways.Where(way => way.Key.Length > 0)
                .Select(way => $"Probabilities {(ways.Length > 1 ? $"of {NamesOf(way)} " : "")}are {way.Key}."));
        }
    }

    /// <summary>What the experiment itself says of each run and the baseline; with several runs it says of which. What it says of all
    /// numbers stands there once.</summary>
    public IReadOnlyList<ReportSection> Sections =>
    [
        .. Comparisons.Index().SelectMany(one => one.Item.Sections.Where(section => section.Id != DisclaimerSection.Id)
            .Select(section => Comparisons.Count == 1
                ? section
                : section with { Id = $"{section.Id}-{one.Index}", Title = $"{section.Title}: {one.Item.Candidate.Title}" })),
        .. DisclaimerSection.Of(Experiment),
    ];

    /// <summary>Titles with commas between them.</summary>
    public static string NamesOf(IEnumerable<ComparedRunResponse> runs) => string.Join(", ", runs.Select(run => run.Title));

    /// <summary>" [region=west, canary]"; empty without tags.</summary>
    internal static string TagsOf(ComparedRunResponse run) =>
        run.Tags.Count == 0
            ? ""
            : $" [{string.Join(", ", run.Tags.Select(tag => tag.Value.Length == 0 ? tag.Key : $"{tag.Key}={tag.Value}"))}]";
}
