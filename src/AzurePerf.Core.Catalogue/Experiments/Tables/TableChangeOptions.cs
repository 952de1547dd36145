using System.Text.Json.Serialization;

namespace AzurePerf.Core.Experiments.Tables;

/// <summary>What the experiments are told that add entities to a partition or take them out: alone in a table of the point's own, or among
/// others that stay.</summary>
public abstract record TableChangeOptions : TableOptions
{
    [Parameter(
        "Entities that are in the table apart from those that the clients add or take out, over all partitions; 0 for a table of the "
            + "point's own.",
        Unit = "entities", Maximum = 10_000_000, Factor = true, SilentAtDefault = true)]
    public int DatasetEntities { get; init; }

    /// <summary>True where the point works among entities that other points work among too.</summary>
    [JsonIgnore]
    public bool SharesTable => DatasetEntities > 0;

    [JsonIgnore]
    public override double RequestsBefore => SharesTable ? Math.Ceiling(DatasetEntities / (double)EntitiesPerRequest) : 0;

    [JsonIgnore]
    public override double BytesBefore => (double)DatasetEntities * EntityBytes;

    /// <summary>Of the point's own entities in a shared table, which are made or removed by transactions.</summary>
    [JsonIgnore]
    public override double RequestsAround => SharesTable ? Math.Ceiling((double)Clients * OperationsPerClient / EntitiesPerRequest) : 0;

    public override string? Dataset() => SharesTable ? FormattableString.Invariant($"{EntityBytes}-{Partitions}-{DatasetEntities}") : null;
}
