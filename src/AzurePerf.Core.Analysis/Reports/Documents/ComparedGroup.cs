using System.Text.Json.Nodes;
using AzurePerf.Core.Api;
using AzurePerf.Core.Charts;
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
    private readonly LevelNames _names = new(Experiment, [.. Specs]);

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

    /// <summary>What was not compared: repetitions that do not count, with the reason, and what only one of the runs measured.</summary>
    public IEnumerable<string> Omissions =>
    [
        .. Told(point => new[]
        {
            ComparisonText.LeftOut("the baseline", point.Baseline), ComparisonText.LeftOut("the run", point.Candidate),
        }.OfType<string>()),
        .. Comparisons.SelectMany(comparison => new[]
        {
            OnlyIn("baseline", comparison.OnlyBaseline, comparison), OnlyIn("run", comparison.OnlyCandidate, comparison),
        }.OfType<string>()),
    ];

    /// <summary>A configuration in words that tell it from all others of these runs; "all" where nothing varies.</summary>
    public string NameOf(JsonObject levels) => _names.Of(levels) is { Length: > 0 } name ? name : "all";

    /// <summary>What is to be said of points: each sentence once, with where it is true.</summary>
    internal IEnumerable<string> Told(Func<ComparedPointResponse, IEnumerable<string>> sentences)
    {
        var told = from comparison in Comparisons
                   from point in comparison.Points
                   from sentence in sentences(point)
                   select (Place: About(comparison, ", ") + NameOf(point.Levels), Sentence: sentence);
        return told.GroupBy(one => one.Sentence, one => one.Place).Select(same => $"{string.Join("; ", same)}: {same.Key}");
    }

    /// <summary>Titles with commas between them.</summary>
    public static string NamesOf(IEnumerable<ComparedRunResponse> runs) => string.Join(", ", runs.Select(run => run.Title));

    /// <summary>" [region=west, canary]"; empty without tags.</summary>
    internal static string TagsOf(ComparedRunResponse run) =>
        run.Tags.Count == 0
            ? ""
            : $" [{string.Join(", ", run.Tags.Select(tag => tag.Value.Length == 0 ? tag.Key : $"{tag.Key}={tag.Value}"))}]";

    /// <summary>Which run is meant, where there are several.</summary>
    private string About(ComparisonResponse comparison, string separator) =>
        Comparisons.Count > 1 ? comparison.Candidate.Title + separator : "";

    private string? OnlyIn(string side, IReadOnlyList<JsonObject> levels, ComparisonResponse comparison) => levels.Count == 0
        ? null
        : $"{About(comparison, ": ")}only in the {side}: {string.Join("; ", levels.Select(NameOf))}";
}
