using System.Globalization;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Runs;

namespace AzurePerf.Web.Comparisons;

/// <summary>What a comparison is asked for.</summary>
/// <param name="Baseline">Id of the run that the other one is compared with.</param>
/// <param name="Candidate">Id of the run that is judged.</param>
/// <param name="Metric">Name of the metric; null for the headline of the baseline.</param>
/// <param name="Rule">When a difference counts.</param>
internal sealed record ComparisonQuery(string Baseline, string Candidate, string? Metric, ComparisonRule Rule)
{
    private const double LargestMargin = 1;

    /// <summary>The query, or null with everything that is wrong with it.</summary>
    /// <param name="metrics">Names that any experiment has.</param>
    /// <param name="baseline">Id of a run.</param>
    /// <param name="candidate">Id of a run.</param>
    /// <param name="metric">Name of a metric, or null.</param>
    /// <param name="margin">A share, or null.</param>
    /// <param name="across">Words with commas between them, or null.</param>
    public static (ComparisonQuery? Query, IReadOnlyList<SpecFault> Faults) Read(
        IReadOnlyList<string> metrics, string? baseline, string? candidate, string? metric, string? margin, string? across)
    {
        var share = ComparisonRule.DefaultMargin;
        var marginIsRight = margin is null
            || (double.TryParse(margin, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out share)
                && share is >= 0 and <= LargestMargin);
        var onPurpose = ComparisonAspects.Read(across ?? "");
        (bool Wrong, SpecFault Fault)[] checks =
        [
            (string.IsNullOrEmpty(baseline),
                new("baseline", "is required where no baseline is marked: the id of the run that the other one is compared with")),
            (string.IsNullOrEmpty(candidate), new("candidate", "is required: the id of the run that is judged")),
            (candidate is { Length: > 0 } && (baseline ?? "").Split('.').Intersect(candidate.Split('.')).Any(),
                new("candidate", "must be another run than baseline, and have no part in common with it")),
            (metric is not null && !metrics.Contains(metric), new("metric", "must be one of " + string.Join(", ", metrics))),
            (!marginIsRight, new("margin", "must be a share from 0 to 1, such as 0.05")),
            (onPurpose is null, new("across", "must be a list of " + string.Join(", ", ComparisonAspects.Words) + ", separated by commas")),
        ];
        SpecFault[] faults = [.. checks.Where(check => check.Wrong).Select(check => check.Fault)];
        return faults.Length > 0
            ? (null, faults)
            : (new(baseline!, candidate!, metric, new() { Margin = share, OnPurpose = onPurpose! }), []);
    }
}
