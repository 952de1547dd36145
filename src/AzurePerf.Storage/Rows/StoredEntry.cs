namespace AzurePerf.Storage.Rows;

/// <summary>One row as a list finds it: a row that makes no sense does not hide the others.</summary>
/// <param name="Value">Null when the row makes no sense.</param>
/// <param name="Fault">What makes no sense, with the row's key; empty when all does.</param>
public sealed record StoredEntry<T>(T? Value, string Fault)
    where T : class
{
    /// <summary>Of the row as it was found; empty where there is none.</summary>
    public string ETag { get; init; } = "";

    internal static StoredEntry<T> Of(Row row, Func<Row, T> read)
    {
        try
        {
            return new(read(row), "") { ETag = row.ETag };
        }
        catch (CorruptRowException corrupt)
        {
            return new(null, corrupt.Message) { ETag = row.ETag };
        }
    }
}
