namespace AzurePerf.Core.Comparisons;

/// <summary>What two measurements of one point say about each other.</summary>
public enum ComparisonVerdict
{
    /// <summary>They must not be compared; the obstacles say why.</summary>
    NotComparable,

    /// <summary>Neither a change beyond the margin nor its absence is shown: more repetitions are needed.</summary>
    Undecided,

    /// <summary>The second is the same as the first within the margin.</summary>
    NoCredibleChange,

    /// <summary>The second is better by more than the margin.</summary>
    Improved,

    /// <summary>The second is worse by more than the margin.</summary>
    Regressed,
}
