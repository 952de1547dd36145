using System.Text.Json.Serialization;

namespace AzurePerf.Core.Experiments.Blobs;

/// <summary>Each client writes blobs of its own name, streamed.</summary>
public sealed record BlobUploadOptions : BlobOptions
{
    [Parameter("Bytes per request: a larger blob is sent as blocks of this size, one after the other, and then committed.",
        Unit = "B", Minimum = 1 << 16, Maximum = 4_000L << 20, Factor = true)]
    public long BlockBytes { get; init; } = 64 << 20;

    /// <summary>A blob of several blocks is committed by one request more.</summary>
    [JsonIgnore]
    public override double RequestsPerOperation => RequestsOf(BlobBytes);

    [JsonIgnore]
    public override double WarmUpRequestsPerOperation => RequestsOf(WarmUpPayloadBytes);

    protected override OperationPace Pace => OperationPace.BlobUpload;

    public static ExperimentDefinition Definition { get; } = ExperimentDefinition.Of<BlobUploadOptions>(
        "blob.upload",
        "Blob upload",
        "How fast can N clients write blobs of their own into one container at the same time?",
        "uploads",
        "Hill et al. 2010, figure 1; Hill et al. 2011, figure 1",
        OperationMetrics.Bytes,
        StandardPresets.With(
            paper: new { blobBytes = 1L << 30, operationsPerClient = 1, operationTimeoutSeconds = 3_600, warmUpOperations = 5 },
            reduced: new { blobBytes = 8 << 20, operationsPerClient = 5 },
            quick: new { blobBytes = 1 << 20 }));

    public override IEnumerable<ParameterFault> Faults() =>
        BlobBytes > BlockBytes * 50_000
            ? base.Faults().Append(new("blockBytes", "must be at least blobBytes / 50000: a blob has at most 50,000 blocks"))
            : base.Faults();

    private double RequestsOf(long bytes) => bytes <= BlockBytes ? 1 : Math.Ceiling(bytes / (double)BlockBytes) + 1;
}
