namespace AzurePerf.Worker.Execution;

/// <summary>
/// The time-out of whatever one client is doing now, without a timer per operation: the client stamps when it began, a watchdog looks at
/// the stamps of all clients.
/// </summary>
/// <remarks>
/// The stamp is the only thing that both sides write. Whoever exchanges it first decides: the client that its operation is over, or the
/// watchdog that it is too late. After the latter the client takes a new token source; the old one stays with the watchdog, which cancels
/// it and disposes it.
/// </remarks>
internal sealed class OperationDeadline(CancellationToken stop) : IDisposable
{
    private const long Idle = -1;
    private const long Expired = -2;

    private CancellationTokenSource _source = CancellationTokenSource.CreateLinkedTokenSource(stop);
    private long _stamp = Idle;
    private long _ownStamp;

    /// <summary>Cancelled when the time is over, and when the execution is to stop.</summary>
    public CancellationToken Token => _source.Token;

    /// <summary>Begins a time-out. Client only, while none is running.</summary>
    public void Begin(long nowNanoseconds)
    {
        _ownStamp = nowNanoseconds;
        Volatile.Write(ref _stamp, nowNanoseconds);
    }

    /// <summary>Gives what is running its full time again, unless it is already too late. Client only.</summary>
    public void Extend(long nowNanoseconds)
    {
        if (Interlocked.CompareExchange(ref _stamp, nowNanoseconds, _ownStamp) == _ownStamp)
        {
            _ownStamp = nowNanoseconds;
        }
    }

    /// <summary>Ends the time-out; true when it had run out. Client only.</summary>
    public bool End()
    {
        if (Interlocked.Exchange(ref _stamp, Idle) != Expired)
        {
            return false;
        }

        Volatile.Write(ref _source, CancellationTokenSource.CreateLinkedTokenSource(stop));
        return true;
    }

    /// <summary>What to cancel, and later to dispose, if something is running that began at or before the given instant. Watchdog
    /// only.</summary>
    public CancellationTokenSource? TakeExpired(long beganAtOrBeforeNanoseconds)
    {
        var stamp = Volatile.Read(ref _stamp);
        if (stamp < 0 || stamp > beganAtOrBeforeNanoseconds)
        {
            return null;
        }

        // Read before the exchange: once the stamp says expired, the client may put a new source here.
        var source = Volatile.Read(ref _source);
        return Interlocked.CompareExchange(ref _stamp, Expired, stamp) == stamp ? source : null;
    }

    public void Dispose() => _source.Dispose();
}
