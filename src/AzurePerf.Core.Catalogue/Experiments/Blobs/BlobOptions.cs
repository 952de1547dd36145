namespace AzurePerf.Core.Experiments.Blobs;

/// <summary>What blob transfers in both directions are told.</summary>
public abstract record BlobOptions : MeasurementOptions
{
    [Parameter("Size of each blob.", Unit = "B", Minimum = 1, Maximum = 1L << 40, Factor = true)]
    public long BlobBytes { get; init; } = 1L << 30;

    [Parameter("Containers that the blobs are spread over, client by client.", Unit = "containers", Minimum = 1, Maximum = 100,
        Factor = true)]
    public int Containers { get; init; } = 1;

    protected override long PayloadBytes => BlobBytes;

    /// <summary>A small blob warms up the same path without moving gigabytes.</summary>
    public override long WarmUpPayloadBytes => Math.Min(BlobBytes, 1 << 20);
}
