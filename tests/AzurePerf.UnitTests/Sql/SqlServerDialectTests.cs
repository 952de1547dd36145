using System.Collections;
using System.Reflection;
using System.Runtime.CompilerServices;
using AzurePerf.Probes.Targets.Sql;
using AzurePerf.Sql.Data;
using AzurePerf.Sql.Engines.SqlServer;
using AzurePerf.Sql.Schema;
using AzurePerf.Testing.Sql;
using Microsoft.SqlServer.TransactSql.ScriptDom;
using Xunit;

namespace AzurePerf.UnitTests.Sql;

/// <summary>Where no SQL Server runs: the grammar of its newest version reads all that is sent to one.</summary>
public sealed class SqlServerDialectTests
{
    private static readonly SqlServerDialect Dialect = new();

    [Fact]
    public void Every_statement_of_the_workload_and_of_its_checks_is_one_of_T_SQL()
    {
        var statements = Everywhere(typeof(SqlDialect).Assembly).Distinct().ToList();

        Assert.True(statements.Count > 80, $"only {statements.Count} statements were found");
        Assert.All(statements, statement =>
        {
            var text = Dialect.TextOf(statement, locks: true);
            var script = Parse(text);
            Assert.Single(Assert.Single(script.Batches).Statements);
            Assert.DoesNotContain('{', text);
            Assert.DoesNotContain('$', text);
            var used = new Variables();
            script.Accept(used);
            Assert.Equal(Enumerable.Range(1, statement.Parameters.Count).Select(number => $"@p{number}"), used.Names);
        });
    }

    [Fact]
    public void Tables_keys_and_indexes_are_made_by_statements_of_T_SQL() => Assert.All(
        Tables.All.SelectMany(table =>
            (string[])[Dialect.Create(table), .. Dialect.PrimaryKey(table), .. Dialect.ForeignKeys(table), .. SqlDialect.Indexes(table)]),
        text => Parse(text));

    [Fact]
    public void What_is_asked_of_a_server_is_T_SQL() => Parse(ServerSettings.QueryOfSqlServer);

    [Fact]
    public void Rows_that_are_read_to_be_written_are_locked_at_their_table()
    {
        var statement = new Statement("SELECT id FROM trade {locked} WHERE id IN ($1, $2) ORDER BY id {lock}", "ii", "i");

        Assert.Equal("SELECT id FROM trade WITH (UPDLOCK) WHERE id IN (@p1, @p2) ORDER BY id ", Dialect.TextOf(statement, locks: true));
        Assert.Equal(Dialect.TextOf(statement, locks: true), Dialect.TextOf(statement, locks: false));
    }

    [Fact]
    public void A_limit_is_a_fetch_also_within_a_query_and_by_a_parameter() => Assert.Equal(
        "SELECT x FROM (SELECT count_big(*) AS x FROM t ORDER BY x OFFSET 0 ROWS FETCH NEXT 10 ROWS ONLY) t ORDER BY x OFFSET 0 ROWS FETCH NEXT @p1 ROWS ONLY",
        Dialect.TextOf(new("SELECT x FROM (SELECT count(*) AS x FROM t ORDER BY x LIMIT 10) t ORDER BY x LIMIT $1", "i", "i"), locks: false));

    /// <summary>Columns of text hold one byte a character.</summary>
    [Fact]
    public void All_text_of_the_data_is_ASCII_and_short_enough_for_its_column()
    {
        var rows = new Texts();
        foreach (var group in Enum.GetValues<RowGroup>())
        {
            for (var unit = 0L; unit < Math.Min(SqlSuite.Data.UnitsOf(group), 200); unit++)
            {
                SqlSuite.Data.Write(group, unit, rows);
            }
        }

        Assert.True(rows.Count > 10_000, $"only {rows.Count} texts were looked at");
        Assert.Empty(rows.Unfit);
    }

    [Theory]
    [InlineData(2, false, "read committed")]
    [InlineData(2, true, "read committed snapshot")]
    [InlineData(4, true, "serializable")]
    public void An_isolation_in_force_has_the_server_s_name(short level, bool versions, string name) =>
        Assert.Equal(name, SqlServerSession.NameOf(level, versions));

    private static TSqlScript Parse(string text)
    {
        var script = new TSql170Parser(initialQuotedIdentifiers: true).Parse(new StringReader(text), out var errors);
        Assert.True(errors.Count == 0, $"{string.Join("; ", errors.Select(error => error.Message))} in {text}");
        return (TSqlScript)script;
    }

    /// <summary>All statements that lie in static fields, however deep.</summary>
    private static IEnumerable<Statement> Everywhere(Assembly assembly) =>
        from type in assembly.GetTypes()
        where !type.ContainsGenericParameters
        from field in type.GetFields(BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic)
        where !field.IsLiteral && !field.FieldType.IsPointer
        from statement in In(field.GetValue(null), depth: 0)
        select statement;

    private static IEnumerable<Statement> In(object? value, int depth) => value switch
    {
        Statement statement => [statement],
        null or string or Table => [],
        _ when depth > 3 => [],
        ITuple tuple => Enumerable.Range(0, tuple.Length).SelectMany(place => In(tuple[place], depth + 1)),
        IEnumerable several => several.Cast<object?>().SelectMany(item => In(item, depth + 1)),
        _ when value.GetType().Namespace?.StartsWith("AzurePerf.Sql", StringComparison.Ordinal) == true
            || value.GetType().Name.StartsWith("KeyValuePair", StringComparison.Ordinal) =>
            value.GetType().GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic)
                .SelectMany(field => In(field.GetValue(value), depth + 1)),
        _ => [],
    };

    private sealed class Variables : TSqlFragmentVisitor
    {
        private readonly SortedSet<string> _names = new(Comparer<string>.Create((one, two) => (one.Length, one).CompareTo((two.Length, two))));

        public IEnumerable<string> Names => _names;

        public override void Visit(VariableReference node) => _names.Add(node.Name);
    }

    private sealed class Texts : IRowSink
    {
        public int Count { get; private set; }

        public List<string> Unfit { get; } = [];

        public void Add(Table table, ReadOnlySpan<Cell> row)
        {
            for (var column = 0; column < row.Length; column++)
            {
                if (row[column] is { IsText: true, Text: var text })
                {
                    Count++;
                    if (!text.All(char.IsAscii) || (table.Columns[column].Length is > 0 and var most && text.Length > most))
                    {
                        Unfit.Add($"{table}.{table.Columns[column].Name}: {text}");
                    }
                }
            }
        }
    }
}
