using AzurePerf.Core.Experiments.Sql;
using AzurePerf.Sql.Checks;
using AzurePerf.Sql.Engines;
using AzurePerf.Sql.Engines.Sqlite;
using AzurePerf.Sql.Schema;
using AzurePerf.Sql.Transactions;
using AzurePerf.Sql.Workload;
using AzurePerf.Testing.Sql;
using Xunit;

namespace AzurePerf.UnitTests.Sql;

/// <summary>Wrong SQL is found: by the operations themselves, by the model, or by the conditions that are checked after a point.</summary>
public sealed class MutationTests(LoadedFile loaded) : IClassFixture<LoadedFile>
{
    private const int Operations = 1_500;

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("balance = balance + ?2", "balance = balance - ?2")]
    [InlineData("trades = trades + 1", "trades = trades + 2")]
    [InlineData("commission = commission + ?2", "commission = commission + 0 * ?2")]
    [InlineData("status_id) VALUES (?1, ?2, ?3)", "status_id) SELECT ?1, ?2, ?3 WHERE ?3 <> 'SBMT'")]
    [InlineData("ORDER BY dts DESC, trade_id DESC", "ORDER BY dts, trade_id")]
    [InlineData(" AND d.day = ?2", " AND ?2 = ?2")]
    [InlineData("type_id = 'TLB' AND bid_price >= ?2", "type_id = 'TLB' AND bid_price < ?2")]
    [InlineData("UPDATE holding SET quantity = ?2", "UPDATE holding SET quantity = ?2 + 1")]
    [InlineData("DELETE FROM trade_request WHERE trade_id = ?1", "DELETE FROM trade_request WHERE trade_id = -?1")]
    [InlineData("quantity_after) VALUES (?1, ?2, ?3, ?4)", "quantity_after) VALUES (?1, ?2, ?4, ?3)")]
    [InlineData("LIMIT 10) t", "LIMIT 9) t")]
    [InlineData("SET tax = ?2", "SET tax = -?2")]
    [InlineData("status_id = 'CMPT', price", "status_id = 'SBMT', price")]
    [InlineData("sum(h.quantity * l.price)", "sum(h.quantity * l.open_price)")]
    [InlineData("volume = volume + ?4", "volume = ?4")]
    public async Task A_mutation_is_caught(string original, string mutated)
    {
        var dialect = new MutatedDialect(original, mutated);
        var database = loaded.Copy(dialect);

        Assert.NotNull(await FindAsync(database, session => session));
        Assert.True(dialect.Applied);
    }

    [Fact]
    public async Task A_commit_that_is_left_out_is_caught() =>
        Assert.NotNull(await FindAsync(loaded.Copy(), session => new ForgetfulSession(session)));

    [Fact]
    public async Task What_is_right_is_not_complained_about() => Assert.Null(await FindAsync(loaded.Copy(), session => session));

    [Theory]
    [InlineData("UPDATE holding SET quantity = quantity + 1", "SELECT account_id || ' ' || symbol FROM holding ORDER BY account_id, symbol", 0)]
    [InlineData("UPDATE holding_history SET quantity_after = quantity_after + 1", "SELECT min(holding_trade_id) FROM holding_history", 1)]
    [InlineData("UPDATE broker SET trades = trades + 1", "SELECT min(id) FROM broker", 3)]
    [InlineData("UPDATE broker SET commission = commission - 1", "SELECT min(id) FROM broker", 4)]
    [InlineData("UPDATE settlement SET amount = amount + 1", "SELECT min(id) FROM trade", 6)]
    [InlineData("UPDATE trade SET status_id = 'SBMT'", "SELECT min(id) FROM trade", 2)]
    [InlineData("DELETE FROM cash_transaction", "SELECT min(id) FROM trade WHERE is_cash = 1", 7)]
    [InlineData("DELETE FROM trade_history WHERE status_id = 'CMPT'", "SELECT min(id) FROM trade", 9)]
    [InlineData("UPDATE customer_account SET balance = balance + 1", "SELECT min(id) FROM customer_account", 10)]
    public async Task A_row_that_breaks_a_condition_is_named(string change, string key, int condition)
    {
        var database = loaded.Copy();
        await using var session = await database.OpenForChecksAsync(Cancelled);
        await session.BeginAsync(TransactionType.TradeOrder, Cancelled);
        await session.ExecuteAsync(new(change, ""), Cancelled);
        await session.CommitAsync(Cancelled);
        await session.BeginAsync(TransactionType.TradeStatus, Cancelled);
        var expected = (await session.QueryAsync(new(key, "", "s"), Cancelled))[0][0].ToString();
        await session.RollbackAsync(Cancelled);

        var found = await ConsistencyCheck.FindAsync(session, SqlSuite.Data, Cancelled);

        Assert.Contains(new Violation(ConsistencyCheck.Sentences[condition], expected), found);
    }

    /// <summary>What is wrong with a database, in the order in which somebody would see it; null when nothing is.</summary>
    private static async Task<string?> FindAsync(SqliteFile database, Func<ISqlSession, ISqlSession> wrap)
    {
        var tables = new ModelDatabase(SqlSuite.Data);
        var model = new Model(tables);
        await using var session = wrap(await database.OpenAsync(Isolation.Standard, Cancelled));
        var client = new WorkloadClient(SqlSuite.Data, 1, Mix.Standard);
        for (var number = 0; number < Operations; number++)
        {
            var input = client.Next();
            var done = await TransactionRunner.RunAsync(session, input, Cancelled);
            var expected = model.Run(input);
            if (done.Failure is not null || done.Digest != expected.Digest)
            {
                return done.Failure?.Message ?? $"{input} told other rows";
            }

            if (done.End == TransactionEnd.Committed)
            {
                client.Committed(input, done.Triggered);
            }
        }

        if (await ConsistencyCheck.FindAsync(session, SqlSuite.Data, Cancelled) is [var violation, ..])
        {
            return violation.ToString();
        }

        foreach (var table in Tables.All)
        {
            if (await TableChecksum.OfAsync(session, table, Cancelled) != tables[table].Checksum)
            {
                return $"{table} has other rows";
            }
        }

        return null;
    }

    /// <summary>SQLite, with one text replaced by another.</summary>
    private sealed class MutatedDialect(string original, string mutated) : SqlDialect
    {
        private readonly SqliteDialect _dialect = new();

        public bool Applied { get; private set; }

        public override string TextOf(Statement statement, bool locks)
        {
            var text = _dialect.TextOf(statement, locks);
            Applied |= text.Contains(original, StringComparison.Ordinal);
            return text.Replace(original, mutated, StringComparison.Ordinal);
        }

        public override string Create(Table table) => _dialect.Create(table);

        public override IEnumerable<string> PrimaryKey(Table table) => [];

        public override IEnumerable<string> ForeignKeys(Table table) => [];
    }

    /// <summary>Says that a Trade-Update committed, and rolls it back.</summary>
    private sealed class ForgetfulSession(ISqlSession session) : ForwardingSession(session)
    {
        private TransactionType _type;

        public override ValueTask BeginAsync(TransactionType type, CancellationToken cancellationToken)
        {
            _type = type;
            return base.BeginAsync(type, cancellationToken);
        }

        public override ValueTask CommitAsync(CancellationToken cancellationToken) =>
            _type == TransactionType.TradeUpdate ? RollbackAsync(cancellationToken) : base.CommitAsync(cancellationToken);
    }
}
