using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using AzurePerf.Core.Comparisons;

namespace AzurePerf.Core.Api;

/// <summary>What two runs say about one configuration.</summary>
public sealed record ComparedPointResponse
{
    /// <summary>Its value of each factor.</summary>
    [JsonPropertyName("configuration")]
    public required JsonObject Levels { get; init; }

    /// <summary>The conclusion, of the candidate against the baseline.</summary>
    public required ComparisonVerdict Verdict { get; init; }

    /// <summary>
    /// True when nothing that was looked for speaks against the verdict: the runs took turns, both have at least 10 repetitions, none drift
    /// or resemble the one before, and a change is greater than the noise floors. Never of runs that were measured one after the other, and
    /// never of an undecided point.
    /// </summary>
    public bool IsSure { get; init; }

    /// <summary>Why it is not comparable; empty when it is.</summary>
    public required IReadOnlyList<ComparisonObstacle> Obstacles { get; init; }

    /// <summary>As the baseline measured it.</summary>
    public required ComparedSideResponse Baseline { get; init; }

    /// <summary>As the candidate measured it.</summary>
    public required ComparedSideResponse Candidate { get; init; }

    /// <summary>Candidate over baseline by Hodges and Lehmann, with the ends of its 95 % interval; all null when it is not
    /// comparable.</summary>
    public double? Ratio { get; init; }

    /// <summary>Lower end of the interval.</summary>
    public double? RatioLow { get; init; }

    /// <summary>Upper end of the interval.</summary>
    public double? RatioHigh { get; init; }

    /// <summary>Cliff's delta: -1 when every value of the candidate is smaller, 1 when every one is greater.</summary>
    public double? Delta { get; init; }

    /// <summary>Two-sided, of so great a difference if there were none beyond the margin; of this pair alone.</summary>
    public double? Probability { get; init; }

    /// <summary>The same, adjusted for the number of pairs that could be compared: see
    /// <see cref="ComparisonResponse.Adjustment"/>.</summary>
    public double? AdjustedProbability { get; init; }

    /// <summary>Of an undecided pair, the repetitions of either run that would probably decide it; null where a run cannot have that many,
    /// where <see cref="MayBeWorse"/> is above 0, and for any other pair.</summary>
    public int? RepetitionsNeeded { get; init; }

    /// <summary>Repetitions of the candidate that do not count and may have been worse than all others, where the pair is undecided only
    /// for them; else 0.</summary>
    public int MayBeWorse { get; init; }
}
