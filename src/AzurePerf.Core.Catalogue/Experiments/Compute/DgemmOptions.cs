using System.Text.Json.Serialization;

namespace AzurePerf.Core.Experiments.Compute;

/// <summary>Multiplies two square matrices of doubles.</summary>
public sealed record DgemmOptions : ComputeOptions
{
    private const double ExpectedFlopPerSecond = 2e9;

    [Parameter("Rows and columns of the matrices: one multiplication is 2 n^3 floating-point operations.", Minimum = 16, Maximum = 16_384,
        Factor = true)]
    public int N { get; init; } = 2_048;

    [Parameter("Who multiplies: managed our own code, openblas the OpenBLAS library, where the worker's machine has it.", Factor = true)]
    public DgemmImplementation Implementation { get; init; } = DgemmImplementation.Managed;

    [Parameter("Threads that share each multiplication of a client.", Unit = "threads", Minimum = 1, Maximum = 64, Factor = true)]
    public int Threads { get; init; } = 1;

    public static ExperimentDefinition Definition { get; } = ExperimentDefinition.Of<DgemmOptions>(
        "compute.dgemm",
        "Matrix multiplication",
        "How many floating-point operations per second do the worker's processors perform on matrices of doubles?",
        "multiplications",
        "Goto and van de Geijn 2008 (method); Dongarra et al. 1990 (level 3 BLAS)",
        OperationMetrics.Flop<DgemmOptions>(options => options.FlopPerOperation),
        StandardPresets.With(
            paper: new { n = new[] { 1_024, 2_048 }, clients = 1, operationsPerClient = 20, warmUpOperations = 2 },
            reduced: new { n = new[] { 512, 1_024 }, clients = 1, operationsPerClient = 10, warmUpOperations = 2 },
            quick: new { n = 256, clients = 1, warmUpOperations = 2 }));

    [JsonIgnore]
    public double FlopPerOperation => 2.0 * N * N * N;

    public override IEnumerable<ParameterFault> Faults() => Implementation == DgemmImplementation.Openblas && Threads > 1 && Clients > 1
        ? base.Faults().Append(new("threads",
            "must be 1 for openblas with several clients: the library multiplies with several threads for one caller at a time"))
        : base.Faults();

    protected override OperationPace Pace => new(0.1 + (Clients * FlopPerOperation / ExpectedFlopPerSecond), 10_000, 1e9, 1e9);
}

/// <summary>Who multiplies.</summary>
public enum DgemmImplementation
{
    /// <summary>Our own code, which every worker has.</summary>
    Managed,

    /// <summary>cblas_dgemm of the OpenBLAS library of the worker's machine.</summary>
    Openblas,
}
