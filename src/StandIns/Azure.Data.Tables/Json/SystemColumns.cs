namespace Azure.Data.Tables.Json;

/// <summary>Names that the service gives a meaning.</summary>
internal static class SystemColumns
{
    public const string PartitionKey = "PartitionKey";
    public const string RowKey = "RowKey";
    public const string Timestamp = "Timestamp";
    public const string ETag = "odata.etag";

    /// <summary>Columns that every entity carries through <see cref="ITableEntity"/> and not as columns of its own.</summary>
    public static bool IsSystem(string name) => name is PartitionKey or RowKey or Timestamp or ETag or nameof(ITableEntity.ETag);
}
