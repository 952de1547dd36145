using AzurePerf.Core.Measurements;

namespace AzurePerf.Probes.Targets.Sql;

/// <summary>Settings of a database server in force, and what they mean for a point.</summary>
/// <param name="Values">By the names that the server has for them.</param>
internal sealed record ServerSettings(IReadOnlyDictionary<string, string> Values)
{
    /// <summary>What is read from PostgreSQL: what decides how fast it is and whether it loses a commit.</summary>
    public static IReadOnlyList<string> OfPostgres { get; } =
    [
        "server_version", "fsync", "synchronous_commit", "full_page_writes", "wal_level", "shared_buffers", "max_connections", "autovacuum",
        "default_transaction_isolation", "statement_timeout", "lock_timeout", "deadlock_timeout", "jit",
    ];

    /// <summary>What is read of SQL Server, a row with a column for each: the same. Of Azure SQL also what was bought.</summary>
    public const string QueryOfSqlServer =
        """
        SELECT CAST(SERVERPROPERTY('ProductVersion') AS nvarchar(50)) AS server_version,
            CAST(SERVERPROPERTY('Edition') AS nvarchar(100)) AS edition,
            CAST(DATABASEPROPERTYEX(d.name, 'ServiceObjective') AS nvarchar(100)) AS service_objective,
            CAST(d.compatibility_level AS nvarchar(10)) AS compatibility_level,
            CAST(d.recovery_model_desc AS nvarchar(60)) AS recovery_model,
            CAST(d.delayed_durability_desc AS nvarchar(60)) AS delayed_durability,
            CAST(d.snapshot_isolation_state_desc AS nvarchar(60)) AS snapshot_isolation,
            CASE d.is_read_committed_snapshot_on WHEN 1 THEN N'on' ELSE N'off' END AS read_committed_snapshot
        FROM sys.databases d WHERE d.database_id = DB_ID()
        """;

    /// <summary>True where a commit that was answered may be lost when the machine of the server fails.</summary>
    public bool MayLoseCommits => IsOff("fsync") || IsOff("synchronous_commit") || IsOff("full_page_writes")
        || Is("synchronous", "OFF") || (Is("synchronous", "NORMAL") && Is("journal_mode", "wal"))
        || Is("delayed_durability", "FORCED") || Is("journal_mode", "off") || Is("journal_mode", "memory");

    public IReadOnlyList<PointFlag> Flags => MayLoseCommits ? [PointFlag.NotDurable] : [];

    private bool IsOff(string name) => Is(name, "off");

    private bool Is(string name, string value) =>
        Values.TryGetValue(name, out var given) && given.Equals(value, StringComparison.OrdinalIgnoreCase);
}
