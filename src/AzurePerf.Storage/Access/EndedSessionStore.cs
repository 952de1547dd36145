using AzurePerf.Storage.Rows;

namespace AzurePerf.Storage.Access;

/// <summary>Sign-ins that people ended before their time. A row is removed once its sign-in would have ended anyway.</summary>
public sealed class EndedSessionStore(IRowStore rows, TimeProvider time)
{
    private const string Partition = "ended";

    /// <summary>Of each call, so that nobody waits for all that ended while nobody signed out.</summary>
    private const int MostRemoved = 20;

    /// <summary>Ends a sign-in.</summary>
    /// <param name="id">Of the sign-in.</param>
    /// <param name="until">When it would have ended by itself.</param>
    /// <param name="cancellationToken">Ends the request.</param>
    public async Task AddAsync(string id, DateTimeOffset until, CancellationToken cancellationToken)
    {
        await rows.PutAsync(ControlNames.KeysTable, new Row(Partition, id) { ["v"] = 1, ["until"] = until }, cancellationToken);
        await foreach (var old in rows.ListAsync(ControlNames.KeysTable, Partition, cancellationToken: cancellationToken)
            .Where(row => row.RequiredInstant("until") < time.GetUtcNow()).Take(MostRemoved))
        {
            await rows.TryDeleteAsync(ControlNames.KeysTable, Partition, old.RowKey, null, cancellationToken);
        }
    }

    /// <summary>Ids of all that were ended and would not have ended yet.</summary>
    public async Task<IReadOnlySet<string>> ListAsync(CancellationToken cancellationToken) =>
        await rows.ListAsync(ControlNames.KeysTable, Partition, cancellationToken: cancellationToken).Select(row => row.RowKey)
            .ToHashSetAsync(StringComparer.Ordinal, cancellationToken);
}
