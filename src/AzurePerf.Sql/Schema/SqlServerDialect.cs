using System.Globalization;
using System.Text.RegularExpressions;

namespace AzurePerf.Sql.Schema;

/// <summary>SQL Server: keys come after the rows, and text compares by its bytes. Rows that are read to be written are locked on reading,
/// whatever the isolation: two that read them at once and then write would end each other.</summary>
public sealed partial class SqlServerDialect : SqlDialect
{
    /// <summary>Of an amount, with those of its fraction.</summary>
    internal const byte MoneyDigits = 18;

    /// <summary>Of the fraction of an amount.</summary>
    internal const byte MoneyFraction = 4;

    /// <summary>Of the fraction of a second.</summary>
    internal const byte TimeDigits = 6;

    /// <summary>Of a parameter, in characters.</summary>
    internal const int LongestText = 8_000;

    public override string TextOf(Statement statement, bool locks) => Limit().Replace(
        Parameter().Replace(Locking(statement.Sql, atTable: "WITH (UPDLOCK)", atEnd: ""), "@p$1")
            .Replace("count(*)", "count_big(*)", StringComparison.Ordinal),
        "OFFSET 0 ROWS FETCH NEXT $1 ROWS ONLY");

    public override string Create(Table table) => $"CREATE TABLE {table.Name} ({string.Join(", ", table.Columns.Select(Define))})";

    public override IEnumerable<string> PrimaryKey(Table table) => [$"ALTER TABLE {table.Name} ADD PRIMARY KEY ({Names(table.Key)})"];

    public override IEnumerable<string> ForeignKeys(Table table) =>
        table.ForeignKeys.Select(foreign => $"ALTER TABLE {table.Name} ADD {Foreign(foreign)}");

    private static string Define(Column column) => $"{column.Name} {TypeOf(column)}{(column.Nullable ? " NULL" : " NOT NULL")}";

    private static string TypeOf(Column column) => column.Kind switch
    {
        CellKind.Integer => "bigint",
        CellKind.Money => string.Create(CultureInfo.InvariantCulture, $"decimal({MoneyDigits}, {MoneyFraction})"),
        CellKind.Time => string.Create(CultureInfo.InvariantCulture, $"datetime2({TimeDigits})"),
        _ => $"varchar({(column.Length == 0 ? "max" : column.Length.ToString(CultureInfo.InvariantCulture))}) COLLATE Latin1_General_BIN2",
    };

    [GeneratedRegex(@"\$(\d+)")]
    private static partial Regex Parameter();

    [GeneratedRegex(@"LIMIT (\d+|@p\d+)")]
    private static partial Regex Limit();
}
