using System.Net.Sockets;
using System.Security.Authentication;
using Azure.Identity;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Sql.Engines;
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
        SqlException { InnerException: null } answer => SqlErrorTable.OfNumber(answer.Number, answer.Message),
        SqlException { InnerException: { } inner } failed => OfDriver(failed, inner),
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

    /// <summary>What the driver of SQL Server wraps: it counts time out itself, and gives what it met on the connection a number of its
    /// own.</summary>
    private OperationOutcome OfDriver(SqlException failed, Exception inner) =>
        SqlErrorTable.OfNumber(failed.Number, failed.Message) is var known && known != OperationOutcome.ServerError
            ? known
            : OfConnection(inner);

    /// <summary>What the driver wraps, it met on the connection.</summary>
    private OperationOutcome OfConnection(Exception inner) =>
        Classify(inner, mutates: false) is var outcome && outcome != OperationOutcome.Harness
            ? outcome
            : OperationOutcome.ConnectionReset;
}
