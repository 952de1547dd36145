namespace AzurePerf.Core.Experiments.Blobs;

/// <summary>Where downloaded content goes.</summary>
public enum BlobSink
{
    /// <summary>Verified and dropped.</summary>
    None,

    /// <summary>Verified and written to a temporary file on the worker's disk.</summary>
    File,
}
