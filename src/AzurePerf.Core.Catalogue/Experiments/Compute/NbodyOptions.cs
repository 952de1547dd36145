using System.Text.Json.Serialization;

namespace AzurePerf.Core.Experiments.Compute;

/// <summary>Computes the forces between all pairs of bodies.</summary>
public sealed record NbodyOptions : ComputeOptions
{
    private const double FlopPerPair = 20;
    private const double ExpectedFlopPerSecond = 1e9;

    [Parameter("Bodies: one operation computes the force of each on each, which counts as 20 n^2 floating-point operations.", Minimum = 16,
        Maximum = 32_768, Factor = true)]
    public int N { get; init; } = 8_192;

    public static ExperimentDefinition Definition { get; } = ExperimentDefinition.Of<NbodyOptions>(
        "compute.nbody",
        "Forces of n bodies",
        "How many floating-point operations per second do the worker's processors perform where square roots and divisions count and "
            + "memory hardly does?",
        "evaluations",
        "Aarseth 1963 (method); Warren and Salmon 1997 (operations counted per pair)",
        OperationMetrics.Flop<NbodyOptions>(options => options.FlopPerOperation),
        StandardPresets.With(
            paper: new { n = new[] { 2_048, 8_192 }, clients = 1, operationsPerClient = 20, warmUpOperations = 3 },
            reduced: new { n = new[] { 1_024, 4_096 }, clients = 1, operationsPerClient = 10, warmUpOperations = 3 },
            quick: new { n = 2_048, clients = 1, warmUpOperations = 3 }));

    [JsonIgnore]
    public double FlopPerOperation => FlopPerPair * N * N;

    protected override OperationPace Pace => new(0.1 + (Clients * FlopPerOperation / ExpectedFlopPerSecond), 10_000, 1e9, 1e9);
}
