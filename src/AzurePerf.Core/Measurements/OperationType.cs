namespace AzurePerf.Core.Measurements;

/// <summary>One of the types of operation that a probe performs, as it declares it.</summary>
/// <param name="Name">For people, unique in the probe.</param>
public sealed record OperationType(string Name)
{
    /// <summary>How long an operation of it should take at most; null where nobody says.</summary>
    public TimeSpan? Limit { get; init; }

    /// <summary>Its share of the operations as planned, in any unit that all types of the probe have; null where nothing is
    /// planned.</summary>
    public double? PlannedShare { get; init; }
}
