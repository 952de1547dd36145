using System.Globalization;
using AzurePerf.Storage.Access;

namespace AzurePerf.Web.Access;

/// <summary>Which sign-ins were ended: here at once, on other replicas within five seconds, by one read for all requests in
/// between.</summary>
internal sealed class EndedSessions(EndedSessionStore stored, TimeProvider time) : IDisposable
{
    private const int Tries = 2;
    private static readonly TimeSpan Freshness = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan TryLimit = TimeSpan.FromSeconds(3);
    private readonly SemaphoreSlim _turn = new(1);
    private readonly Lock _lock = new();
    private volatile Known? _known;
    private Task<Known>? _reading;
    private int _changes;

    public async Task<bool> IncludesAsync(string id, CancellationToken cancellationToken) =>
        (Fresh() ?? await BeginOrJoin().WaitAsync(cancellationToken)).Ids.Contains(id);

    /// <summary>Ends a sign-in that would have ended at an instant.</summary>
    public async Task AddAsync(string id, DateTimeOffset until, CancellationToken cancellationToken)
    {
        // One after the other: what is sent many times at once is stored once.
        await _turn.WaitAsync(cancellationToken);
        try
        {
            if (!await IncludesAsync(id, cancellationToken))
            {
                await stored.AddAsync(id, until, cancellationToken);
                Forget();
            }
        }
        finally
        {
            _turn.Release();
        }
    }

    public void Dispose() => _turn.Dispose();

    private Known? Fresh() => _known is { } known && time.GetElapsedTime(known.ReadAt) < Freshness ? known : null;

    /// <summary>A read that began before must not be believed after.</summary>
    private void Forget()
    {
        lock (_lock)
        {
            (_known, _reading) = (null, null);
            _changes++;
        }
    }

    /// <summary>The read that is under way, or a new one. All who ask meanwhile share its result, or its failure.</summary>
    private Task<Known> BeginOrJoin()
    {
        lock (_lock)
        {
            if (_reading is null or { IsCompleted: true })
            {
                _reading = Fresh() is { } fresh ? Task.FromResult(fresh) : ReadAsync(_changes);
            }

            return _reading;
        }
    }

    /// <summary>Not ended by the caller who asked first: others may wait for it.</summary>
    private async Task<Known> ReadAsync(int changes)
    {
        for (var tries = 1; ; tries++)
        {
            var readAt = time.GetTimestamp();
            using var limit = new CancellationTokenSource(TryLimit, time);
            try
            {
                return Remembered(new(await stored.ListAsync(limit.Token), readAt), changes);
            }
            catch (OperationCanceledException) when (limit.IsCancellationRequested)
            {
                // The connection may be dead: the next try takes another one.
                if (tries == Tries)
                {
                    throw new TimeoutException(
                        string.Create(CultureInfo.InvariantCulture, $"no answer in {Tries * TryLimit.TotalSeconds:0} s"));
                }
            }
        }
    }

    private Known Remembered(Known read, int changes)
    {
        lock (_lock)
        {
            _known = changes == _changes ? read : _known;
        }

        return read;
    }

    private sealed record Known(IReadOnlySet<string> Ids, long ReadAt);
}
