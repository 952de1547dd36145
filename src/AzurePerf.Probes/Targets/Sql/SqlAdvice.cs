using AzurePerf.Core.Files;
using AzurePerf.Core.Measurements;
using AzurePerf.Sql.Engines;
using Microsoft.Data.SqlClient;
using Npgsql;

namespace AzurePerf.Probes.Targets.Sql;

/// <summary>What an operator must change when a database cannot be worked on, in clauses that go on after the name of the target's
/// setting.</summary>
internal static class SqlAdvice
{
    public const string MayNotCreate =
        "signs in as a user who may not create databases: an administrator gives the right with ALTER ROLE ... CREATEDB";

    public const string MayNotCreateOnSqlServer =
        "signs in as a user who may not create databases: an administrator makes the user a member of dbcreator, or of dbmanager in the "
            + "master of Azure SQL";

    private const string Firewall =
        "leads to a server of Azure SQL whose firewall keeps this machine out: allow its address, or its network, there";

    private const string MayNot = "signs in as a user who lacks a right: an administrator grants what the server names";

    private const string Refused = "signs in nobody: check the user and the password in it, or the roles of the identity";

    /// <summary>Without the question mark of an address: texts that are stored lose whatever looks like a query.</summary>
    private const string Tls =
        "leads to a server whose TLS was refused (none there, another name, or a certificate that is not trusted): "
            + "for a private server set ca=FILE with its certificates, or tls=off";

    private const string Full = "leads to a database whose disk is full: make room there, or load fewer customers and days";

    /// <summary>SQLITE_FULL.</summary>
    private const int SqliteFull = 13;

    /// <summary>Of a full file, a full log, and a database of Azure that has its largest size.</summary>
    private static readonly int[] SqlServerFull = [1101, 1105, 9002, 40544];

    private static readonly SqlOutcomes Outcomes = new();

    /// <summary>Null where nothing that an operator can do at the setting or behind it would help, and for what another account than the
    /// target's said.</summary>
    /// <param name="failure">What making, copying, loading or opening a database threw.</param>
    public static string? Of(Exception failure) => failure switch
    {
        AggregateException several => several.InnerExceptions.Select(Of).FirstOrDefault(advice => advice is not null),
        NpgsqlException refused => OfServer(refused),
        SqlException refused => OfSqlServer(refused),
        SqliteException { Code: SqliteFull } => Full,
        SqliteException => null,
        _ when FullDisk.IsWhy(failure) => Full,
        _ => failure.InnerException is { } inner ? Of(inner) : null,
    };

    private static string? OfServer(NpgsqlException refused) => refused switch
    {
        PostgresException { SqlState: PostgresErrorCodes.DiskFull } => Full,
        PostgresException { SqlState: PostgresErrorCodes.InsufficientPrivilege } denied =>
            denied.MessageText.EndsWith("create database", StringComparison.Ordinal) ? MayNotCreate : MayNot,
        _ => OfConnection(refused),
    };

    private static string? OfSqlServer(SqlException refused) => refused.Number switch
    {
        var number when SqlServerFull.Contains(number) => Full,
        262 => MayNotCreateOnSqlServer,
        229 or 230 or 297 or 300 or 916 => MayNot,
        40615 or 40914 => Firewall,
        _ => OfConnection(refused),
    };

    private static string? OfConnection(Exception refused) => Outcomes.Classify(refused, mutates: false) switch
    {
        OperationOutcome.Tls => Tls,
        OperationOutcome.Unauthorized => Refused,
        _ => null,
    };
}
