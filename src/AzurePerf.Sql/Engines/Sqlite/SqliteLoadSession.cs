using AzurePerf.Sql.Data;
using AzurePerf.Sql.Schema;

namespace AzurePerf.Sql.Engines.Sqlite;

/// <summary>Loads by prepared inserts, a transaction for each call. Nothing is synced: a load that breaks off is dropped, and settling
/// makes it durable.</summary>
internal sealed class SqliteLoadSession : ILoadSession, IRowSink
{
    private readonly SqliteDatabase _database;
    private readonly Dictionary<Table, SqliteStatement> _inserts = [];
    private long _rows;

    public SqliteLoadSession(SqliteDatabase database)
    {
        _database = database;
        database.Run("PRAGMA journal_mode = OFF");
        database.Run("PRAGMA synchronous = OFF");
        database.Run("PRAGMA foreign_keys = OFF");
        database.Run("PRAGMA cache_size = -262144");
    }

    public Task<long> LoadAsync(Dataset data, RowGroup group, long first, long count, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        _rows = 0;
        _database.Run("BEGIN", cancellationToken);
        using (_database.StopOn(cancellationToken))
        {
            for (var unit = first; unit < first + count; unit++)
            {
                data.Write(group, unit, this);
            }
        }

        _database.Run("COMMIT", cancellationToken);
        return Task.FromResult(_rows);
    }

    public Task RunAsync(string sql, CancellationToken cancellationToken)
    {
        _database.Run(sql, cancellationToken);
        return Task.CompletedTask;
    }

    public void Add(Table table, ReadOnlySpan<Cell> row)
    {
        if (!_inserts.TryGetValue(table, out var insert))
        {
            insert = _database.Prepare($"INSERT INTO {table.Name} VALUES ({string.Join(", ", table.Columns.Select(_ => "?"))})");
            _inserts.Add(table, insert);
        }

        insert.Bind(row);
        insert.Step();
        insert.Reset();
        _rows++;
    }

    public ValueTask DisposeAsync()
    {
        foreach (var insert in _inserts.Values)
        {
            insert.Dispose();
        }

        _database.Dispose();
        return ValueTask.CompletedTask;
    }
}
