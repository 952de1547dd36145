using Azure.Core;

namespace Azure.Data.Tables.Paging;

/// <summary>Where the next page starts. As text the parts stand on lines, which no header value can contain.</summary>
internal readonly record struct Continuation(string? PartitionKey, string? RowKey, string? TableName)
{
    private const string PartitionKeyHeader = "x-ms-continuation-NextPartitionKey";
    private const string RowKeyHeader = "x-ms-continuation-NextRowKey";
    private const string TableNameHeader = "x-ms-continuation-NextTableName";
    private const char Separator = '\n';

    /// <summary>The text form of what the service said; null on the last page.</summary>
    public static string? FromHeaders(ResponseHeaders headers)
    {
        headers.TryGetValue(PartitionKeyHeader, out string? partitionKey);
        headers.TryGetValue(RowKeyHeader, out string? rowKey);
        headers.TryGetValue(TableNameHeader, out string? tableName);
        return partitionKey is null && rowKey is null && tableName is null
            ? null
            : string.Join(Separator, partitionKey, rowKey, tableName);
    }

    /// <exception cref="ArgumentException">The text is not one that <see cref="FromHeaders"/> made.</exception>
    public static Continuation Parse(string token)
        => token.Split(Separator) is [var partitionKey, var rowKey, var tableName]
            ? new Continuation(partitionKey, rowKey, tableName)
            : throw new ArgumentException("The continuation token is not one of this client.", nameof(token));

    public void AddTo(RequestUriBuilder uri)
    {
        Add(uri, "NextPartitionKey", PartitionKey);
        Add(uri, "NextRowKey", RowKey);
        Add(uri, "NextTableName", TableName);
    }

    private static void Add(RequestUriBuilder uri, string name, string? value)
    {
        if (!string.IsNullOrEmpty(value))
        {
            uri.AppendQuery(name, value, escapeValue: true);
        }
    }
}
