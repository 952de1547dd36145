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
    public override double RequestsBefore => SharesTable ? RequestsToFill(DatasetEntities) : 0;

    [JsonIgnore]
    public override double BytesBefore => (double)DatasetEntities * EntityBytes;

    public override string? Dataset() => SharesTable ? FormattableString.Invariant($"{EntityBytes}-{Partitions}-{DatasetEntities}") : null;

    /// <summary>In a shared table each partition is asked three times for entities that are not of the dataset, beside what makes or
    /// removes those of the point: before it for keys below and above the dataset's, and after it for the point's own.</summary>
    protected override double RequestsAround(double measured) => SharesTable ? (3 * Partitions) + RequestsOfOwnEntities(measured) : 0;

    /// <summary>Requests that make or remove the point's own entities.</summary>
    /// <inheritdoc cref="RequestsAround"/>
    protected abstract double RequestsOfOwnEntities(double measured);
}
