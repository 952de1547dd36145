#nullable disable // the official assembly is not annotated: both must give callers the same warnings

namespace Azure.Data.Tables;

/// <summary>The four system columns that every row of a table has.</summary>
public interface ITableEntity
{
    string PartitionKey { get; set; }

    string RowKey { get; set; }

    /// <summary>Set by the service on each write; never sent.</summary>
    DateTimeOffset? Timestamp { get; set; }

    /// <summary>The version of the row as last read; sent only where a method takes it as a condition.</summary>
    ETag ETag { get; set; }
}
