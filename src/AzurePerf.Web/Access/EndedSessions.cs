using AzurePerf.Storage.Access;

namespace AzurePerf.Web.Access;

/// <summary>Which sign-ins were ended: here at once, on other replicas within five seconds, by one read for all requests in
/// between.</summary>
internal sealed class EndedSessions(EndedSessionStore stored, TimeProvider time) : IDisposable
{
    private static readonly TimeSpan Freshness = TimeSpan.FromSeconds(5);
    private readonly SemaphoreSlim _turn = new(1);
    private volatile Known? _known;

    public async Task<bool> IncludesAsync(string id, CancellationToken cancellationToken)
    {
        if (Fresh() is { } fresh)
        {
            return fresh.Ids.Contains(id);
        }

        await _turn.WaitAsync(cancellationToken);
        try
        {
            return (Fresh() ?? await ReadAsync(cancellationToken)).Ids.Contains(id);
        }
        finally
        {
            _turn.Release();
        }
    }

    /// <summary>Ends a sign-in that would have ended at an instant.</summary>
    public async Task AddAsync(string id, DateTimeOffset until, CancellationToken cancellationToken)
    {
        // A read that began before must not be believed after: it takes its turn.
        await _turn.WaitAsync(cancellationToken);
        try
        {
            if (!(Fresh() ?? await ReadAsync(cancellationToken)).Ids.Contains(id))
            {
                await stored.AddAsync(id, until, cancellationToken);
                _known = null;
            }
        }
        finally
        {
            _turn.Release();
        }
    }

    public void Dispose() => _turn.Dispose();

    private Known? Fresh() => _known is { } known && time.GetElapsedTime(known.ReadAt) < Freshness ? known : null;

    private async Task<Known> ReadAsync(CancellationToken cancellationToken)
    {
        var readAt = time.GetTimestamp();
        return _known = new(await stored.ListAsync(cancellationToken), readAt);
    }

    private sealed record Known(IReadOnlySet<string> Ids, long ReadAt);
}
