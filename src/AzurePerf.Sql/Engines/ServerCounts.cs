using AzurePerf.Core.Texts;

namespace AzurePerf.Sql.Engines;

/// <summary>What a server has counted in a database.</summary>
/// <param name="Commits">Of everybody, without that of each connection's beginning.</param>
/// <param name="Deadlocks">That it found and ended.</param>
/// <param name="Since">From when it counts, in its own words: others after it lost its counts.</param>
public sealed record ServerCounts(long Commits, long Deadlocks, string Since)
{
    /// <summary>
    /// How the server contradicts the clients, as a clause; null when it does not, or has lost its counts. Other connections and the
    /// server's own maintenance commit too, so its commits may be more. They meet no deadlock with clients.
    /// </summary>
    /// <param name="before">What the server had counted before the first of them.</param>
    /// <param name="commits">That they were answered.</param>
    /// <param name="deadlocks">That they were told of.</param>
    /// <param name="answersLost">Whether connections were lost, and answers with them.</param>
    public string? Contradicts(ServerCounts before, long commits, long deadlocks, bool answersLost)
    {
        ArgumentNullException.ThrowIfNull(before);
        var (committed, ended) = (Commits - before.Commits, Deadlocks - before.Deadlocks);
        var agree = committed >= commits && (answersLost ? ended >= deadlocks : ended == deadlocks);
        return agree || Since != before.Since
            ? null
            : $"the server counted {NumberFormat.Counted(committed, "commit")} and {NumberFormat.Counted(ended, "deadlock")}, "
                + $"and the clients saw {NumberFormat.Count(commits)} and {NumberFormat.Count(deadlocks)}";
    }
}
