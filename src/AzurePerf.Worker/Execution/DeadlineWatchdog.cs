namespace AzurePerf.Worker.Execution;

/// <summary>
/// Cancels operations that take longer than their time-out. Looks at all clients in turn, so a time-out comes late by up to a twentieth of
/// its length, between 5 and 250 ms; the latency recorded is what really passed.
/// </summary>
internal sealed class DeadlineWatchdog : IAsyncDisposable
{
    private static readonly TimeSpan ShortestPeriod = TimeSpan.FromMilliseconds(5);
    private static readonly TimeSpan LongestPeriod = TimeSpan.FromMilliseconds(250);

    private readonly OperationDeadline[] _deadlines;
    private readonly MeasurementClock _clock;
    private readonly long _timeoutNanoseconds;
    private readonly List<(Task Cancelling, CancellationTokenSource Source)> _expired = [];
    private readonly Lock _turn = new();
    private readonly ITimer _timer;

    public DeadlineWatchdog(OperationDeadline[] deadlines, TimeSpan timeout, MeasurementClock clock, TimeProvider time)
    {
        _deadlines = deadlines;
        _clock = clock;
        _timeoutNanoseconds = timeout.Ticks * TimeSpan.NanosecondsPerTick;
        var period = TimeSpan.FromTicks(Math.Clamp(timeout.Ticks / 20, ShortestPeriod.Ticks, LongestPeriod.Ticks));
        _timer = time.CreateTimer(static self => ((DeadlineWatchdog)self!).Look(), this, period, period);
    }

    /// <summary>Ends the watch; returns when no cancellation is under way any more. The clients must have ended.</summary>
    public async ValueTask DisposeAsync()
    {
        await _timer.DisposeAsync();
        foreach (var (cancelling, source) in _expired)
        {
            await cancelling;
            source.Dispose();
        }
    }

    private void Look()
    {
        // A late turn may overlap the next one, which then has nothing to do.
        if (!_turn.TryEnter())
        {
            return;
        }

        try
        {
            DisposeCancelled();
            CancelExpired(_clock.Nanoseconds() - _timeoutNanoseconds);
        }
        finally
        {
            _turn.Exit();
        }
    }

    private void CancelExpired(long beganAtOrBeforeNanoseconds)
    {
        foreach (var deadline in _deadlines)
        {
            if (deadline.TakeExpired(beganAtOrBeforeNanoseconds) is { } source)
            {
                // Not Cancel(): it would run the client's loop on this thread, and the others would wait for their deadlines.
                _expired.Add((source.CancelAsync(), source));
            }
        }
    }

    /// <summary>A cancellation that failed stays until the end, where it is thrown.</summary>
    private void DisposeCancelled() => _expired.RemoveAll(entry =>
    {
        if (entry.Cancelling.IsCompletedSuccessfully)
        {
            entry.Source.Dispose();
        }

        return entry.Cancelling.IsCompletedSuccessfully;
    });
}
