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

    /// <summary>True where a commit that was answered may be lost when the machine of the server fails.</summary>
    public bool MayLoseCommits => IsOff("fsync") || IsOff("synchronous_commit") || IsOff("full_page_writes")
        || Is("synchronous", "OFF") || (Is("synchronous", "NORMAL") && Is("journal_mode", "wal"))
        || Is("journal_mode", "off") || Is("journal_mode", "memory");

    public IReadOnlyList<PointFlag> Flags => MayLoseCommits ? [PointFlag.NotDurable] : [];

    private bool IsOff(string name) => Is(name, "off");

    private bool Is(string name, string value) =>
        Values.TryGetValue(name, out var given) && given.Equals(value, StringComparison.OrdinalIgnoreCase);
}
