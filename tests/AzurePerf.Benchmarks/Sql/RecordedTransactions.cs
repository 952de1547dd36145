using AzurePerf.Core.Experiments.Sql;
using AzurePerf.Probes.Sql;
using AzurePerf.Sql.Engines;
using AzurePerf.Sql.Engines.Postgres;
using AzurePerf.Sql.Schema;
using AzurePerf.Sql.Transactions;
using AzurePerf.Sql.Workload;
using AzurePerf.Testing.Sql;

namespace AzurePerf.Benchmarks.Sql;

/// <summary>A statement of a transaction and what it was told.</summary>
internal readonly record struct RecordedStep(Statement Statement, Cell[] Arguments);

/// <summary>What the clients of a brokerage that only read do, so that others can do the same.</summary>
internal sealed class RecordedTransactions
{
    private readonly IReadOnlyList<RecordedStep[]>[] _clients;

    private RecordedTransactions(IReadOnlyList<RecordedStep[]>[] clients, IReadOnlySet<(Statement Statement, int Column)> withNulls) =>
        (_clients, WithNulls) = (clients, withNulls);

    /// <summary>Columns of results that had a null in them.</summary>
    public IReadOnlySet<(Statement Statement, int Column)> WithNulls { get; }

    /// <summary>The first transactions of each client.</summary>
    public static async Task<RecordedTransactions> OfAsync(
        Brokerage brokerage, SqlOptions options, int clients, int transactions, CancellationToken cancellationToken)
    {
        var data = Brokerage.DataOf(options);
        await using var source = brokerage.Target.Open(Brokerage.Database);
        await using var session = new RecordingSession(
            await new PostgresDatabase(source).OpenAsync(options.Isolation, cancellationToken));
        var recorded = new IReadOnlyList<RecordedStep[]>[clients];
        for (var number = 0; number < clients; number++)
        {
            var client = new WorkloadClient(data, number + 1, SqlClients.MixOf(options));
            var done = new List<RecordedStep[]>(transactions);
            while (done.Count < transactions)
            {
                var result = await TransactionRunner.RunAsync(session, client.Next(), cancellationToken);
                done.Add(result.Failure is null ? session.Take() : throw result.Failure);
            }

            recorded[number] = done;
        }

        return new(recorded, session.WithNulls);
    }

    /// <summary>The transactions of a client, counted from 0.</summary>
    public IReadOnlyList<RecordedStep[]> Of(int client) => _clients[client];

    private sealed class RecordingSession(ISqlSession session) : ForwardingSession(session)
    {
        private readonly List<RecordedStep> _steps = [];
        private readonly HashSet<(Statement Statement, int Column)> _withNulls = [];

        public IReadOnlySet<(Statement Statement, int Column)> WithNulls => _withNulls;

        public RecordedStep[] Take()
        {
            RecordedStep[] taken = [.. _steps];
            _steps.Clear();
            return taken;
        }

        public override ValueTask<ResultRows> QueryAsync(
            Statement statement, CancellationToken cancellationToken, params ReadOnlySpan<Cell> arguments)
        {
            _steps.Add(new(statement, arguments.ToArray()));
            return WatchAsync(statement, base.QueryAsync(statement, cancellationToken, arguments));
        }

        private async ValueTask<ResultRows> WatchAsync(Statement statement, ValueTask<ResultRows> result)
        {
            var rows = await result;
            for (var row = 0; row < rows.Count; row++)
            {
                for (var column = 0; column < statement.Columns.Count; column++)
                {
                    if (rows[row][column].IsNull)
                    {
                        _withNulls.Add((statement, column));
                    }
                }
            }

            return rows;
        }
    }
}
