using AzurePerf.Core.Measurements;
using AzurePerf.Core.Measurements.Arrivals;

namespace AzurePerf.Worker.Execution;

/// <summary>
/// The arrivals of one client in an open loop that are due and not yet started, and its lanes that wait for one. An arrival is handed to
/// the lane that has waited longest, which starts it however late it wakes up, or, when all are busy, waits for the first that is free.
/// Instants are nanoseconds since the gate opened.
/// </summary>
/// <remarks>
/// Nothing is stored per arrival: the schedule is a sequence that can be read twice, once as arrivals fall due and once as lanes take them.
/// So any backlog fits, and no operation costs memory.
/// </remarks>
internal sealed class ArrivalQueue
{
    private readonly Lock _lock = new();
    private readonly ArrivalSchedule _falling;
    private readonly ArrivalSchedule _taken;
    private readonly long _limit;
    private readonly ArrivalWait[] _waiting;
    private int _firstWaiting;
    private int _waitingCount;
    private int _lanesAtWork;
    private long _returned;
    private long _lastDue;
    private long _lastEnd;
    private long? _lastStart;
    private long _endedAt = long.MaxValue;
    private ClientEnd? _end;
    private int _samples;
    private long _bytes;
    private int _failuresInARow;

    /// <param name="schedules">Makes the client's schedule.</param>
    /// <param name="lanes">Operations that it may have under way at once.</param>
    /// <param name="operations">Arrivals at most; <see cref="long.MaxValue"/> for no limit.</param>
    public ArrivalQueue(Func<ArrivalSchedule> schedules, int lanes, long operations)
    {
        _falling = schedules();
        _taken = schedules();
        _limit = operations;
        _waiting = new ArrivalWait[lanes];
        _lanesAtWork = lanes;
    }

    /// <summary>When the next arrival falls due; <see cref="long.MaxValue"/> when none will.</summary>
    public long NextNanoseconds
    {
        get
        {
            lock (_lock)
            {
                return _end is not null || _falling.Passed >= _limit ? long.MaxValue : _falling.NextNanoseconds;
            }
        }
    }

    /// <summary>Why the client starts no more; null while it does.</summary>
    public ClientEnd? End
    {
        get
        {
            lock (_lock)
            {
                return _end;
            }
        }
    }

    /// <summary>The next arrival falls due: a lane that waits has it. Nothing more falls due after the client's end.</summary>
    public void Release()
    {
        lock (_lock)
        {
            if (_end is not null)
            {
                return;
            }

            _lastDue = _falling.NextNanoseconds;
            _falling.Advance();
            if (_waitingCount > 0)
            {
                // Lanes wait while everything else was taken, so this is the next.
                _waiting[_firstWaiting].Handed = (_taken.Passed, _taken.NextNanoseconds);
                _taken.Advance();
                WakeOne();
            }

            if (_falling.Passed >= _limit)
            {
                // Those that are left over have nothing to wait for.
                EndWith(ClientEnd.Operations, long.MaxValue);
            }
        }
    }

    /// <summary>Called by a lane that is free.</summary>
    /// <param name="wait">Where it will wait if there is nothing to do.</param>
    /// <param name="index">The arrival's number, from 0.</param>
    /// <param name="intendedNanoseconds">When it was to start.</param>
    public ArrivalTurn Take(ArrivalWait wait, out long index, out long intendedNanoseconds)
    {
        lock (_lock)
        {
            (index, intendedNanoseconds) = (_taken.Passed, _taken.NextNanoseconds);
            if (_taken.Passed < _falling.Passed && _end is null or ClientEnd.Operations)
            {
                _taken.Advance();
                return ArrivalTurn.Start;
            }

            if (_end is not null)
            {
                return ArrivalTurn.Over;
            }

            wait.Prepare();
            _waiting[(_firstWaiting + _waitingCount++) % _waiting.Length] = wait;
            return ArrivalTurn.Wait;
        }
    }

    /// <summary>The client starts nothing any more; the first reason stays, unless it was that nothing more arrives.</summary>
    /// <param name="reason">Why.</param>
    /// <param name="nanoseconds">When this was found. Who found it may have stood still since, while arrivals fell due: these came before
    /// the end.</param>
    public void Finish(ClientEnd reason, long nanoseconds)
    {
        lock (_lock)
        {
            if (_end is null || (_end == ClientEnd.Operations && _taken.Passed - _returned < _falling.Passed))
            {
                EndWith(reason, Math.Max(nanoseconds, _lastDue));
            }
        }
    }

    /// <summary>A stop ended an operation of the client, which counts as stopped also where nothing more was to arrive.</summary>
    /// <param name="nanoseconds">When.</param>
    public void Interrupt(long nanoseconds)
    {
        lock (_lock)
        {
            EndWith(ClientEnd.Stopped, _end is null ? Math.Max(nanoseconds, _lastDue) : _endedAt);
        }
    }

    /// <summary>A lane that was handed an arrival does not start it.</summary>
    public void Return()
    {
        lock (_lock)
        {
            _returned++;
        }
    }

    /// <summary>A lane leaves. True for the last one.</summary>
    /// <param name="lastStartNanoseconds">The start of its last operation; null when it performed none.</param>
    /// <param name="lastEndNanoseconds">Its end; 0 likewise.</param>
    /// <param name="clientEndedNanoseconds">Until when the client was active; of use to the last lane.</param>
    public bool Leave(long? lastStartNanoseconds, long lastEndNanoseconds, out long clientEndedNanoseconds)
    {
        lock (_lock)
        {
            _lastStart = Math.Max(_lastStart ?? long.MinValue, lastStartNanoseconds ?? long.MinValue) is > long.MinValue and var latest
                ? latest
                : null;
            _lastEnd = Math.Max(_lastEnd, lastEndNanoseconds);
            clientEndedNanoseconds = Math.Max(_lastEnd, ArrivalsEndedAt());
            return --_lanesAtWork == 0;
        }
    }

    /// <summary>What the client was to do, after all its lanes have left.</summary>
    public ClientArrivals Read()
    {
        lock (_lock)
        {
            // What fell due before the end counts, also if nobody was there any more to say so.
            while (_falling.Passed < _limit && _falling.NextNanoseconds < _endedAt)
            {
                _falling.Advance();
            }

            return new(0, ArrivalsEndedAt(), _lastStart, _falling.Passed, _falling.Passed - _taken.Passed + _returned);
        }
    }

    /// <summary>Bytes that count against the client's limit.</summary>
    public long Bytes => Interlocked.Read(ref _bytes);

    /// <summary>Counts what a lane moved before the client's first arrival against its limit.</summary>
    public void Charge(long bytes) => Interlocked.Add(ref _bytes, bytes);

    /// <summary>Samples that there would be if there was room for all.</summary>
    public int SamplePlacesTaken => Volatile.Read(ref _samples);

    /// <summary>Operations that failed since the last success of any lane, this one included.</summary>
    public int CountFailure() => Interlocked.Increment(ref _failuresInARow);

    public void CountSuccess(long bytes)
    {
        Volatile.Write(ref _failuresInARow, 0);
        Interlocked.Add(ref _bytes, bytes);
    }

    /// <summary>The next place for a sample, from 0.</summary>
    public int TakeSamplePlace() => Interlocked.Increment(ref _samples) - 1;

    private long ArrivalsEndedAt() => _falling.Passed < _limit ? _endedAt : Math.Min(_endedAt, _falling.PassedNanoseconds);

    private void EndWith(ClientEnd reason, long nanoseconds)
    {
        (_end, _endedAt) = (reason, nanoseconds);
        while (_waitingCount > 0)
        {
            WakeOne();
        }
    }

    private void WakeOne()
    {
        _waiting[_firstWaiting].Wake();
        _firstWaiting = (_firstWaiting + 1) % _waiting.Length;
        _waitingCount--;
    }
}

/// <summary>What a lane of an open loop is to do.</summary>
internal enum ArrivalTurn
{
    /// <summary>Perform the operation that has arrived.</summary>
    Start,

    /// <summary>Wait for the next arrival.</summary>
    Wait,

    /// <summary>Leave: the client starts no more.</summary>
    Over,
}
