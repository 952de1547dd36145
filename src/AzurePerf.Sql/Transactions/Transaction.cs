using System.Runtime.CompilerServices;
using AzurePerf.Core.Probes;
using AzurePerf.Sql.Engines;
using AzurePerf.Sql.Schema;

namespace AzurePerf.Sql.Transactions;

/// <summary>How a transaction is to end.</summary>
internal enum Ending
{
    Commit,
    Rollback,
}

/// <summary>One transaction under way: its session, the frame that it is in, and what it has told its client.</summary>
internal sealed class Transaction(ISqlSession session, CancellationToken cancellationToken)
{
    private Digest _told;

    /// <summary>From 1.</summary>
    public int Frame { get; set; } = 1;

    public ulong Told => _told.Value;

    public ValueTask<ResultRows> QueryAsync(Statement statement, params ReadOnlySpan<Cell> arguments) =>
        session.QueryAsync(statement, cancellationToken, arguments);

    /// <summary>Performs a query that has exactly one row.</summary>
    /// <exception cref="CorruptDataException">It has none, or several.</exception>
    public ValueTask<ResultRows> OneAsync(Statement statement, params ReadOnlySpan<Cell> arguments) =>
        OneOf(statement, session.QueryAsync(statement, cancellationToken, arguments));

    /// <summary>Changes exactly one row.</summary>
    /// <exception cref="CorruptDataException">None or several were changed.</exception>
    public ValueTask ChangeAsync(Statement statement, params ReadOnlySpan<Cell> arguments) =>
        ChangedOne(statement, session.ExecuteAsync(statement, cancellationToken, arguments));

    /// <summary>Tells the client a whole result.</summary>
    public void Tell(ResultRows rows)
    {
        for (var row = 0; row < rows.Count; row++)
        {
            _told.Add(rows[row]);
        }

        _told.EndResult(rows.Count);
    }

    public void Tell(params ReadOnlySpan<Cell> values) => _told.Add(values);

    /// <summary>Checks what a result must be.</summary>
    /// <exception cref="CorruptDataException">It is not.</exception>
    public static void Check(bool holds, [InterpolatedStringHandlerArgument(nameof(holds))] ref FaultText otherwise)
    {
        if (!holds)
        {
            throw new CorruptDataException(otherwise.ToStringAndClear());
        }
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private static async ValueTask<ResultRows> OneOf(Statement statement, ValueTask<ResultRows> result)
    {
        var rows = await result;
        Check(rows.Count == 1, $"one row was expected of: {statement}");
        return rows;
    }

    private static async ValueTask ChangedOne(Statement statement, ValueTask<int> result) =>
        Check(await result == 1, $"one row was to be changed by: {statement}");
}
