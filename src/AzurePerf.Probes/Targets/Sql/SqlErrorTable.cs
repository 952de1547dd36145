using System.Collections.Frozen;
using AzurePerf.Core.Measurements;

namespace AzurePerf.Probes.Targets.Sql;

/// <summary>
/// The one table of what database engines say when an operation fails: SQLSTATE of PostgreSQL, number of SQL Server, extended result code
/// of SQLite. What is not in it is a fault of the server.
/// </summary>
internal static class SqlErrorTable
{
    private const string UniqueViolation = "23505";

    /// <summary>The table in which two transactions that read the same nothing both insert: one of them could not be put in any
    /// order.</summary>
    private const string PositionTable = "holding_summary";

    private static readonly FrozenDictionary<string, OperationOutcome> States = Table<string>(
    [
        (OperationOutcome.Throttled, ["53300"]), // too_many_connections
        (OperationOutcome.Deadlock, ["40P01"]),
        (OperationOutcome.Serialization, ["40001"]),
        (OperationOutcome.LockTimeout, ["55P03"]),
        (OperationOutcome.ServerTimeout, ["57014", "25P03", "25P04", "57P05"]), // statement, idle in transaction, transaction, idle session
        (OperationOutcome.Failover, ["57P01", "57P02", "57P04"]), // admin_shutdown, crash_shutdown, database_dropped
        (OperationOutcome.ConnectionRefused, ["57P03"]), // cannot_connect_now
        (OperationOutcome.NotFound, ["3D000", "42P01", "02000"]), // database, table, no_data
        (OperationOutcome.Unauthorized, ["42501"]), // insufficient_privilege
        (OperationOutcome.Conflict, ["42P04", "42P07", "55006"]), // duplicate_database, duplicate_table, object_in_use
    ]);

    /// <summary>Of states that begin with these two characters, where the table does not name them.</summary>
    private static readonly FrozenDictionary<string, OperationOutcome> StateClasses = Table<string>(
    [
        (OperationOutcome.ConnectionReset, ["08"]),
        (OperationOutcome.Unauthorized, ["28"]),
        (OperationOutcome.Conflict, ["23"]),
        (OperationOutcome.Rejected, ["0A", "21", "22", "25", "26", "34", "3F", "42", "44"]),
        (OperationOutcome.Serialization, ["40"]),
    ]);

    /// <summary>Of a primary key, and of an index.</summary>
    private static readonly int[] UniqueViolations = [2627, 2601];

    private static readonly FrozenDictionary<int, OperationOutcome> Numbers = Table<int>(
    [
        (OperationOutcome.Throttled, [10928, 10929, 17809, 40501, 40549, 40550, 40551, 40552, 40553, 49918, 49919, 49920]),
        (OperationOutcome.Deadlock, [1205]),
        (OperationOutcome.Serialization, [3960, 3961]),
        (OperationOutcome.LockTimeout, [1222]),
        (OperationOutcome.ClientTimeout, [-2, 121, 258]),
        (OperationOutcome.Failover, [596, 6005, 40143, 40197, 40613]), // killed session, shutdown, failovers of Azure
        (OperationOutcome.ConnectionRefused, [1225, 4060, 10061]),
        (OperationOutcome.NameResolution, [11001, 11002, 11004]),
        (OperationOutcome.Tls, [-2146893019, -2146893022]), // not trusted, another name
        (OperationOutcome.ConnectionReset, [64, 233, 10053, 10054, 10060]),
        (OperationOutcome.Unauthorized, [229, 230, 262, 297, 300, 916, 18452, 18456, 18470, 18486, 18487, 18488, 40615, 40914]),
        (OperationOutcome.NotFound, [208, 911, 3701]),
        (OperationOutcome.Conflict, [547, 1801, 2601, 2627, 2714, 3702]),
        (OperationOutcome.Rejected, [102, 156, 207, 245, 515, 2628, 3902, 8115, 8134, 8152]),
    ]);

    private static readonly FrozenDictionary<int, OperationOutcome> Codes = Table<int>(
    [
        (OperationOutcome.LockTimeout, [5, 6, 261, 262, 518]), // BUSY, LOCKED, BUSY_RECOVERY, LOCKED_SHAREDCACHE, LOCKED_VTAB
        (OperationOutcome.Serialization, [517]), // BUSY_SNAPSHOT
        (OperationOutcome.ServerTimeout, [9]), // INTERRUPT
        (OperationOutcome.Unauthorized, [3, 8, 23]), // PERM, READONLY, AUTH
        (OperationOutcome.NotFound, [12]),
        (OperationOutcome.ConnectionRefused, [14]), // CANTOPEN
        (OperationOutcome.Conflict, [19]), // CONSTRAINT
        (OperationOutcome.Rejected, [1, 18, 20, 21, 25]), // ERROR, TOOBIG, MISMATCH, MISUSE, RANGE
    ]);

    /// <param name="state">SQLSTATE: five characters.</param>
    /// <param name="table">The table that the server names; null for none.</param>
    public static OperationOutcome OfState(string state, string? table)
    {
        ArgumentNullException.ThrowIfNull(state);
        return state == UniqueViolation && table == PositionTable ? OperationOutcome.Serialization
            : States.TryGetValue(state, out var outcome) ? outcome
            : state.Length == 5 && StateClasses.TryGetValue(state[..2], out var ofClass) ? ofClass
            : OperationOutcome.ServerError;
    }

    /// <param name="number">Of SQL Server, negative ones of its client.</param>
    /// <param name="message">In the server's words, which name the table.</param>
    public static OperationOutcome OfNumber(int number, string message)
    {
        ArgumentNullException.ThrowIfNull(message);
        return UniqueViolations.Contains(number) && message.Contains(PositionTable, StringComparison.Ordinal)
            ? OperationOutcome.Serialization
            : Numbers.GetValueOrDefault(number, OperationOutcome.ServerError);
    }

    /// <param name="code">Extended result code of SQLite; its last byte is the code that it extends.</param>
    public static OperationOutcome OfCode(int code) =>
        Codes.TryGetValue(code, out var outcome) ? outcome : Codes.GetValueOrDefault(code & 0xFF, OperationOutcome.ServerError);

    private static FrozenDictionary<T, OperationOutcome> Table<T>((OperationOutcome Outcome, T[] Keys)[] rows)
        where T : notnull =>
        rows.SelectMany(row => row.Keys, (row, key) => KeyValuePair.Create(key, row.Outcome)).ToFrozenDictionary();
}
