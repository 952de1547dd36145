using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

namespace AzurePerf.Core.Criteria;

/// <summary>What the criteria of an ended run came to.</summary>
/// <param name="Verdict">missed where any is, else undecided where any is or the run did not complete, else met.</param>
/// <param name="Sentence">The same in words, with where and by how much, and a full stop.</param>
/// <param name="Results">Each criterion at each configuration, in the order of the request and of the results.</param>
public sealed record CriteriaReport(CriteriaVerdict Verdict, string Sentence, IReadOnlyList<CriterionResult> Results);

/// <summary>One criterion at one configuration.</summary>
/// <param name="Criterion">As in the request: "p95>50ms".</param>
/// <param name="Levels">Where.</param>
/// <param name="Verdict">What it came to.</param>
public sealed record CriterionResult(
    string Criterion, [property: JsonPropertyName("configuration")] JsonObject Levels, CriteriaVerdict Verdict)
{
    /// <summary>When the run fails, in words: "p95 > 50 ms".</summary>
    public string Words { get; init; } = "";

    /// <summary>The configuration in words: "16 clients"; empty where the run has but one.</summary>
    public string Place { get; init; } = "";

    /// <summary>Median of the repetitions that count, of the longest operation the largest of them, or the share of their operations that
    /// failed; null where there is none.</summary>
    public double? Value { get; init; }

    /// <summary>Of the value and its interval: 1/s, B/s, FLOP/s, ns, share, or the experiment's own.</summary>
    public string Unit { get; init; } = "";

    /// <summary>Lower end of the value's 95 % interval; null where there are too few repetitions, and of a largest value.</summary>
    public double? Low { get; init; }

    /// <summary>Its upper end.</summary>
    public double? High { get; init; }

    /// <summary>Repetitions that the value rests on.</summary>
    public int Repetitions { get; init; }

    /// <summary>Why it cannot be told, that nothing succeeded, or that a largest value decides; empty where the interval decides.</summary>
    public string Reason { get; init; } = "";
}
