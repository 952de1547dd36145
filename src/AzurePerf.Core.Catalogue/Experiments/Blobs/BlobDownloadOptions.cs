namespace AzurePerf.Core.Experiments.Blobs;

/// <summary>All clients read the same blob in one request, verified while it is drained.</summary>
public sealed record BlobDownloadOptions : BlobOptions
{
    [Parameter("Where the content goes: none drains it, file also writes it to the worker's disk as the papers did.")]
    public BlobSink Sink { get; init; } = BlobSink.None;

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
