using System.Globalization;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Results;
using AzurePerf.Core.Runs;

namespace AzurePerf.Web.Comparisons;

/// <summary>What a comparison is asked for.</summary>
/// <param name="Baseline">Id of the run that the other one is compared with.</param>
/// <param name="Candidate">Id of the run that is judged.</param>
/// <param name="Metric">Null for what the baseline is about: see <see cref="Metric.HeadlineOf"/>.</param>
/// <param name="Rule">When a difference counts.</param>
internal sealed record ComparisonQuery(string Baseline, string Candidate, Metric? Metric, ComparisonRule Rule)
{
    private const double LargestMargin = 1;

    /// <summary>The query, or null with everything that is wrong with it.</summary>
    public static (ComparisonQuery? Query, IReadOnlyList<SpecFault> Faults) Read(
        string? baseline, string? candidate, string? metric, string? margin, string? across)
    {
        var share = ComparisonRule.DefaultMargin;
        var marginIsRight = margin is null
            || (double.TryParse(margin, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out share)
                && share is >= 0 and <= LargestMargin);
        var onPurpose = ComparisonAspects.Read(across ?? "");
        var known = metric is null ? null : Metric.Find(metric);
        (bool Wrong, SpecFault Fault)[] checks =
        [
            (string.IsNullOrEmpty(baseline),
                new("baseline", "is required where no baseline is marked: the id of the run that the other one is compared with")),
            (string.IsNullOrEmpty(candidate), new("candidate", "is required: the id of the run that is judged")),
            (candidate is { Length: > 0 } && candidate == baseline, new("candidate", "must be another run than baseline")),
            (metric is not null && known is null, new("metric", "must be one of " + string.Join(", ", Metric.All.Select(one => one.Name)))),
            (!marginIsRight, new("margin", "must be a share from 0 to 1, such as 0.05")),
            (onPurpose is null, new("across", "must be a list of " + string.Join(", ", ComparisonAspects.Words) + ", separated by commas")),
        ];
        SpecFault[] faults = [.. checks.Where(check => check.Wrong).Select(check => check.Fault)];
        return faults.Length > 0
            ? (null, faults)
            : (new(baseline!, candidate!, known, new() { Margin = share, OnPurpose = onPurpose! }), []);
    }
}
