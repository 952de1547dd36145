using System.Data;
using System.Globalization;
using AzurePerf.Sql.Data;
using AzurePerf.Sql.Schema;
using Microsoft.Data.SqlClient;

namespace AzurePerf.Sql.Engines.SqlServer;

/// <summary>Cells as SQL Server has them, and back.</summary>
internal static class SqlServerValues
{
    /// <summary>In bytes: what is prepared must have a size.</summary>
    private const int LongestTime = 8;

    private static readonly DateTime Epoch = new(2000, 1, 1);

    /// <summary>Reads a value.</summary>
    /// <exception cref="System.Data.SqlTypes.SqlNullValueException">It is null.</exception>
    public static Cell Read(SqlDataReader reader, int column, CellKind kind) => kind switch
    {
        CellKind.Integer => reader.GetInt64(column),
        CellKind.Money => Money.Of(reader.GetDecimal(column)),
        CellKind.Time => (reader.GetDateTime(column) - Epoch).Ticks / TimeSpan.TicksPerMicrosecond,
        _ => reader.GetString(column),
    };

    /// <param name="number">From 1.</param>
    /// <param name="kind">Of what it takes.</param>
    public static SqlParameter ParameterOf(int number, CellKind kind)
    {
        var name = string.Create(CultureInfo.InvariantCulture, $"@p{number}");
        return kind switch
        {
            CellKind.Integer => new(name, SqlDbType.BigInt),
            CellKind.Money => new(name, SqlDbType.Decimal)
            {
                Precision = SqlServerDialect.MoneyDigits,
                Scale = SqlServerDialect.MoneyFraction,
            },
            CellKind.Time => new(name, SqlDbType.DateTime2, LongestTime) { Scale = SqlServerDialect.TimeDigits },

            // As the columns are: a parameter of another type would keep the server from its indexes.
            _ => new(name, SqlDbType.VarChar, SqlServerDialect.LongestText),
        };
    }

    /// <summary>A cell as a parameter or a row of a bulk copy takes it.</summary>
    public static object Of(Cell cell, CellKind kind) =>
        cell.IsNull ? DBNull.Value
        : kind switch
        {
            CellKind.Integer => cell.Number,
            CellKind.Money => Money.ToDecimal(cell.Number),
            CellKind.Time => Epoch.AddTicks(cell.Number * TimeSpan.TicksPerMicrosecond),
            _ => cell.Text,
        };

    /// <summary>Memory for rows of a table.</summary>
    public static DataTable Rows(Table table)
    {
        var rows = new DataTable { Locale = CultureInfo.InvariantCulture };
        foreach (var column in table.Columns)
        {
            rows.Columns.Add(column.Name, TypeOf(column.Kind));
        }

        return rows;
    }

    private static Type TypeOf(CellKind kind) => kind switch
    {
        CellKind.Integer => typeof(long),
        CellKind.Money => typeof(decimal),
        CellKind.Time => typeof(DateTime),
        _ => typeof(string),
    };
}
