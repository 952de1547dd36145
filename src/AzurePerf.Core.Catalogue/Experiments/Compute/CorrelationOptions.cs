using System.Text.Json.Serialization;

namespace AzurePerf.Core.Experiments.Compute;

/// <summary>Looks for the pairs of genetic variant and brain voxel that go together, with permutations that tell which of them chance
/// explains.</summary>
public sealed record CorrelationOptions : ComputeOptions
{
    private const double ExpectedFlopPerSecond = 2e9;

    [Parameter("Subjects: values of each variant and of each voxel.", Minimum = 64, Maximum = 10_000, Factor = true)]
    public int Subjects { get; init; } = 740;

    [Parameter("Genetic variants (SNPs).", Minimum = 16, Maximum = 16_384, Factor = true)]
    public int Snps { get; init; } = 1_024;

    [Parameter("Brain voxels.", Minimum = 16, Maximum = 16_384, Factor = true)]
    public int Voxels { get; init; } = 1_024;

    [Parameter("Permutations of the subjects: all correlations are computed once more for each of them.", Minimum = 1, Maximum = 10_000,
        Factor = true)]
    public int Permutations { get; init; } = 16;

    public static ExperimentDefinition Definition { get; } = ExperimentDefinition.Of<CorrelationOptions>(
        "compute.correlation",
        "Correlation (A-Brain)",
        "How long does an analysis of genes against brain images take that reads its inputs from the local disk and writes its results "
            + "back?",
        "analyses",
        "Tudoran et al. 2012, figs 1 and 2 (A-Brain); Stein et al. 2010 (scale)",
        OperationMetrics.Flop<CorrelationOptions>(options => options.FlopPerOperation),
        StandardPresets.With(
            paper: new { clients = 1, operationsPerClient = 10, warmUpOperations = 2 },
            reduced: new { snps = 256, voxels = 256, permutations = 4, clients = 1, operationsPerClient = 10, warmUpOperations = 2 },
            quick: new { snps = 256, voxels = 256, permutations = 4, clients = 1, operationsPerClient = 10, warmUpOperations = 2 }));

    /// <summary>The products of matrices alone, one for the subjects as they are and one for each permutation.</summary>
    [JsonIgnore]
    public double FlopPerOperation => 2.0 * Subjects * Snps * Voxels * (Permutations + 1);

    /// <summary>A byte for each variant of each subject, and a double for each voxel.</summary>
    [JsonIgnore]
    public long InputBytes => (long)Subjects * (Snps + (Voxels * sizeof(double)));

    protected override OperationPace Pace => new(0.5 + (Clients * FlopPerOperation / ExpectedFlopPerSecond), 10_000, 1e9, 1e9);
}
