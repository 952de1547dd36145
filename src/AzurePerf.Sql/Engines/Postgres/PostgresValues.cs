using AzurePerf.Sql.Data;
using AzurePerf.Sql.Schema;
using Npgsql;
using NpgsqlTypes;

namespace AzurePerf.Sql.Engines.Postgres;

/// <summary>Cells as PostgreSQL has them, and back.</summary>
internal static class PostgresValues
{
    private static readonly DateTime Epoch = new(2000, 1, 1);

    /// <summary>Reads a value.</summary>
    /// <exception cref="InvalidCastException">It is null.</exception>
    public static Cell Read(NpgsqlDataReader reader, int column, CellKind kind) => kind switch
    {
        CellKind.Integer => reader.GetInt64(column),
        CellKind.Money => Money.Of(reader.GetDecimal(column)),
        CellKind.Time => (reader.GetDateTime(column) - Epoch).Ticks / TimeSpan.TicksPerMicrosecond,
        _ => reader.GetString(column),
    };

    public static NpgsqlParameter ParameterOf(CellKind kind) => kind switch
    {
        CellKind.Integer => new NpgsqlParameter<long> { NpgsqlDbType = NpgsqlDbType.Bigint },
        CellKind.Money => new NpgsqlParameter<decimal> { NpgsqlDbType = NpgsqlDbType.Numeric },
        CellKind.Time => new NpgsqlParameter<DateTime> { NpgsqlDbType = NpgsqlDbType.Timestamp },
        _ => new NpgsqlParameter<string> { NpgsqlDbType = NpgsqlDbType.Text },
    };

    public static void Set(NpgsqlParameter parameter, Cell cell)
    {
        switch (parameter)
        {
            case NpgsqlParameter<long> number:
                number.TypedValue = cell.Number;
                break;
            case NpgsqlParameter<decimal> money:
                money.TypedValue = Money.ToDecimal(cell.Number);
                break;
            case NpgsqlParameter<DateTime> time:
                time.TypedValue = Epoch.AddTicks(cell.Number * TimeSpan.TicksPerMicrosecond);
                break;
            case NpgsqlParameter<string> text:
                text.TypedValue = cell.Text;
                break;
        }
    }
}
