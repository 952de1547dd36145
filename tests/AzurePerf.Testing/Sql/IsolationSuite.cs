using AzurePerf.Core.Experiments.Sql;
using AzurePerf.Sql.Checks;
using AzurePerf.Sql.Data;
using AzurePerf.Sql.Engines;
using AzurePerf.Sql.Schema;
using AzurePerf.Sql.Transactions;
using AzurePerf.Sql.Workload;
using Xunit;

namespace AzurePerf.Testing.Sql;

/// <summary>What transactions that meet may see of each other, whatever the engine and the isolation. The database is loaded and is changed.</summary>
public sealed class IsolationSuite(ISqlDatabase database, Isolation isolation, CancellationToken cancellationToken)
{
    private static readonly TimeSpan Blocked = TimeSpan.FromMilliseconds(300);
    private static readonly Statement Balance = new("SELECT balance FROM customer_account WHERE id = $1", "i", "m");

    private static readonly Lazy<Dictionary<(long, string), long>> Holdings = new(() =>
        new ModelDatabase(SqlSuite.Data)[Tables.HoldingSummary].Rows.ToDictionary(row => (row["account_id"], row.Text("symbol")), row => row["quantity"]));

    private long _trades;

    /// <summary>Two trades read a position, or that there is none, before either changes it: both may commit only one after the other.</summary>
    public async Task TwoResultsOfOnePositionAsync(bool exists)
    {
        var (account, security) = Find(exists);
        var (first, second) = (await OrderAsync(account, security), await OrderAsync(account, security));

        var (paused, other, otherEndedFirst) = await MeetAsync(
            new(first, 100_000, Time()), new(second, 100_000, Time()),
            statement => statement.Sql.StartsWith("UPDATE holding_summary", StringComparison.Ordinal) || statement.Sql.StartsWith("INSERT INTO holding_summary", StringComparison.Ordinal));

        // Who ended while the other was between reading and writing makes what that one read untrue.
        Assert.True(paused.Failure is null || other.Failure is null, $"{paused.Failure} and {other.Failure}");
        Assert.False(otherEndedFirst && paused.Failure is null && other.Failure is null);
        await AssertConsistentAsync();
    }

    /// <summary>Two cash trades of one account: the balance has both amounts.</summary>
    public async Task TwoResultsOfOneAccountAsync()
    {
        var (account, first) = Find(exists: false);
        var second = Enumerable.Range(0, SqlSuite.Data.Symbols.Count).First(security => security != first && Held(account, security) == 0);
        var results = new[]
        {
            new TradeResultInput(await OrderAsync(account, first), 100_000, Time()), new TradeResultInput(await OrderAsync(account, second), 100_000, Time()),
        };

        var (paused, other, _) = await MeetAsync(results[0], results[1], null);

        await using var session = await database.OpenAsync(isolation, cancellationToken);
        foreach (var (done, input) in new[] { (paused, results[0]), (other, results[1]) })
        {
            Assert.True(done.Failure is null || (await TransactionRunner.RunAsync(session, input, cancellationToken)).Failure is null);
        }

        await AssertConsistentAsync();
    }

    /// <summary>Nobody reads what has not committed.</summary>
    public async Task AReaderMeetsAResultAsync()
    {
        var (account, security) = Find(exists: false);
        var input = new TradeResultInput(await OrderAsync(account, security), 100_000, Time());
        await using var writer = new PausingSession(await database.OpenAsync(isolation, cancellationToken), null);
        await using var reader = await database.OpenAsync(isolation, cancellationToken);
        var before = await BalanceAsync(reader, account);
        var writing = Task.Run(() => TransactionRunner.RunAsync(writer, input, cancellationToken).AsTask(), cancellationToken);
        await PausedAsync(writer, writing);

        var reading = Task.Run(() => BalanceAsync(reader, account), cancellationToken);
        var meanwhile = await Task.WhenAny(reading, Task.Delay(Blocked, TimeProvider.System, cancellationToken)) == reading;
        writer.Continue();
        Assert.Null((await writing).Failure);
        var after = await BalanceAsync(reader, account);

        Assert.NotEqual(before, after);
        Assert.Equal(meanwhile ? before : after, await reading);
    }

    private static (Account Account, int Security) Find(bool exists) => (
        from customer in Enumerable.Range(1, SqlSuite.Data.Scale.Customers)
        let account = SqlSuite.Data.Account(customer, 0)
        from security in Enumerable.Range(0, SqlSuite.Data.Symbols.Count)
        where exists ? Held(account, security) > 0 : Held(account, security) == 0
        select (account, security)).First();

    private static long Held(Account account, int security) =>
        Holdings.Value.GetValueOrDefault((account.Id, SqlSuite.Data.Symbols[security]));

    private long Time() => MarketDays.OfOperation(900, _trades);

    private async Task<long> OrderAsync(Account account, int security)
    {
        var data = SqlSuite.Data;
        var input = new TradeOrderInput(
            900_000_000_000_000 + ++_trades, account, data.Customer(account.Customer), security, data.Symbols[security],
            Dataset.CompanyName(data.CompanyOf(security)), data.IssueOf(security), false, TradeKind.MarketBuy, 100, 0, false, false, false, Time());
        await using var session = await database.OpenAsync(isolation, cancellationToken);
        Assert.Null((await TransactionRunner.RunAsync(session, input, cancellationToken)).Failure);
        return input.TradeId;
    }

    /// <summary>One stops before a statement, or before it commits; the other goes as far as it can; then the first goes on.</summary>
    private async Task<(TransactionResult Paused, TransactionResult Other, bool OtherEndedFirst)> MeetAsync(
        TradeResultInput paused, TradeResultInput other, Func<Statement, bool>? before)
    {
        await using var first = new PausingSession(await database.OpenAsync(isolation, cancellationToken), before);
        await using var second = await database.OpenAsync(isolation, cancellationToken);
        var pausing = Task.Run(() => TransactionRunner.RunAsync(first, paused, cancellationToken).AsTask(), cancellationToken);
        await PausedAsync(first, pausing);
        var going = Task.Run(() => TransactionRunner.RunAsync(second, other, cancellationToken).AsTask(), cancellationToken);
        var ended = await Task.WhenAny(going, Task.Delay(Blocked, TimeProvider.System, cancellationToken)) == going;
        first.Continue();
        return (await pausing, await going, ended && (await going).Failure is null);
    }

    private static async Task PausedAsync(PausingSession session, Task<TransactionResult> pausing) =>
        Assert.True(await Task.WhenAny(session.Paused, pausing) == session.Paused, pausing.IsCompleted ? (await pausing).ToString() : "");

    private async Task<long> BalanceAsync(ISqlSession session, Account account)
    {
        await session.BeginAsync(TransactionType.CustomerPosition, cancellationToken);
        var balance = (await session.QueryAsync(Balance, cancellationToken, account.Id))[0][0].Number;
        await session.CommitAsync(cancellationToken);
        return balance;
    }

    private async Task AssertConsistentAsync()
    {
        await using var session = await database.OpenForChecksAsync(cancellationToken);
        Assert.Empty(await ConsistencyCheck.FindAsync(session, SqlSuite.Data, cancellationToken));
    }

    /// <summary>Stops once: before a statement, or before COMMIT.</summary>
    private sealed class PausingSession(ISqlSession session, Func<Statement, bool>? before) : ForwardingSession(session)
    {
        private readonly TaskCompletionSource _paused = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private readonly TaskCompletionSource _goesOn = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public Task Paused => _paused.Task;

        public void Continue() => _goesOn.SetResult();

        public override ValueTask<int> ExecuteAsync(
            Statement statement, CancellationToken cancellationToken, params ReadOnlySpan<Cell> arguments) =>
            before?.Invoke(statement) == true
                ? LaterAsync(statement, arguments.ToArray(), cancellationToken)
                : base.ExecuteAsync(statement, cancellationToken, arguments);

        public override async ValueTask CommitAsync(CancellationToken cancellationToken)
        {
            if (before is null)
            {
                _paused.TrySetResult();
                await _goesOn.Task;
            }

            await base.CommitAsync(cancellationToken);
        }

        private async ValueTask<int> LaterAsync(Statement statement, Cell[] arguments, CancellationToken cancellationToken)
        {
            _paused.TrySetResult();
            await _goesOn.Task;
            return await base.ExecuteAsync(statement, cancellationToken, arguments);
        }
    }
}
