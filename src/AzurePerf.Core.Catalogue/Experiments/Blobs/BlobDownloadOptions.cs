using System.Text.Json.Serialization;

namespace AzurePerf.Core.Experiments.Blobs;

/// <summary>All clients read the same blob in one request, verified while it is drained.</summary>
public sealed record BlobDownloadOptions : BlobOptions
{
    [Parameter("Where the content goes: none drains it, file also writes it to the worker's disk as the papers did.")]
    public BlobSink Sink { get; init; } = BlobSink.None;

    /// <summary>Bytes of the blocks that the blob is uploaded in, of which the service takes 50,000: 16 MiB, or more for a larger
    /// blob.</summary>
    [JsonIgnore]
    public long SetUpBlockBytes => Math.Max(16 << 20, (BlobBytes + 49_999) / 50_000);

    [JsonIgnore]
    public override double ReadsPerOperation => RequestsPerOperation;

    /// <summary>In each container, the blocks and the list of them.</summary>
    [JsonIgnore]
    public override double RequestsBefore => Containers * (Math.Ceiling(BlobBytes / (double)SetUpBlockBytes) + 1);

    [JsonIgnore]
    public override double BytesBefore => (double)Containers * BlobBytes;

    protected override OperationPace Pace => OperationPace.BlobDownload;

    public static ExperimentDefinition Definition { get; } = ExperimentDefinition.Of<BlobDownloadOptions>(
        "blob.download",
        "Blob download",
        "How fast can N clients read one blob at the same time, and where does the service or the client's network limit them?",
        "downloads",
        "Hill et al. 2010, figure 1; Hill et al. 2011, figure 1",
        OperationMetrics.Bytes,
        StandardPresets.With(
            paper: new
            {
                blobBytes = 1L << 30,
                operationsPerClient = 1,
                sink = BlobSink.File,
                operationTimeoutSeconds = 3_600,
                warmUpOperations = 5,
            },
            reduced: new { blobBytes = 8 << 20, operationsPerClient = 5 },
            quick: new { blobBytes = 1 << 20 }));

    public override string Dataset() => FormattableString.Invariant($"{BlobBytes}-{Containers}");
}

/// <summary>Where downloaded content goes.</summary>
public enum BlobSink
{
    /// <summary>Verified and dropped.</summary>
    None,

    /// <summary>Verified and written to a temporary file on the worker's disk.</summary>
    File,
}
