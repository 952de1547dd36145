using AzurePerf.Core.Experiments.Sql;
using AzurePerf.Sql.Checks;
using AzurePerf.Sql.Data;
using AzurePerf.Sql.Engines;
using AzurePerf.Sql.Engines.Sqlite;
using AzurePerf.Sql.Loading;
using AzurePerf.Sql.Schema;
using AzurePerf.Sql.Transactions;
using AzurePerf.Sql.Workload;
using AzurePerf.Testing.Sql;
using SQLitePCL;
using Xunit;

namespace AzurePerf.UnitTests.Sql;

public sealed class SqliteTests(LoadedFile loaded) : IClassFixture<LoadedFile>
{
    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public Task Five_thousand_operations_leave_what_the_model_says_and_tell_what_it_tells() =>
        SqlSuite.BehavesAsTheModelAsync(loaded.New(), 5_000, Cancelled);

    [Fact]
    public async Task What_is_null_is_of_a_column_that_may_be()
    {
        await using var session = new NullWatch(await loaded.Copy().OpenAsync(Isolation.Standard, Cancelled));
        var client = new WorkloadClient(SqlSuite.Data, 1, Mix.Standard);
        for (var number = 0; number < 3_000; number++)
        {
            var input = client.Next();
            var done = await TransactionRunner.RunAsync(session, input, Cancelled);
            if (done.End == TransactionEnd.Committed)
            {
                client.Committed(input, done.Triggered);
            }
        }

        Assert.Empty(session.Undeclared);
        Assert.InRange(session.Declared.Count, 8, int.MaxValue);
    }

    [Fact]
    public async Task Two_clients_wait_for_each_other_and_none_is_lost()
    {
        var database = loaded.Copy();
        var clients = await Task.WhenAll(Enumerable.Range(1, 2).Select(number => Task.Run(() => RunAsync(database, number))));

        Assert.All(clients, client => Assert.Empty(client.Failures));
        Assert.Equal(
            clients.Sum(client => client.Market.MarketOrders + client.Market.Triggered),
            clients.Sum(client => client.Market.ResultsStarted + client.Market.Queued));
        await using var session = await database.OpenForChecksAsync(Cancelled);
        Assert.Empty(await ConsistencyCheck.FindAsync(session, SqlSuite.Data, Cancelled));
    }

    [Fact]
    public async Task Transactions_that_meet_see_of_each_other_only_what_committed()
    {
        await new IsolationSuite(loaded.Copy(), Isolation.Standard, Cancelled).TwoResultsOfOnePositionAsync(exists: false);
        await new IsolationSuite(loaded.Copy(), Isolation.Standard, Cancelled).TwoResultsOfOnePositionAsync(exists: true);
        await new IsolationSuite(loaded.Copy(), Isolation.Standard, Cancelled).TwoResultsOfOneAccountAsync();
        await new IsolationSuite(loaded.Copy(), Isolation.Standard, Cancelled).AReaderMeetsAResultAsync();
    }

    [Fact]
    public async Task A_client_that_waits_longer_than_it_may_fails_before_its_first_frame_did_anything()
    {
        var database = loaded.Copy();
        await using var holder = await database.OpenAsync(Isolation.Standard, Cancelled);
        await using var waiting = await new SqliteFile(loaded.PathOf(database), TimeProvider.System, TimeSpan.FromMilliseconds(20))
            .OpenAsync(Isolation.Standard, Cancelled);
        await holder.BeginAsync(TransactionType.TradeOrder, Cancelled);
        var order = FirstOf<TradeOrderInput>();

        var done = await TransactionRunner.RunAsync(waiting, order, Cancelled);

        Assert.Equal((TransactionEnd.Failed, 1), (done.End, done.Frame));
        Assert.Equal(5, Assert.IsType<SqliteException>(done.Failure).Code & 0xFF);
        await holder.RollbackAsync(Cancelled);
        Assert.Null((await TransactionRunner.RunAsync(waiting, order, Cancelled)).Failure);
    }

    [Fact]
    public async Task A_transaction_that_fails_waiting_tells_its_own_wait()
    {
        var database = loaded.Copy();
        var clock = new NotifyingClock();
        await using var waiting = await new SqliteFile(loaded.PathOf(database), clock, TimeSpan.FromMinutes(1))
            .OpenAsync(Isolation.Standard, Cancelled);
        var order = FirstOf<TradeOrderInput>();
        Assert.Equal(0, (await TransactionRunner.RunAsync(waiting, order, Cancelled)).WaitedNanoseconds);
        await using var holder = await database.OpenAsync(Isolation.Standard, Cancelled);
        await holder.BeginAsync(TransactionType.TradeOrder, Cancelled);
        clock.Asked = () => clock.Ahead += TimeSpan.FromMinutes(1);

        var done = await TransactionRunner.RunAsync(waiting, order, Cancelled);

        Assert.Equal(TransactionEnd.Failed, done.End);
        Assert.InRange(done.WaitedNanoseconds, 60_000_000_000, long.MaxValue);
    }

    [Fact]
    public async Task A_client_that_is_stopped_while_it_waits_to_open_a_file_is_stopped()
    {
        var file = loaded.PathOf(loaded.Copy());
        using var alone = KeptFrom(file);
        using var cancel = new CancellationTokenSource();

        var asked = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var clock = new NotifyingClock { Asked = () => asked.TrySetResult() };

        // Stopped while it pauses, which it does nearly all the time.
        var opening = Task.Run(
            () => new SqliteFile(file, clock, TimeSpan.FromMinutes(1)).OpenAsync(Isolation.Standard, cancel.Token), Cancelled);
        await asked.Task;
        await cancel.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => opening);
    }

    [Fact]
    public async Task A_client_that_opens_a_file_while_another_has_it_for_itself_waits()
    {
        var file = loaded.PathOf(loaded.Copy());
        var alone = KeptFrom(file);
        var clock = new NotifyingClock();

        await Assert.ThrowsAsync<SqliteException>(
            () => new SqliteFile(file, clock, TimeSpan.Zero).OpenAsync(Isolation.Standard, Cancelled));
        clock.Asked = () => alone.Dispose();
        await using var session = await new SqliteFile(file, clock, TimeSpan.FromMinutes(1)).OpenAsync(Isolation.Standard, Cancelled);

        Assert.Null((await TransactionRunner.RunAsync(session, FirstOf<TradeOrderInput>(), Cancelled)).Failure);
        Assert.True(alone.IsClosed, "The client had nothing to wait for.");
    }

    [Fact]
    public async Task No_answer_after_commit_was_sent_is_ambiguous_and_an_error_is_not()
    {
        await using var session = await loaded.Copy().OpenAsync(Isolation.Standard, Cancelled);
        var order = FirstOf<TradeOrderInput>();

        var cut = await TransactionRunner.RunAsync(new BreakingSession(session, new IOException("cut")), order, Cancelled);
        var answered = await TransactionRunner.RunAsync(new BreakingSession(session, new SqliteException(5, "busy")), order, Cancelled);

        Assert.Equal((TransactionEnd.Ambiguous, 6), (cut.End, cut.Frame));
        Assert.Equal((TransactionEnd.Failed, 6), (answered.End, answered.Frame));
        Assert.Equal(TransactionEnd.Committed, (await TransactionRunner.RunAsync(session, order, Cancelled)).End);
    }

    /// <summary>As when the disk cannot be written for a moment: what the client does next opens the file anew.</summary>
    [Fact]
    public async Task A_session_that_could_not_roll_back_is_open_no_longer()
    {
        await using var session = await loaded.Copy().OpenAsync(Isolation.Standard, Cancelled);
        var broken = new BreakingSession(session, new SqliteException(10, "disk I/O error")) { RollsBack = false };

        var done = await TransactionRunner.RunAsync(broken, FirstOf<TradeOrderInput>(), Cancelled);

        Assert.Equal((TransactionEnd.Failed, false), (done.End, session.IsOpen));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_statement_that_never_ends_is_ended_in_the_middle_and_the_next_one_works(bool query)
    {
        var endless = new Statement("WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n", "", "i");
        await using var session = await loaded.Copy().OpenAsync(Isolation.Standard, Cancelled);
        await session.BeginAsync(TransactionType.TradeStatus, Cancelled);
        using var cancel = new CancellationTokenSource(TimeSpan.FromMilliseconds(100), TimeProvider.System);

        var endlessly = Task.Run<Task>(() => query ? session.QueryAsync(endless, cancel.Token).AsTask() : session.ExecuteAsync(endless, cancel.Token).AsTask(), Cancelled).Unwrap();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => endlessly.WaitAsync(TimeSpan.FromSeconds(30), TimeProvider.System, Cancelled));
        await session.RollbackAsync(Cancelled);
        Assert.Null((await TransactionRunner.RunAsync(session, FirstOf<TradeOrderInput>(), Cancelled)).Failure);
    }

    [Fact]
    public async Task A_question_about_a_setting_is_ended_in_the_middle()
    {
        using var database = SqliteDatabase.Open(loaded.PathOf(loaded.Copy()), create: false);
        using var cancel = new CancellationTokenSource(TimeSpan.FromMilliseconds(100), TimeProvider.System);

        var asked = Task.Run(() => database.Ask("WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n", cancel.Token), Cancelled);

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => asked.WaitAsync(TimeSpan.FromSeconds(30), TimeProvider.System, Cancelled));
        Assert.Equal("1", database.Ask("SELECT 1", Cancelled));
    }

    [Fact]
    public async Task A_load_that_is_cancelled_ends()
    {
        using var cancel = new CancellationTokenSource();
        var progress = new Stop(cancel);

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => new Loader(loaded.New(), SqlSuite.Data).LoadAsync(progress, cancel.Token));

        Assert.Equal(1, progress.Reports);
    }

    [Fact]
    public async Task What_a_load_takes_is_known_before_it()
    {
        var estimate = DataEstimate.Of(SqlSuite.Data);
        await using var session = await loaded.Database.OpenForChecksAsync(Cancelled);
        foreach (var table in Tables.All)
        {
            Assert.Equal(estimate.Rows[table], (await TableChecksum.OfAsync(session, table, Cancelled)).Rows);
        }

        Assert.Equal(loaded.Result.Rows, estimate.TotalRows);

        // The estimate is that of PostgreSQL; SQLite stores small numbers in few bytes.
        Assert.InRange((double)estimate.Bytes / loaded.Result.Bytes, 1.0, 3.0);
    }

    private static async Task<(IReadOnlyList<TransactionResult> Failures, MarketEmulator Market)> RunAsync(SqliteFile database, int number)
    {
        await using var session = await database.OpenAsync(Isolation.Standard, Cancelled);
        var client = new WorkloadClient(SqlSuite.Data, number, Mix.Standard);
        var failures = new List<TransactionResult>();
        for (var operation = 0; operation < 700; operation++)
        {
            var input = client.Next();
            var done = await TransactionRunner.RunAsync(session, input, Cancelled);
            if (done.Failure is not null)
            {
                failures.Add(done);
            }
            else if (done.End == TransactionEnd.Committed)
            {
                client.Committed(input, done.Triggered);
            }
        }

        return (failures, client.Market);
    }

    private static T FirstOf<T>()
        where T : TransactionInput
    {
        var client = new WorkloadClient(SqlSuite.Data, 9, Mix.Standard);
        while (true)
        {
            if (client.Next() is T found)
            {
                return found;
            }
        }
    }

    /// <summary>Keeps others from a file until it is disposed.</summary>
    private static sqlite3 KeptFrom(string file)
    {
        Batteries_V2.Init();
        raw.sqlite3_open(file, out var alone);
        raw.sqlite3_exec(alone, "PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; COMMIT");
        return alone;
    }

    /// <summary>A clock that does something when a client asks how long it has waited.</summary>
    private sealed class NotifyingClock : TimeProvider
    {
        private bool _started;

        public Action? Asked { get; set; }

        public TimeSpan Ahead { get; set; }

        public override long GetTimestamp()
        {
            if (_started)
            {
                Asked?.Invoke();
            }

            _started = Asked is not null;
            return base.GetTimestamp() + (long)(Ahead.TotalSeconds * TimestampFrequency);
        }
    }

    /// <summary>Loses the answer to COMMIT, or gets an error for one.</summary>
    private sealed class BreakingSession(ISqlSession session, Exception failure) : ForwardingSession(session)
    {
        private bool _sent;

        /// <summary>False where that fails as well.</summary>
        public bool RollsBack { get; init; } = true;

        public override bool CommitSent => _sent;

        public override ValueTask CommitAsync(CancellationToken cancellationToken)
        {
            _sent = true;
            throw failure;
        }

        public override ValueTask RollbackAsync(CancellationToken cancellationToken) =>
            RollsBack ? base.RollbackAsync(cancellationToken) : throw failure;
    }

    private sealed class Stop(CancellationTokenSource cancel) : IProgress<LoadStep>
    {
        public int Reports { get; private set; }

        public void Report(LoadStep value)
        {
            Reports++;
            cancel.Cancel();
        }
    }

    /// <summary>Columns that were null once.</summary>
    private sealed class NullWatch(ISqlSession session) : ForwardingSession(session)
    {
        public HashSet<string> Declared { get; } = [];

        public HashSet<string> Undeclared { get; } = [];

        public override ValueTask<ResultRows> QueryAsync(
            Statement statement, CancellationToken cancellationToken, params ReadOnlySpan<Cell> arguments) =>
            LookAsync(statement, base.QueryAsync(statement, cancellationToken, arguments));

        private async ValueTask<ResultRows> LookAsync(Statement statement, ValueTask<ResultRows> result)
        {
            var rows = await result;
            for (var row = 0; row < rows.Count; row++)
            {
                for (var column = 0; column < statement.Columns.Count; column++)
                {
                    if (rows[row][column].IsNull)
                    {
                        (statement.MayBeNull[column] ? Declared : Undeclared).Add($"{column} of {statement}");
                    }
                }
            }

            return rows;
        }
    }
}
