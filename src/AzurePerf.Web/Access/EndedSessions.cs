using System.Globalization;
using AzurePerf.Storage.Access;

namespace AzurePerf.Web.Access;

/// <summary>Which sign-ins were ended: here at once, on other replicas within five seconds, by one read for all requests in
/// between.</summary>
internal sealed class EndedSessions(EndedSessionStore stored, TimeProvider time)
{
    private const int Tries = 2;
    private static readonly TimeSpan Freshness = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan TryLimit = TimeSpan.FromSeconds(3);
    private readonly Dictionary<string, Task> _ending = new(StringComparer.Ordinal);
    private readonly Lock _lock = new();
    private volatile Known? _known;
    private Task<Known>? _reading;
    private int _changes;

    public async Task<bool> IncludesAsync(string id, CancellationToken cancellationToken) =>
        (Fresh() ?? await BeginOrJoin().WaitAsync(cancellationToken)).Ids.Contains(id);

    /// <summary>Ends a sign-in that would have ended at an instant. What is sent many times at once is stored once; no sign-in waits for
    /// the end of another.</summary>
    public async Task AddAsync(string id, DateTimeOffset until, CancellationToken cancellationToken)
    {
        Task? ending;
        lock (_lock)
        {
            if (!_ending.TryGetValue(id, out ending))
            {
                // Elsewhere: it takes itself out of those under way, among which it is not yet.
                _ending[id] = ending = Task.Run(() => EndAsync(id, until), CancellationToken.None);
            }
        }

        await ending.WaitAsync(cancellationToken);
    }

    /// <summary>Not ended by the caller who asked first: others may wait for it. One that failed may be stored nevertheless.</summary>
    private async Task EndAsync(string id, DateTimeOffset until)
    {
        try
        {
            if (!await IncludesAsync(id, CancellationToken.None))
            {
                await TriedAsync(limit => stored.AddAsync(id, until, limit));
            }
        }
        finally
        {
            Forget(id);
        }
    }

    private Known? Fresh() => _known is { } known && time.GetElapsedTime(known.ReadAt) < Freshness ? known : null;

    /// <summary>A read that began before must not be believed after.</summary>
    private void Forget(string id)
    {
        lock (_lock)
        {
            _ending.Remove(id);
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
        Known read = null!;
        await TriedAsync(async limit =>
        {
            var readAt = time.GetTimestamp();
            read = new(await stored.ListAsync(limit), readAt);
        });
        return Remembered(read, changes);
    }

    private async Task TriedAsync(Func<CancellationToken, Task> ask)
    {
        for (var tries = 1; ; tries++)
        {
            using var limit = new CancellationTokenSource(TryLimit, time);
            try
            {
                await ask(limit.Token);
                return;
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
