using System.Text.Json.Serialization;

namespace AzurePerf.Core.Experiments.Tables;

/// <summary>What all table experiments are told. Clients are spread over the partitions by their number.</summary>
public abstract record TableOptions : MeasurementOptions
{
    [Parameter("Stored size of one entity by the service's formula, keys and property names included.", Unit = "B", Minimum = 1_024,
        Maximum = 1 << 20, Factor = true)]
    public int EntityBytes { get; init; } = 4_096;

    [Parameter("Partitions that the entities are spread over.", Unit = "partitions", Minimum = 1, Maximum = 1_000, Factor = true)]
    public int Partitions { get; init; } = 1;

    protected override long PayloadBytes => EntityBytes;
}

/// <summary>What the experiments on a table that is already full are told.</summary>
public abstract record TableDatasetOptions : TableOptions
{
    [Parameter("Entities in the table before the measurement, over all partitions.", Unit = "entities", Minimum = 1, Maximum = 10_000_000,
        Factor = true)]
    public int DatasetEntities { get; init; } = 220_000;

    /// <summary>Entities are inserted a hundred at a time.</summary>
    [JsonIgnore]
    public override double RequestsBefore => Math.Ceiling(DatasetEntities / 100.0);

    public override string Dataset() => FormattableString.Invariant($"{EntityBytes}-{Partitions}-{DatasetEntities}");
}
