using System.Text.Json.Serialization;

namespace AzurePerf.Core.Experiments.Compute;

/// <summary>One pass over three arrays that no cache holds, as STREAM makes them.</summary>
public sealed record StreamOptions : ComputeOptions
{
    private const long MostArrayBytes = 16L << 30;

    /// <summary>What is expected of arrays whose size only the worker knows: its upper bound.</summary>
    private const long LargestUsualBytes = 1L << 30;

    [Parameter("What is computed: copy c = a, scale b = s c, add c = a + b, triad a = b + s c.", Factor = true)]
    public StreamKernel Kernel { get; init; } = StreamKernel.Triad;

    [Parameter("How results are written: ordinary through the caches, nonTemporal past them.", Factor = true)]
    public StreamStores Stores { get; init; } = StreamStores.Ordinary;

    [Parameter(
        "Size of each of a client's three arrays; 0 for four times the worker's last-level cache, at least 64 MiB and at most 1 GiB.",
        Unit = "B", Maximum = MostArrayBytes, Factor = true)]
    public long ArrayBytes { get; init; }

    public static ExperimentDefinition Definition { get; } = ExperimentDefinition.Of<StreamOptions>(
        "compute.stream",
        "Memory bandwidth (STREAM)",
        "How many bytes per second do the worker's processors move between themselves and its memory?",
        "passes",
        "McCalpin 1995 (STREAM)",
        OperationMetrics.Bytes,
        StandardPresets.With(
            paper: new { kernel = AllKernels, stores = BothStores, clients = 1, operationsPerClient = 20, warmUpOperations = 2 },
            reduced: new { kernel = AllKernels, stores = BothStores, clients = 1, operationsPerClient = 10, warmUpOperations = 2 },
            quick: new { stores = BothStores, arrayBytes = 64 << 20, clients = 1, operationsPerClient = 6, warmUpOperations = 2 }));

    /// <summary>Bytes that STREAM counts for each element: what is read and what is written, without the read that an ordinary store
    /// causes.</summary>
    [JsonIgnore]
    public int BytesPerElement => Kernel is StreamKernel.Copy or StreamKernel.Scale ? 16 : 24;

    // A tenth of what a memory channel of 2015 gave.
    protected override OperationPace Pace => new(0.1, 10_000, 1e9, 2e9);

    protected override long PayloadBytes => (ArrayBytes > 0 ? ArrayBytes : LargestUsualBytes) / sizeof(double) * BytesPerElement;

    private static StreamKernel[] AllKernels => Enum.GetValues<StreamKernel>();

    private static StreamStores[] BothStores => Enum.GetValues<StreamStores>();

    public override IEnumerable<ParameterFault> Faults() => ArrayBytes is > 0 and < 4_096
        ? base.Faults().Append(new("arrayBytes", "must be 0 or at least 4096"))
        : base.Faults();
}

/// <summary>The kernels of STREAM.</summary>
public enum StreamKernel
{
    /// <summary>c = a: 16 bytes per element.</summary>
    Copy,

    /// <summary>b = s c: 16 bytes per element.</summary>
    Scale,

    /// <summary>c = a + b: 24 bytes per element.</summary>
    Add,

    /// <summary>a = b + s c: 24 bytes per element.</summary>
    Triad,
}

/// <summary>How a kernel of STREAM writes its result.</summary>
public enum StreamStores
{
    /// <summary>Through the caches: the memory is read before it is written, and that is not counted.</summary>
    Ordinary,

    /// <summary>Past the caches, which reads nothing.</summary>
    NonTemporal,
}
