namespace AzurePerf.Sql.Schema;

/// <summary>All in which the SQL of one engine differs from that of the others.</summary>
public abstract class SqlDialect
{
    /// <summary>The text of a statement.</summary>
    /// <param name="statement">Its common text.</param>
    /// <param name="locks">True to lock rows on reading that are read to be written.</param>
    public abstract string TextOf(Statement statement, bool locks);

    /// <summary>Makes an empty table.</summary>
    public abstract string Create(Table table);

    /// <summary>What gives a loaded table its primary key, and nothing where <see cref="Create"/> did.</summary>
    public abstract IEnumerable<string> PrimaryKey(Table table);

    /// <summary>What gives loaded tables their foreign keys, and nothing where <see cref="Create"/> did.</summary>
    public abstract IEnumerable<string> ForeignKeys(Table table);

    public static IEnumerable<string> Indexes(Table table) => table.Indexes.Select((columns, number) =>
        $"CREATE INDEX {table.Name}_{columns[0]}{(number == 0 ? "" : "_2")} ON {table.Name} ({Names(columns)})");

    /// <summary>Reads a whole table, in no order.</summary>
    internal static string SelectAll(Table table) => $"SELECT {Names(table.Columns.Select(column => column.Name))} FROM {table.Name}";

    /// <summary>A text with the words of an engine where rows are locked.</summary>
    protected static string Locking(string sql, string atTable, string atEnd) =>
        sql.Replace("{locked}", atTable, StringComparison.Ordinal).Replace("{lock}", atEnd, StringComparison.Ordinal);

    protected static string Names(IEnumerable<string> columns) => string.Join(", ", columns);

    protected static string Foreign(ForeignKey foreign) =>
        $"FOREIGN KEY ({Names(foreign.Columns)}) REFERENCES {foreign.Target.Name} ({Names(foreign.Target.Key)})";
}

/// <summary>PostgreSQL: keys come after the rows, and text compares by the C collation.</summary>
public sealed class PostgresDialect : SqlDialect
{
    public override string TextOf(Statement statement, bool locks) =>
        Locking(statement.Sql, atTable: "", atEnd: locks ? "FOR UPDATE" : "");

    public override string Create(Table table) => $"CREATE TABLE {table.Name} ({string.Join(", ", table.Columns.Select(Define))})";

    public override IEnumerable<string> PrimaryKey(Table table) => [$"ALTER TABLE {table.Name} ADD PRIMARY KEY ({Names(table.Key)})"];

    public override IEnumerable<string> ForeignKeys(Table table) =>
        table.ForeignKeys.Select(foreign => $"ALTER TABLE {table.Name} ADD {Foreign(foreign)}");

    private static string Define(Column column) => $"{column.Name} {TypeOf(column)}{(column.Nullable ? "" : " NOT NULL")}";

    private static string TypeOf(Column column) => column.Kind switch
    {
        CellKind.Integer => "bigint",
        CellKind.Money => "numeric(18, 4)",
        CellKind.Time => "timestamp",
        _ => column.Length == 0
            ? """text COLLATE "C" """.TrimEnd()
            : string.Create(System.Globalization.CultureInfo.InvariantCulture, $"varchar({column.Length}) COLLATE \"C\""),
    };
}

/// <summary>SQLite: keys are part of the table, amounts and times are whole numbers, and who writes holds the whole database.</summary>
public sealed class SqliteDialect : SqlDialect
{
    public override string TextOf(Statement statement, bool locks) =>
        Locking(statement.Sql, atTable: "", atEnd: "").Replace('$', '?');

    public override string Create(Table table)
    {
        var rowId = table.Key.Count == 1 && table.Columns[table.Ordinal(table.Key[0])].Kind == CellKind.Integer;
        var parts = table.Columns.Select(column => Define(column, rowId && column.Name == table.Key[0]));
        var key = rowId ? [] : new[] { $"PRIMARY KEY ({Names(table.Key)})" };
        return $"CREATE TABLE {table.Name} ({string.Join(", ", [.. parts, .. key, .. table.ForeignKeys.Select(Foreign)])})"
            + (rowId ? " STRICT" : " STRICT, WITHOUT ROWID");
    }

    public override IEnumerable<string> PrimaryKey(Table table) => [];

    public override IEnumerable<string> ForeignKeys(Table table) => [];

    private static string Define(Column column, bool rowId) =>
        $"{column.Name} {(column.Kind == CellKind.Text ? "TEXT" : "INTEGER")}"
        + (rowId ? " PRIMARY KEY" : column.Nullable ? "" : " NOT NULL");
}
