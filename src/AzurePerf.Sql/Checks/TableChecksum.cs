using System.Collections.Frozen;
using AzurePerf.Sql.Engines;
using AzurePerf.Sql.Schema;
using AzurePerf.Sql.Workload;

namespace AzurePerf.Sql.Checks;

/// <summary>A table's rows as two numbers that are the same on every engine and in any order.</summary>
/// <param name="Rows">How many.</param>
/// <param name="Sum">Of the hashes of all rows, modulo 2^64.</param>
public readonly record struct TableChecksum(long Rows, ulong Sum)
{
    private static readonly FrozenDictionary<Table, Statement> Reads = Tables.All.ToFrozenDictionary(
        table => table,
        table => new Statement(
            SqlDialect.SelectAll(table), [], [.. table.Columns.Select(column => column.Kind)],
            [.. table.Columns.Select(column => column.Nullable)]));

    /// <summary>With one row more.</summary>
    public TableChecksum With(ReadOnlySpan<Cell> row) => new(Rows + 1, unchecked(Sum + Digest.OfRow(row)));

    /// <summary>Reads a table and sums it up.</summary>
    public static async Task<TableChecksum> OfAsync(ISqlSession session, Table table, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(session);
        await session.BeginAsync(TransactionType.TradeStatus, cancellationToken);
        var rows = await session.QueryAsync(Reads[table], cancellationToken);
        var checksum = default(TableChecksum);
        for (var row = 0; row < rows.Count; row++)
        {
            checksum = checksum.With(rows[row]);
        }

        await session.RollbackAsync(cancellationToken);
        return checksum;
    }
}
