using AzurePerf.Core.Results;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Criteria;

/// <summary>Criteria and what they came to, in words. Every place that shows them says the same.</summary>
public static class CriteriaText
{
    private const string Share = "share";

    /// <summary>"met", "missed", "cannot tell".</summary>
    public static string Of(CriteriaVerdict verdict) => verdict switch
    {
        CriteriaVerdict.Met => "met",
        CriteriaVerdict.Missed => "missed",
        _ => "cannot tell",
    };

    /// <summary>"criteria missed"; empty for a run without a verdict.</summary>
    public static string Mark(CriteriaVerdict? verdict) => verdict switch
    {
        null => "",
        CriteriaVerdict.Undecided => "criteria: cannot tell",
        { } known => "criteria " + Of(known),
    };

    /// <summary>"62 ms", "1.3 %"; "-" where there is none.</summary>
    public static string Value(CriterionResult result)
    {
        ArgumentNullException.ThrowIfNull(result);
        return result.Value is not { } value ? "-"
            : result.Unit == Share ? NumberFormat.Percent(value)
            : HeadlineText.Value(value, result.Unit).TrimEnd();
    }

    /// <summary>"58 to 66 ms", "0.2 to 1.3 %"; "-" where there is none.</summary>
    public static string Interval(CriterionResult result)
    {
        ArgumentNullException.ThrowIfNull(result);
        return result is { Low: { } low, High: { } high }
            ? $"{End(low, result.Unit)} to {End(high, result.Unit)} {Symbol(result.Unit)}".TrimEnd()
            : "-";
    }

    /// <summary>"p95 > 50 ms at 16 clients (62 ms, 95 % CI 58 to 66 ms)".</summary>
    public static string Of(CriterionResult result)
    {
        ArgumentNullException.ThrowIfNull(result);
        var place = result.Place.Length > 0 ? " at " + result.Place : "";
        return result.Low is null
            ? $"{result.Words}{place}{(result.Reason.Length > 0 ? ": " + result.Reason : "")}"
            : $"{result.Words}{place} ({Value(result)}, 95 % CI {Interval(result)})"
                + (result.Reason.Length > 0 ? ": " + result.Reason : "");
    }

    /// <summary>The whole in one sentence: "Missed: p95 > 50 ms at 16 clients (62 ms, 95 % CI 58 to 66 ms); 2 more.".</summary>
    /// <param name="verdict">Of the run.</param>
    /// <param name="criteria">Of the run.</param>
    /// <param name="results">Each criterion at each configuration.</param>
    /// <param name="status">How the run ended.</param>
    internal static string Sentence(
        CriteriaVerdict verdict, IReadOnlyList<Criterion> criteria, IReadOnlyList<CriterionResult> results, RunStatus status)
    {
        if (verdict == CriteriaVerdict.Met)
        {
            var places = results.Select(result => result.Levels.ToJsonString()).Distinct().Count();
            return $"Met: {string.Join(", ", criteria.Select(criterion => criterion.Kept))}"
                + (places > 1 ? $" at all {NumberFormat.Counted(places, "configuration")}" : "") + ".";
        }

        CriterionResult[] told = [.. results.Where(result => result.Verdict == verdict)];
        var word = verdict == CriteriaVerdict.Missed ? "Missed: " : "Cannot tell: ";
        if (told.Length == 0)
        {
            return word + (status == RunStatus.Cancelled ? "the run was cancelled." : "the run failed.");
        }

        var first = told.OrderByDescending(result => result.Low is null ? 1 : 0).ThenByDescending(Distance).First();
        return $"{word}{Of(first)}{(told.Length > 1 ? $"; {NumberFormat.Count(told.Length - 1)} more" : "")}.";

        double Distance(CriterionResult result) =>
            criteria.FirstOrDefault(one => one.Text == result.Criterion) is { Limit: var limit } && result.Value is { } value
                ? Math.Abs(Math.Log(Math.Max(value, double.Epsilon) / Math.Max(limit, double.Epsilon)))
                : 0;
    }

    private static string Symbol(string unit) => unit == Share ? "%" : MetricText.Unit(unit);

    private static string End(double value, string unit) =>
        unit == Share ? NumberFormat.Significant(100 * value) : MetricText.Value(value, unit);
}
