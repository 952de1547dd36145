using AzurePerf.Core.Gangs;

namespace AzurePerf.TaskManager.Barrier;

/// <summary>
/// Who is at the barrier for one point, and the point's gang as last read. Only memory: losing it costs the members one more question each,
/// and those that wait for the end of others, who say that once, until the results of these are stored. Many questions are answered at
/// once, so everything here is behind one lock.
/// </summary>
internal sealed class StartBarrierState(TimeProvider time)
{
    private static readonly TimeSpan OldestRow = TimeSpan.FromSeconds(2);

    private readonly Lock _lock = new();
    private readonly Dictionary<(int Task, int Attempt, string WorkerId), Visitor> _visitors = [];
    private TaskCompletionSource _changed = new();
    private Task<GangState?>? _row;
    private long _rowReadAt;
    private Task? _agreement;

    /// <summary>Completes when somebody new came or something was agreed.</summary>
    public Task Changed
    {
        get
        {
            lock (_lock)
            {
                return _changed.Task;
            }
        }
    }

    /// <summary>What opens the barrier for the point; empty while that is not known.</summary>
    public string Token { get; set; } = "";

    /// <summary>Time stamp of the last question.</summary>
    public long LastAsked { get; private set; } = time.GetTimestamp();

    /// <summary>Notes that a member asks; until the result is disposed it is not silent.</summary>
    public void Enter(BarrierArrival arrival)
    {
        TaskCompletionSource? news = null;
        lock (_lock)
        {
            LastAsked = time.GetTimestamp();
            var key = KeyOf(arrival);
            var before = _visitors.GetValueOrDefault(key);
            _visitors[key] = new(arrival, (before?.Asking ?? 0) + 1, LastAsked);
            if (before?.Arrival.Phase != arrival.Phase || before.Arrival.Clock != arrival.Clock)
            {
                news = TakeSignal();
            }
        }

        news?.SetResult();
    }

    /// <summary>Notes that the member was answered, or went without an answer.</summary>
    /// <param name="arrival">The member.</param>
    /// <param name="forget">True when it has no business here.</param>
    public void Exit(BarrierArrival arrival, bool forget)
    {
        lock (_lock)
        {
            LastAsked = time.GetTimestamp();
            var key = KeyOf(arrival);
            if (_visitors.TryGetValue(key, out var visitor))
            {
                _visitors[key] = visitor with { Asking = visitor.Asking - 1, SeenAt = LastAsked };
                if (forget && visitor.Asking == 1)
                {
                    _visitors.Remove(key);
                }
            }
        }
    }

    /// <summary>Everybody who came, for the attempt of the one who asks.</summary>
    public IReadOnlyCollection<BarrierPresence> PresentWith(BarrierArrival asking)
    {
        lock (_lock)
        {
            return [.. _visitors.Values
                .Where(visitor => visitor.Arrival.Attempt == asking.Attempt)
                .Select(visitor =>
                    new BarrierPresence(visitor.Arrival, visitor.Asking > 0 ? TimeSpan.Zero : time.GetElapsedTime(visitor.SeenAt)))];
        }
    }

    /// <summary>The gang, read anew when what is known is older than two seconds; many who ask at once cause one read.</summary>
    public Task<GangState?> RowAsync(Func<Task<GangState?>> read)
    {
        lock (_lock)
        {
            if (_row is null || _row.IsFaulted || _row.IsCanceled || time.GetElapsedTime(_rowReadAt) >= OldestRow)
            {
                _row = read();
                _rowReadAt = time.GetTimestamp();
            }

            return _row;
        }
    }

    /// <summary>Lets one of many who see that all can start store it; returns when that is over.</summary>
    /// <param name="seen">The gang on which that was decided: a start that was stored for it since is not stored again.</param>
    /// <param name="store">Stores it; null when it was refused, because the row had changed.</param>
    public Task AgreeAsync(GangState seen, Func<Task<GangState?>> store)
    {
        lock (_lock)
        {
            if (_row is { IsCompletedSuccessfully: true, Result: { Go: not null } known } && known.Number == seen.Number)
            {
                return Task.CompletedTask;
            }

            return _agreement = _agreement is { IsCompleted: false } ? _agreement : StoreAsync(store);
        }
    }

    private async Task StoreAsync(Func<Task<GangState?>> store)
    {
        GangState? stored = null;
        try
        {
            stored = await store();
        }
        finally
        {
            TaskCompletionSource news;
            lock (_lock)
            {
                // Refused, or without an answer: the row itself must tell.
                _row = stored is null ? null : Task.FromResult<GangState?>(stored);
                _rowReadAt = time.GetTimestamp();
                news = TakeSignal();
            }

            news.SetResult();
        }
    }

    /// <summary>The signal to give once the lock is left: whoever waits for it goes on at once, on the thread that gives it.</summary>
    private TaskCompletionSource TakeSignal()
    {
        var signal = _changed;
        _changed = new();
        return signal;
    }

    private static (int Task, int Attempt, string WorkerId) KeyOf(BarrierArrival arrival) =>
        (arrival.Task, arrival.Attempt, arrival.WorkerId);

    private sealed record Visitor(BarrierArrival Arrival, int Asking, long SeenAt);
}
