using System.Data;
using AzurePerf.Sql.Data;
using AzurePerf.Sql.Schema;
using Microsoft.Data.SqlClient;

namespace AzurePerf.Sql.Engines.SqlServer;

/// <summary>Loads by bulk copy. Each table has its own rows, which are sent when there are enough of them. Whole tables are locked, which
/// lets the server write less to its log; connections that load do not wait for each other.</summary>
/// <param name="connection">To an empty database; closed with the session.</param>
internal sealed class SqlServerLoadSession(SqlConnection connection) : ILoadSession, IRowSink
{
    private const int RowsSent = 5_000;
    private readonly Dictionary<Table, DataTable> _tables = [];

    public async Task<long> LoadAsync(Dataset data, RowGroup group, long first, long count, CancellationToken cancellationToken)
    {
        long rows = 0;
        for (var unit = first; unit < first + count; unit++)
        {
            data.Write(group, unit, this);
            rows += await SendAsync(RowsSent, cancellationToken);
        }

        return rows + await SendAsync(leastRows: 1, cancellationToken);
    }

    public Task RunAsync(string sql, CancellationToken cancellationToken) => SqlServerSource.RunAsync(connection, sql, cancellationToken);

    public void Add(Table table, ReadOnlySpan<Cell> row)
    {
        if (!_tables.TryGetValue(table, out var rows))
        {
            rows = SqlServerValues.Rows(table);
            _tables.Add(table, rows);
        }

        var values = new object[row.Length];
        for (var column = 0; column < row.Length; column++)
        {
            values[column] = SqlServerValues.Of(row[column], table.Columns[column].Kind);
        }

        rows.Rows.Add(values);
    }

    public ValueTask DisposeAsync()
    {
        foreach (var rows in _tables.Values)
        {
            rows.Dispose();
        }

        return connection.DisposeAsync();
    }

    private async Task<long> SendAsync(int leastRows, CancellationToken cancellationToken)
    {
        long sent = 0;
        foreach (var (table, rows) in _tables.Where(table => table.Value.Rows.Count >= leastRows))
        {
            using var copy = new SqlBulkCopy(connection, SqlBulkCopyOptions.TableLock, externalTransaction: null)
            {
                DestinationTableName = table.Name,
                BulkCopyTimeout = 0,
            };
            await SqlServerSource.CancelledAsync(copy.WriteToServerAsync(rows, cancellationToken), cancellationToken);
            sent += rows.Rows.Count;
            rows.Clear();
        }

        return sent;
    }
}
