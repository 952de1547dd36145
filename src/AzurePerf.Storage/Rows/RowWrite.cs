namespace AzurePerf.Storage.Rows;

/// <summary>One write of a transaction.</summary>
/// <param name="Row">The row as it shall be.</param>
/// <param name="ETag">The ETag it must still have; null inserts a new row.</param>
public sealed record RowWrite(Row Row, string? ETag);
