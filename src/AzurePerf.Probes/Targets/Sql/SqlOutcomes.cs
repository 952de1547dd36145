using System.Net.Sockets;
using System.Security.Authentication;
using Azure.Identity;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Sql.Engines;
using AzurePerf.Sql.Engines.SqlServer;
using Microsoft.Data.SqlClient;
using Npgsql;

namespace AzurePerf.Probes.Targets.Sql;

/// <summary>
/// Classifies what operations on databases throw: an answer by what the server said, anything else by where the connection failed. Whether
/// a transaction may have been committed all the same, only the transaction knows: see <see cref="MayHaveLandedException"/>.
/// </summary>
internal sealed class SqlOutcomes : IOutcomeClassifier
{
    /// <summary>Classifies one failure; <paramref name="mutates"/> changes nothing.</summary>
    public OperationOutcome Classify(Exception exception, bool mutates) => exception switch
    {
        MayHaveLandedException => OperationOutcome.Ambiguous,
        CorruptDataException => OperationOutcome.Corrupt,
        PostgresException answer => SqlErrorTable.OfState(answer.SqlState, answer.TableName),
        SqliteException answer => SqlErrorTable.OfCode(answer.Code),
        SqlException failed => OfSqlServer(failed),
        AuthenticationFailedException => OperationOutcome.Unauthorized,
        AuthenticationException => OperationOutcome.Tls,
        TimeoutException or OperationCanceledException => OperationOutcome.ClientTimeout,
        SocketException socket => StorageOutcomes.OfSocket(socket.SocketErrorCode, mutates: false),
        NpgsqlException { InnerException: null } when exception.Message.Contains("SSL", StringComparison.Ordinal) => OperationOutcome.Tls,
        NpgsqlException { InnerException: { } inner } => OfConnection(inner),
        NpgsqlException or EndOfStreamException => OperationOutcome.ConnectionReset,
        AggregateException { InnerExceptions: [.., var last] } => Classify(last, mutates),
        IOException { InnerException: SocketException broken } => StorageOutcomes.OfSocket(broken.SocketErrorCode, mutates: false),
        _ => OperationOutcome.Harness,
    };

    /// <summary>An answer of SQL Server, or what its driver met, which it gives numbers of its own. Of a connection that no address of the
    /// server took, it keeps no reason: its socket says success.</summary>
    private OperationOutcome OfSqlServer(SqlException failed) => SqlErrorTable.OfNumber(failed.Number, failed.Message) switch
    {
        OperationOutcome.ServerError when failed.InnerException is SocketException { SocketErrorCode: SocketError.Success } =>
            OperationOutcome.ConnectionRefused,
        OperationOutcome.ServerError when failed.InnerException is { } inner => OfConnection(inner),
        OperationOutcome.ServerError when failed.Class >= SqlServerSession.Fatal => OperationOutcome.ConnectionReset,
        var known => known,
    };

    /// <summary>What the driver wraps, it met on the connection.</summary>
    private OperationOutcome OfConnection(Exception inner) =>
        Classify(inner, mutates: false) is var outcome && outcome != OperationOutcome.Harness
            ? outcome
            : OperationOutcome.ConnectionReset;
}
