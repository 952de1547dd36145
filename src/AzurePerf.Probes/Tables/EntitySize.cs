using Azure.Data.Tables;
using AzurePerf.Core.Probes;

namespace AzurePerf.Probes.Tables;

/// <summary>
/// Stored size by the service's documented formula: 4 bytes, 2 per character of the keys, and per property 8 bytes, 2 per character of its
/// name, and its value; a string counts 2 per character and 4 for its length. Columns that the service adds itself are not counted.
/// </summary>
internal static class EntitySize
{
    public static int OfKeys(string partitionKey, string rowKey) => 4 + 2 * (partitionKey.Length + rowKey.Length);

    public static int OfProperty(string name, object? value) => 8 + 2 * name.Length + value switch
    {
        int => 4,
        bool => 1,
        string text => 4 + 2 * text.Length,
        _ => throw new CorruptDataException($"The column {name} has a type that is never written."),
    };

    /// <exception cref="CorruptDataException">A column has a type that is never written.</exception>
    public static int Of(TableEntity entity)
    {
        var size = OfKeys(entity.PartitionKey, entity.RowKey);
        foreach (var (name, value) in (IDictionary<string, object>)entity)
        {
            if (name is not ("PartitionKey" or "RowKey" or "Timestamp" or "odata.etag"))
            {
                size += OfProperty(name, value);
            }
        }

        return size;
    }
}
