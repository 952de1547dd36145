using System.Text.Json.Serialization;

namespace AzurePerf.Core.Experiments.Tables;

/// <summary>What the experiments on a table that is already full are told.</summary>
public abstract record TableDatasetOptions : TableOptions
{
    [Parameter("Entities in the table before the measurement, over all partitions.", Unit = "entities", Minimum = 1, Maximum = 10_000_000, Factor = true)]
    public int DatasetEntities { get; init; } = 220_000;

    /// <summary>Entities are inserted a hundred at a time.</summary>
    [JsonIgnore]
    public override double RequestsBefore => Math.Ceiling(DatasetEntities / 100.0);

    public override string Dataset() => FormattableString.Invariant($"{EntityBytes}-{Partitions}-{DatasetEntities}");
}
