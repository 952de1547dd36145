using System.Text.Json.Serialization;

namespace AzurePerf.Core.Experiments.Compute;

/// <summary>Transforms a sequence of complex numbers.</summary>
public sealed record FftOptions : ComputeOptions
{
    private const double ExpectedFlopPerSecond = 5e8;

    [Parameter("One transform is of n = 2^k complex numbers and counts as 5 n log2(n) floating-point operations.", Minimum = 6,
        Maximum = 26, Factor = true)]
    public int K { get; init; } = 20;

    public static ExperimentDefinition Definition { get; } = ExperimentDefinition.Of<FftOptions>(
        "compute.fft",
        "Fourier transform",
        "How many floating-point operations per second do the worker's processors perform on Fourier transforms, which move as much as "
            + "they compute?",
        "transforms",
        "Cooley and Tukey 1965; Bailey 1990 (method); Frigo and Johnson 2005 (FFTW, which counts so)",
        OperationMetrics.Flop<FftOptions>(options => options.FlopPerOperation),
        StandardPresets.With(
            paper: new { k = new[] { 12, 16, 20, 24 }, clients = 1, operationsPerClient = 20, warmUpOperations = 3 },
            reduced: new { k = new[] { 12, 16, 20 }, clients = 1, operationsPerClient = 20, warmUpOperations = 3 },
            quick: new { k = 16, clients = 1, warmUpOperations = 3 }));

    [JsonIgnore]
    public double FlopPerOperation => 5.0 * K * (1L << K);

    protected override OperationPace Pace => new(0.1 + (Clients * FlopPerOperation / ExpectedFlopPerSecond), 10_000, 1e9, 1e9);
}
