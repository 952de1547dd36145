namespace AzurePerf.Sql.Engines;

/// <summary>SQLite answered with an error.</summary>
/// <param name="code">Its extended code.</param>
/// <param name="message">In its words.</param>
public sealed class SqliteException(int code, string message) : Exception(message)
{
    public int Code => code;
}
