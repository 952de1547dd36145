using System.Globalization;
using AzurePerf.Core.Probes;

namespace AzurePerf.Probes.Tables;

/// <summary>What distinguishes one entity from the others of a run. All keys of a kind have the same length, so that all entities have the
/// same size.</summary>
/// <param name="PartitionKey">Of five characters.</param>
/// <param name="RowKey">Of fourteen characters.</param>
/// <param name="Number">First integer field.</param>
/// <param name="Group">Second integer field, which filters ask for.</param>
internal sealed record EntityRow(string PartitionKey, string RowKey, int Number, int Group)
{
    /// <summary>What the keys of a dataset's rows begin with, and those of no other.</summary>
    public const string DatasetMark = "row-";

    /// <summary>A row that one client inserts or deletes.</summary>
    public static EntityRow OfClient(int client, int partitions, long index) => new(
        PartitionOf(client % partitions),
        string.Create(CultureInfo.InvariantCulture, $"{client:D3}-{index:D10}"),
        unchecked((int)index),
        client);

    /// <summary>A row that one client inserts into, or deletes from, a table that other points work in too.</summary>
    /// <param name="mark">Four characters that no other attempt at a point has.</param>
    /// <param name="client">Whose.</param>
    /// <param name="partitions">Of the table.</param>
    /// <param name="index">Of the operation.</param>
    public static EntityRow OfClientAmongOthers(string mark, int client, int partitions, long index) =>
        OfClient(client, partitions, index) with
        {
            RowKey = $"{mark}-{ResourceNames.Base36(client, 2)}-{ResourceNames.Base36(index, 6)}",
        };

    /// <summary>A row of a dataset, by its number.</summary>
    public static EntityRow OfDataset(int number, int partitions) => new(
        PartitionOf(number % partitions),
        string.Create(CultureInfo.InvariantCulture, $"{DatasetMark}{number:D10}"),
        number,
        number / DatasetShape.RowsPerGroup);

    /// <summary>The key of a partition, by its number.</summary>
    public static string PartitionOf(int partition) => string.Create(CultureInfo.InvariantCulture, $"p{partition:D4}");
}
