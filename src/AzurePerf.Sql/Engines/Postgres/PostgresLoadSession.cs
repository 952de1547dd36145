using AzurePerf.Sql.Data;
using AzurePerf.Sql.Schema;
using Npgsql;

namespace AzurePerf.Sql.Engines.Postgres;

/// <summary>Loads by binary COPY. Each table has its own buffer, which is sent when it holds enough rows. All rows of a call are one
/// transaction, so the server writes its log to the disk once for each call, not once for each COPY.</summary>
/// <param name="connection">To an empty database; closed with the session.</param>
/// <param name="leastBytesSent">How many bytes of a table are collected before they are sent. Small commands cost the server more time for
/// each row, large ones take more memory for each connection.</param>
internal sealed class PostgresLoadSession(NpgsqlConnection connection, int leastBytesSent) : ILoadSession, IRowSink
{
    private readonly Dictionary<Table, CopyBuffer> _buffers = [];

    public async Task<long> LoadAsync(Dataset data, RowGroup group, long first, long count, CancellationToken cancellationToken)
    {
        long rows = 0;
        await using var transaction = await connection.BeginTransactionAsync(cancellationToken);
        for (var unit = first; unit < first + count; unit++)
        {
            data.Write(group, unit, this);
            rows += await SendAsync(leastBytesSent, cancellationToken);
        }

        rows += await SendAsync(leastBytes: 0, cancellationToken);
        await transaction.CommitAsync(cancellationToken);
        return rows;
    }

    public Task RunAsync(string sql, CancellationToken cancellationToken) => PostgresDatabase.RunAsync(connection, sql, cancellationToken);

    /// <summary>A server begins to remove a database with a checkpoint, which ends the whole server when the disk is full. Tables are cut
    /// to nothing as soon as their removal is committed.</summary>
    public Task DropTablesAsync(CancellationToken cancellationToken) => RunAsync("DROP SCHEMA public CASCADE", cancellationToken);

    public void Add(Table table, ReadOnlySpan<Cell> row)
    {
        if (!_buffers.TryGetValue(table, out var buffer))
        {
            buffer = new(table);
            _buffers.Add(table, buffer);
        }

        buffer.Add(row);
    }

    public ValueTask DisposeAsync() => connection.DisposeAsync();

    private async Task<long> SendAsync(int leastBytes, CancellationToken cancellationToken)
    {
        long rows = 0;
        foreach (var (table, buffer) in _buffers.Where(buffer => buffer.Value.Rows > 0 && buffer.Value.Length >= leastBytes))
        {
            rows += buffer.Rows;
            await SendAsync(table, buffer.Finish(), cancellationToken);
            buffer.Clear();
        }

        return rows;
    }

    private async Task SendAsync(Table table, ReadOnlyMemory<byte>[] blocks, CancellationToken cancellationToken)
    {
        var copy = await connection.BeginRawBinaryCopyAsync($"COPY {table.Name} FROM STDIN (FORMAT binary)", cancellationToken);
        try
        {
            foreach (var block in blocks)
            {
                await copy.WriteAsync(block, cancellationToken);
            }
        }
        finally
        {
            // The end waits for the server and cannot be cancelled. Left alone, it ends with the connection.
            await copy.DisposeAsync().AsTask().WaitAsync(cancellationToken);
        }
    }
}
