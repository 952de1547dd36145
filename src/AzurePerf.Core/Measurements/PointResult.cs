using AzurePerf.Core.Measurements.Generators;

namespace AzurePerf.Core.Measurements;

/// <summary>What is kept of one point in its row: any of operations, values and distributions. Histograms, samples and per-client numbers
/// are in the blob it names.</summary>
public sealed record PointResult
{
    /// <summary>What its operations did; null where it has none.</summary>
    public OperationSummary? Operations { get; init; }

    /// <summary>Its operations by type; empty where the probe declares no types.</summary>
    public IReadOnlyList<OperationTypeSummary> OperationTypes { get; init; } = [];

    /// <summary>Numbers with names; empty where operations tell all.</summary>
    public IReadOnlyList<PointValue> Values { get; init; } = [];

    /// <summary>Distributions with names; empty likewise.</summary>
    public IReadOnlyList<PointDistribution> Distributions { get; init; } = [];

    /// <summary>What may have distorted it.</summary>
    public required IReadOnlyList<PointFlag> Flags { get; init; }

    /// <summary>Why it has some of them.</summary>
    public IReadOnlyList<FlagReason> Reasons { get; init; } = [];

    /// <summary>What a reader should know that is no flag: clauses without a full stop.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];

    /// <summary>From the first start to the last end of what was measured: of all clients' operations where it has some.</summary>
    public required double ElapsedSeconds { get; init; }

    /// <summary>Making the point's own data, before it was measured; never part of a rate.</summary>
    public double SetUpSeconds { get; init; }

    /// <summary>What the machines that measured did meanwhile; null where nobody watched them.</summary>
    public GeneratorSummary? Generator { get; init; }

    /// <summary>The value of a name; null where it has none.</summary>
    public double? ValueOf(string name) => Values.FirstOrDefault(value => value.Name == name)?.Value;

    /// <summary>The operations of a type; null where it has none.</summary>
    public OperationTypeSummary? OperationsOf(string type) => OperationTypes.FirstOrDefault(one => one.Name == type);

    /// <summary>The distribution of a name; null where it has none.</summary>
    public PointDistribution? DistributionOf(string name) => Distributions.FirstOrDefault(distribution => distribution.Name == name);
}
