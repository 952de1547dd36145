using AzurePerf.Core.Access;
using AzurePerf.Storage.Access;

namespace AzurePerf.Web.Access;

/// <summary>
/// All keys, for addresses from which many wrong ones come. However many ask, the list is read at most once a second; who asks for a key
/// that is not in it waits for a list that was read after the question, so that a key that was made a moment ago is found.
/// </summary>
internal sealed class KeyList(KeyStore keys, TimeProvider time) : IDisposable
{
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(1);

    private readonly SemaphoreSlim _turn = new(1);
    private volatile Listed? _listed;
    private long? _begunAt;
    private int _changes;

    /// <summary>The key, or null when there is none, and when it was read.</summary>
    public async Task<(AccessKey? Key, long ReadAt)> FindAsync(string id, CancellationToken cancellationToken)
    {
        var asked = time.GetTimestamp();
        if (Fresh() is { } known && known.Keys.TryGetValue(id, out var key))
        {
            return (key, known.BegunAt);
        }

        await _turn.WaitAsync(cancellationToken);
        try
        {
            var read = Fresh() is { } since && since.BegunAt > asked ? since : await ReadAsync(cancellationToken);
            return (read.Keys.GetValueOrDefault(id), read.BegunAt);
        }
        finally
        {
            _turn.Release();
        }
    }

    /// <summary>Forgets what was read: a key was changed here.</summary>
    public void Forget() => Interlocked.Increment(ref _changes);

    public void Dispose() => _turn.Dispose();

    private Listed? Fresh() =>
        _listed is { } listed && listed.Changes == Volatile.Read(ref _changes) && time.GetElapsedTime(listed.BegunAt) < KeyChecks.Freshness
            ? listed
            : null;

    private async Task<Listed> ReadAsync(CancellationToken cancellationToken)
    {
        if (_begunAt is { } before && Pause - time.GetElapsedTime(before) is var left && left > TimeSpan.Zero)
        {
            await Task.Delay(left, time, cancellationToken);
        }

        var (begunAt, changes) = (time.GetTimestamp(), Volatile.Read(ref _changes));
        _begunAt = begunAt;
        // Rows that cannot be read are no keys; whoever shows one hears so when it is read alone.
        var all = await keys.ListAsync(cancellationToken).Select(entry => entry.Value).OfType<AccessKey>()
            .ToDictionaryAsync(key => key.Id, StringComparer.Ordinal, cancellationToken);
        return _listed = new(all, begunAt, changes);
    }

    private sealed record Listed(Dictionary<string, AccessKey> Keys, long BegunAt, int Changes);
}
