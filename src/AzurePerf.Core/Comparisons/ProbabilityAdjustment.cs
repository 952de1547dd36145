using AzurePerf.Core.Statistics;

namespace AzurePerf.Core.Comparisons;

/// <summary>How the probabilities of a sweep are adjusted for the number of its pairs.</summary>
public enum ProbabilityAdjustment
{
    /// <summary>At most one pair could be compared: its own probability stands.</summary>
    None,

    /// <summary>All pairs together, by permuting whole repetitions: <see cref="StepDownMaxT"/>.</summary>
    MaxT,

    /// <summary>Each pair by itself, then <see cref="HolmAdjustment"/>: where the pairs rest on different repetitions.</summary>
    Holm,
}
