using System.Collections.Concurrent;
using System.Threading.RateLimiting;
using AzurePerf.Core.Access;
using AzurePerf.Storage.Access;

namespace AzurePerf.Web.Access;

/// <summary>
/// Looks up the keys that requests show. What was read serves for five seconds, so that a page with its parts costs one read and a key that
/// was revoked elsewhere ends within that time. From an address that showed many wrong keys a key is looked up in the list of all keys,
/// which is read at most once a second: guessing costs no read of its own, and a key that opens something opens it wherever it comes from,
/// whatever others there show.
/// </summary>
internal sealed class KeyChecks(KeyStore keys, KeyList list, TimeProvider time) : IDisposable
{
    /// <summary>For how long a key that was read serves, alone or in the list of all.</summary>
    public static readonly TimeSpan Freshness = TimeSpan.FromSeconds(5);

    private const int MostRemembered = 10_000;
    private const int WrongKeysPerMinute = 20;
    private readonly ConcurrentDictionary<string, Remembered> _remembered = new(StringComparer.Ordinal);
    private readonly ConcurrentDictionary<string, Lazy<Task<AccessKey?>>> _reading = new(StringComparer.Ordinal);

    private readonly ConcurrentDictionary<string, int> _guesses = new(StringComparer.Ordinal);

    private int _changes;

    private readonly PartitionedRateLimiter<string> _wrong =
        PartitionedRateLimiter.Create<string, string>(from => RateLimitPartition.GetFixedWindowLimiter(
        from, _ => new() { PermitLimit = WrongKeysPerMinute, Window = TimeSpan.FromMinutes(1) }));

    /// <summary>Judges the text that a request shows.</summary>
    /// <param name="text">What was shown.</param>
    /// <param name="from">The network that the request comes from.</param>
    /// <param name="cancellationToken">Ends the request.</param>
    public async Task<KeyCheck> OfTextAsync(string text, string from, CancellationToken cancellationToken)
    {
        var id = AccessKeyText.IdOf(text);
        var check = id is null ? Counted(new(null, KeyFault.Malformed), from)
            : Recall(id) is { } known ? Counted(KeyCheck.OfText(text, known, time.GetUtcNow()), from)
            : await LookUpAsync(text, id, from, cancellationToken);
        return check.Fault is null ? check with { Key = await NoteUseAsync(check.Key!, cancellationToken) } : check;
    }

    /// <summary>Judges the key by which a browser signed in.</summary>
    public async Task<KeyCheck> OfSessionAsync(string id, CancellationToken cancellationToken)
    {
        var check = KeyCheck.OfStored(Recall(id) ?? await ReadAsync(id, cancellationToken), time.GetUtcNow());
        return check.Fault is null ? check with { Key = await NoteUseAsync(check.Key!, cancellationToken) } : check;
    }

    /// <summary>Whether somebody who was let in some time ago still would be, as far as keys say so.</summary>
    public async Task<bool> StillOpensAsync(Caller caller, CancellationToken cancellationToken) =>
        caller.KeyId.Length == 0 || (await OfSessionAsync(caller.KeyId, cancellationToken)).Fault is null;

    /// <summary>Forgets what was read of a key that was changed here.</summary>
    public void Forget(string id)
    {
        Interlocked.Increment(ref _changes);
        list.Forget();
        _reading.TryRemove(id, out _);
        _remembered.TryRemove(id, out _);
    }

    public void Dispose() => _wrong.Dispose();

    /// <summary>A read counts as that of a wrong key until it has shown another: else any number of them could begin at once.</summary>
    private async Task<KeyCheck> LookUpAsync(string text, string id, string from, CancellationToken cancellationToken)
    {
        var guesses = _guesses.AddOrUpdate(from, 1, (_, before) => before + 1);
        try
        {
            var isCrowded = guesses > (_wrong.GetStatistics(from)?.CurrentAvailablePermits ?? WrongKeysPerMinute);
            var key = await (isCrowded && !_reading.ContainsKey(id)
                ? ReadListedAsync(id, cancellationToken) : ReadAsync(id, cancellationToken));
            return Counted(KeyCheck.OfText(text, key, time.GetUtcNow()), from);
        }
        catch
        {
            // The caller hung up, or the read failed. It counts as a wrong key, so that such guesses are not free.
            Counted(new(null, KeyFault.Unknown), from);
            throw;
        }
        finally
        {
            _guesses.AddOrUpdate(from, 0, (_, before) => before - 1);
            _guesses.TryRemove(KeyValuePair.Create(from, 0));
        }
    }

    private KeyCheck Counted(KeyCheck check, string from)
    {
        if (check.Fault is null)
        {
            return check;
        }

        using var lease = _wrong.AttemptAcquire(from);
        return lease.IsAcquired ? check : check with { Fault = KeyFault.TooMany };
    }

    private AccessKey? Recall(string id) =>
        _remembered.TryGetValue(id, out var remembered) && time.GetElapsedTime(remembered.ReadAt) < Freshness ? remembered.Key : null;

    /// <summary>However many ask for a key at once, it is read once.</summary>
    private Task<AccessKey?> ReadAsync(string id, CancellationToken cancellationToken) =>
        _reading.GetOrAdd(id, _ => new(() => ReadOnceAsync(id))).Value.WaitAsync(cancellationToken);

    private async Task<AccessKey?> ReadListedAsync(string id, CancellationToken cancellationToken)
    {
        var changes = Volatile.Read(ref _changes);
        var (key, readAt) = await list.FindAsync(id, cancellationToken);
        if (key is not null)
        {
            Remember(key, readAt, changes);
        }

        return key;
    }

    private async Task<AccessKey?> ReadOnceAsync(string id)
    {
        try
        {
            var (readAt, changes) = (time.GetTimestamp(), Volatile.Read(ref _changes));
            // Whoever asked first may leave; the others wait on.
            var key = await keys.FindAsync(id, CancellationToken.None);
            if (key is not null)
            {
                Remember(key, readAt, changes);
            }

            return key;
        }
        finally
        {
            _reading.TryRemove(id, out _);
        }
    }

    private async Task<AccessKey> NoteUseAsync(AccessKey key, CancellationToken cancellationToken)
    {
        var noted = await keys.NoteUseAsync(key, time.GetUtcNow(), cancellationToken);
        if (noted != key && _remembered.TryGetValue(key.Id, out var remembered))
        {
            // Unless it was forgotten or read again meanwhile.
            _remembered.TryUpdate(key.Id, remembered with { Key = noted }, remembered);
        }

        return noted;
    }

    /// <param name="key">What was read.</param>
    /// <param name="readAt">When the read began.</param>
    /// <param name="changes">Changes before that: what was read before a key was changed here may be older than the change.</param>
    private void Remember(AccessKey key, long readAt, int changes)
    {
        if (_remembered.Count >= MostRemembered)
        {
            _remembered.Clear();
        }

        _remembered[key.Id] = new(key, readAt);
        if (Volatile.Read(ref _changes) != changes)
        {
            _remembered.TryRemove(key.Id, out _);
        }
    }

    private sealed record Remembered(AccessKey Key, long ReadAt);
}
