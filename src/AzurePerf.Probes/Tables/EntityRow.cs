using System.Globalization;

namespace AzurePerf.Probes.Tables;

/// <summary>What distinguishes one entity from the others of a run. All keys of a kind have the same length, so that all entities have the same size.</summary>
/// <param name="PartitionKey">Of five characters.</param>
/// <param name="RowKey">Of fourteen characters.</param>
/// <param name="Number">First integer field.</param>
/// <param name="Group">Second integer field, which filters ask for.</param>
internal sealed record EntityRow(string PartitionKey, string RowKey, int Number, int Group)
{
    /// <summary>A row that one client inserts or deletes.</summary>
    public static EntityRow OfClient(int client, int partitions, long index) => new(
        PartitionOf(client % partitions),
        string.Create(CultureInfo.InvariantCulture, $"{client:D3}-{index:D10}"),
        unchecked((int)index),
        client);

    /// <summary>A row of a dataset, by its number.</summary>
    public static EntityRow OfDataset(int number, int partitions) => new(
        PartitionOf(number % partitions),
        string.Create(CultureInfo.InvariantCulture, $"row-{number:D10}"),
        number,
        number / DatasetShape.RowsPerGroup);

    private static string PartitionOf(int partition) => string.Create(CultureInfo.InvariantCulture, $"p{partition:D4}");
}
