namespace Azure.Data.Tables.Http;

/// <summary>Addresses of tables and rows below an account, percent-encoded.</summary>
internal static class EntityPath
{
    public const string Tables = "Tables";
    public const string Batch = "$batch";

    public static string Table(string tableName) => $"Tables('{Escape(tableName)}')";

    public static string Entity(string tableName, string partitionKey, string rowKey)
        => string.Concat([tableName, "(PartitionKey='", Escape(partitionKey), "',RowKey='", Escape(rowKey), "')"]);

    public static string Query(string tableName) => tableName + "()";

    private static string Escape(string key)
        => Uri.EscapeDataString(key.Contains('\'', StringComparison.Ordinal) ? key.Replace("'", "''", StringComparison.Ordinal) : key);
}
