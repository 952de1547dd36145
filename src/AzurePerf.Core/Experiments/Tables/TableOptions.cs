namespace AzurePerf.Core.Experiments.Tables;

/// <summary>What all table experiments are told. Clients are spread over the partitions by their number.</summary>
public abstract record TableOptions : MeasurementOptions
{
    [Parameter("Stored size of one entity by the service's formula, keys and property names included.", Unit = "B", Minimum = 1_024, Maximum = 1 << 20, Factor = true)]
    public int EntityBytes { get; init; } = 4_096;

    [Parameter("Partitions that the entities are spread over.", Unit = "partitions", Minimum = 1, Maximum = 1_000, Factor = true)]
    public int Partitions { get; init; } = 1;

    protected override long PayloadBytes => EntityBytes;
}
