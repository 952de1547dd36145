using Microsoft.Data.SqlClient;

namespace AzurePerf.Sql.Engines.SqlServer;

/// <summary>Opens connections to one database of a SQL Server, a new one each time.</summary>
/// <param name="connectionString">With a user and a password, or with neither where <paramref name="token"/> signs in.</param>
/// <param name="token">Gives the token that signs in; null where a password does.</param>
/// <param name="lockTimeout">After which the server gives up waiting for a lock; it limits nothing else.</param>
public sealed class SqlServerSource(
    string connectionString, Func<CancellationToken, ValueTask<string>>? token, TimeSpan lockTimeout)
{
    /// <summary>Milliseconds that mean: for as long as it takes.</summary>
    private const int Unlimited = -1;

    /// <summary>How long a call may go on after it was cancelled. The driver asks the server to cancel, and then waits for its answer for
    /// ever: on a network that has fallen silent, until TCP gives up after some 15 minutes.</summary>
    internal static readonly TimeSpan Grace = TimeSpan.FromSeconds(5);

    /// <summary>Connects.</summary>
    /// <exception cref="NotSupportedException">The process runs without the data of cultures, which the driver
    /// needs.</exception>
    public async Task<SqlConnection> ConnectAsync(CancellationToken cancellationToken)
    {
        var connection = new SqlConnection(connectionString);
        try
        {
            if (token is not null)
            {
                connection.AccessToken = await token(cancellationToken);
            }

        }
        catch
        {
            await connection.DisposeAsync();
            throw;
        }

        // The driver's own way to open without a thread lets only as many connections open at once as there are processors: the others
        // wait within it, and a measured time to connect is that of its queue.
        var opening = Task.Factory.StartNew(
            connection.Open, CancellationToken.None, TaskCreationOptions.LongRunning | TaskCreationOptions.DenyChildAttach,
            TaskScheduler.Default);
        try
        {
            await opening.WaitAsync(cancellationToken);
            return connection;
        }
        catch
        {
            // One that is given up ends by itself, by its time-out at the latest.
            _ = opening.ContinueWith(_ => connection.Dispose(), TaskScheduler.Default);
            throw;
        }
    }

    /// <summary>Sets what holds for all that a connection does: an error of a statement ends its transaction, as on other engines, and
    /// a wait for a lock has a limit.</summary>
    /// <param name="connection">Open.</param>
    /// <param name="limited">False for who loads or checks: a statement may take as long as it needs.</param>
    /// <param name="cancellationToken">Ends it.</param>
    public Task SetAsync(SqlConnection connection, bool limited, CancellationToken cancellationToken) => RunAsync(
        connection,
        FormattableString.Invariant(
            $"SET XACT_ABORT ON; SET LOCK_TIMEOUT {(limited ? (int)lockTimeout.TotalMilliseconds : Unlimited)}"),
        cancellationToken);

    /// <summary>Performs commands that have no result, for as long as they take.</summary>
    public static async Task RunAsync(SqlConnection connection, string sql, CancellationToken cancellationToken)
    {
        await using var command = new SqlCommand(sql, connection) { CommandTimeout = 0 };
        await CancelledAsync(command.ExecuteNonQueryAsync(cancellationToken), cancellationToken);
    }

    /// <summary>Waits for a call of the driver, and gives it up some time after it was cancelled. The connection is lost then, and to close
    /// it waits for the call.</summary>
    internal static async Task NotForeverAsync(Task call, TimeProvider clock, CancellationToken cancellationToken)
    {
        using var late = new CancellationTokenSource(Timeout.InfiniteTimeSpan, clock);
        await using var watch = cancellationToken.UnsafeRegister(_ => late.CancelAfter(Grace), null);
        await call.WaitAsync(late.Token);
    }

    /// <summary>Waits for a call of the driver, which says of one that was cancelled that it failed.</summary>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    internal static async Task CancelledAsync(Task call, CancellationToken cancellationToken)
    {
        try
        {
            await call;
        }
        catch (SqlException failure) when (cancellationToken.IsCancellationRequested)
        {
            throw new OperationCanceledException(failure.Message, failure, cancellationToken);
        }
    }
}
