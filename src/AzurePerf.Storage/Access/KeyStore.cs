using System.Runtime.CompilerServices;
using AzurePerf.Core.Access;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Storage.Access;

/// <summary>The keys. A request costs one point read; nothing is ever removed, so that the audit can be understood.</summary>
public sealed class KeyStore(IRowStore rows)
{
    /// <summary>The coarseness of the time of last use: a busy key costs one write in that time.</summary>
    private static readonly TimeSpan UseStep = TimeSpan.FromHours(1);

    /// <summary>The key, or null.</summary>
    /// <exception cref="CorruptRowException">Its row makes no sense.</exception>
    public async Task<AccessKey?> FindAsync(string id, CancellationToken cancellationToken) =>
        await rows.FindAsync(ControlNames.KeysTable, KeyRows.Partition, id, cancellationToken) is { } row ? KeyRows.ToKey(row) : null;

    /// <summary>All keys, by id.</summary>
    public async IAsyncEnumerable<StoredEntry<AccessKey>> ListAsync([EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await foreach (var row in rows.ListAsync(ControlNames.KeysTable, KeyRows.Partition, cancellationToken: cancellationToken))
        {
            if (row.RowKey != KeyRows.NewestKey)
            {
                yield return StoredEntry<AccessKey>.Of(row, KeyRows.ToKey);
            }
        }
    }

    /// <summary>The keys that open something, as whoever makes another one must have seen them.</summary>
    public async Task<ActiveKeys> FindActiveAsync(DateTimeOffset now, CancellationToken cancellationToken)
    {
        // The mark is read before the keys: whoever stored one in between has changed it.
        var mark = await rows.FindAsync(ControlNames.KeysTable, KeyRows.Partition, KeyRows.NewestKey, cancellationToken);
        var active = await ListAsync(cancellationToken).Select(entry => entry.Value).OfType<AccessKey>()
            .Where(key => key.StateAt(now) == AccessKeyState.Active).ToArrayAsync(cancellationToken);
        return new(active, mark?.ETag);
    }

    /// <summary>
    /// Stores a new key and, in one step, what becomes of the one that it replaces; false when somebody else made a key since, or changed
    /// the one that is replaced. A key that is there although it looks refused, as its answer was lost, is stored: no other one has its
    /// hash.
    /// </summary>
    public async Task<bool> TryAddAsync(AccessKey key, AccessKey? replaced, ActiveKeys seen, CancellationToken cancellationToken)
    {
        var marked = new Row(KeyRows.Partition, KeyRows.NewestKey) { ["v"] = 1, ["key"] = key.Id };
        RowWrite[] writes = [new(KeyRows.From(key), null), new(marked, seen.Mark)];
        return await rows.TryWriteAllAsync(
            ControlNames.KeysTable, replaced is null ? writes : [.. writes, new(KeyRows.From(replaced), replaced.ETag)],
            cancellationToken) is not null
            || (await FindAsync(key.Id, cancellationToken))?.Hash == key.Hash;
    }

    /// <summary>Ends a key for good, whoever changes it at the same time; null when there is none.</summary>
    public async Task<AccessKey?> RevokeAsync(string id, string by, DateTimeOffset now, CancellationToken cancellationToken)
    {
        while (await FindAsync(id, cancellationToken) is { } key)
        {
            var revoked = key.RevokedAt is null ? key with { RevokedAt = now, RevokedBy = by } : key;
            if (revoked == key
                || await rows.TryReplaceAsync(ControlNames.KeysTable, KeyRows.From(revoked), key.ETag, cancellationToken) is not null)
            {
                return revoked;
            }
        }

        return null;
    }

    /// <summary>Notes that a key was shown, if that was not noted within the hour; the key as it stands then.</summary>
    public async Task<AccessKey> NoteUseAsync(AccessKey key, DateTimeOffset now, CancellationToken cancellationToken)
    {
        if (key.LastUsedAt is { } last && now - last < UseStep)
        {
            return key;
        }

        // Whoever changed it meanwhile, by using it or otherwise, changed it for a reason: this note can wait.
        var changes = new Row(KeyRows.Partition, key.Id) { ["lastUsedAt"] = now };
        return await rows.TryMergeAsync(ControlNames.KeysTable, changes, key.ETag, cancellationToken) is { } etag
            ? key with { LastUsedAt = now, ETag = etag }
            : key;
    }
}

/// <summary>The keys that opened something when they were looked at.</summary>
/// <param name="Keys">In the order of their ids.</param>
/// <param name="Mark">Changes with every key that is made; null before the first.</param>
public sealed record ActiveKeys(IReadOnlyList<AccessKey> Keys, string? Mark);
