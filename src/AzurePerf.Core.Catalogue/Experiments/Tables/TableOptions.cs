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

    /// <summary>Entities that the service takes in one transaction.</summary>
    public const int MostEntitiesPerRequest = 100;

    /// <summary>Entities that the service looks through, at the most, before it answers with where to go on.</summary>
    protected const double EntitiesOfPage = 1_000;

    /// <summary>Entities that one request inserts at most: as many as a transaction takes, of which the service takes 4 MiB. An entity
    /// takes up to 1 KiB more there than it does stored.</summary>
    [JsonIgnore]
    public int EntitiesPerRequest => Math.Clamp((4 << 20) / (EntityBytes + (1 << 10)), 1, MostEntitiesPerRequest);

    protected override long PayloadBytes => EntityBytes;

    /// <summary>Requests that fill a table: those of a transaction are of one partition.</summary>
    /// <param name="entities">Dealt out to the partitions in turn.</param>
    protected double RequestsToFill(int entities) => OfPartitions(entities, ofOne => Math.Ceiling(ofOne / (double)EntitiesPerRequest));

    /// <summary>Adds up what is true of each partition.</summary>
    /// <param name="dealt">How many of something are dealt out to the partitions in turn.</param>
    /// <param name="of">What follows from the number that a partition gets.</param>
    protected double OfPartitions(int dealt, Func<int, double> of)
    {
        var (each, over) = Math.DivRem(dealt, Partitions);
        return (over * of(each + 1)) + ((Partitions - over) * of(each));
    }
}

/// <summary>What the experiments on a table that is already full are told.</summary>
public abstract record TableDatasetOptions : TableOptions
{
    [Parameter("Entities in the table before the measurement, over all partitions.", Unit = "entities", Minimum = 1, Maximum = 10_000_000,
        Factor = true)]
    public int DatasetEntities { get; init; } = 220_000;

    [JsonIgnore]
    public override double RequestsBefore => RequestsToFill(DatasetEntities);

    [JsonIgnore]
    public override double BytesBefore => (double)DatasetEntities * EntityBytes;

    public override string Dataset() => FormattableString.Invariant($"{EntityBytes}-{Partitions}-{DatasetEntities}");
}
