using System.Data;
using AzurePerf.Sql.Data;
using AzurePerf.Sql.Schema;
using Npgsql;

namespace AzurePerf.Benchmarks.Sql;

/// <summary>One connection that does what was recorded with the driver alone, and reads every column of every row.</summary>
internal sealed class BareClient(NpgsqlConnection connection, RecordedTransactions recorded, int number) : IDisposable
{
    private static readonly DateTime Epoch = new(2000, 1, 1);

    private readonly Dictionary<Statement, Prepared> _prepared = [];
    private readonly IReadOnlyList<RecordedStep[]> _transactions = recorded.Of(number);

    /// <summary>Of all that was read: nothing may be left out because nobody looks at it.</summary>
    public long Read { get; private set; }

    /// <summary>Performs some of its transactions.</summary>
    public async Task PerformAsync(int first, int count, CancellationToken cancellationToken)
    {
        for (var place = first; place < first + count; place++)
        {
            await using var transaction = await connection.BeginTransactionAsync(IsolationLevel.ReadCommitted, cancellationToken);
            foreach (var step in _transactions[place])
            {
                await QueryAsync(step, cancellationToken);
            }

            await transaction.CommitAsync(cancellationToken);
        }
    }

    public void Dispose()
    {
        foreach (var prepared in _prepared.Values)
        {
            prepared.Command.Dispose();
        }

        connection.Dispose();
    }

    private async ValueTask QueryAsync(RecordedStep step, CancellationToken cancellationToken)
    {
        if (!_prepared.TryGetValue(step.Statement, out var prepared))
        {
            prepared = Make(step.Statement);
            await prepared.Command.PrepareAsync(cancellationToken);
            _prepared.Add(step.Statement, prepared);
        }

        for (var place = 0; place < step.Arguments.Length; place++)
        {
            prepared.Set[place](step.Arguments[place]);
        }

        await using var rows = await prepared.Command.ExecuteReaderAsync(cancellationToken);
        while (await rows.ReadAsync(cancellationToken))
        {
            for (var column = 0; column < prepared.Columns.Length; column++)
            {
                Read += prepared.WithNulls[column] && rows.IsDBNull(column) ? 1 : ReadCell(rows, column, prepared.Columns[column]);
            }
        }
    }

    private static long ReadCell(NpgsqlDataReader rows, int column, CellKind kind) => kind switch
    {
        CellKind.Integer => rows.GetInt64(column),
        CellKind.Money => (long)rows.GetDecimal(column),
        CellKind.Time => rows.GetDateTime(column).Ticks,
        _ => rows.GetString(column).Length,
    };

    private Prepared Make(Statement statement)
    {
        var command = connection.CreateCommand();
        command.CommandText = new PostgresDialect().TextOf(statement, locks: true);
        var set = statement.Parameters.Select(kind => Add(command, kind)).ToArray();
        var columns = statement.Columns.ToArray();
        return new(command, set, columns, [.. columns.Select((_, column) => recorded.WithNulls.Contains((statement, column)))]);
    }

    private static Action<Cell> Add(NpgsqlCommand command, CellKind kind)
    {
        switch (kind)
        {
            case CellKind.Integer:
                var number = new NpgsqlParameter<long>();
                command.Parameters.Add(number);
                return cell => number.TypedValue = cell.Number;
            case CellKind.Money:
                var money = new NpgsqlParameter<decimal>();
                command.Parameters.Add(money);
                return cell => money.TypedValue = (decimal)cell.Number / Money.One;
            case CellKind.Time:
                var time = new NpgsqlParameter<DateTime>();
                command.Parameters.Add(time);
                return cell => time.TypedValue = Epoch.AddMicroseconds(cell.Number);
            default:
                var text = new NpgsqlParameter<string>();
                command.Parameters.Add(text);
                return cell => text.TypedValue = cell.Text;
        }
    }

    private sealed record Prepared(NpgsqlCommand Command, Action<Cell>[] Set, CellKind[] Columns, bool[] WithNulls);
}
